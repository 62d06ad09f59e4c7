// What must be settled before the first paint: theme, board, men and language, as they were chosen (settings of
// src/app/look/looks.rs and src/app/language.rs) or as the browser has them. Runs before the page is drawn.

(() => {
  const root = document.documentElement;
  const setting = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  const language = setting("language") ?? navigator.language.split("-")[0].toLowerCase();
  // The files of other languages than English, which is asked for by the page itself.
  if (["ru"].includes(language)) {
    root.lang = language;
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", href: `${language}.txt`, crossOrigin: "" });
    document.head.append(link);
  }

  // Puts the drawings of the chosen men in place of those in the page, which are kept for the way back. The names
  // of the drawings stay, so all that shows them follows.
  let standard;
  let shown = "standard";
  const show = (name, drawings) => {
    const sprite = document.getElementById("sprite");
    standard ??= sprite.firstElementChild;
    sprite.replaceChildren(drawings ?? standard);
    shown = name;
    root.toggleAttribute("data-waits", false);
  };
  const failed = () => {
    root.toggleAttribute("data-waits", false);
    root.removeAttribute("data-pieces");
    window.dispatchEvent(new Event("epidote-no-pieces"));
  };
  const bring = () => {
    const name = root.dataset.pieces ?? "standard";
    if (name === shown) return;
    if (name === "standard") return show(name);
    // Read as a document by the browser: no markup passes through a script.
    const request = new XMLHttpRequest();
    request.open("GET", `pieces-${name}.svg`);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const drawings = request.status < 400 && request.responseXML?.querySelector("defs");
      if (!drawings) failed();
      // Another choice may have been made meanwhile.
      else if (name === root.dataset.pieces) show(name, document.adoptNode(drawings));
    };
    request.onerror = failed;
    request.send();
  };

  // The first choice of each is what the style sheets have without an attribute.
  for (const [name, first] of [["theme", "system"], ["board", "green"], ["pieces", "standard"]]) {
    const chosen = setting(name);
    if (/^[a-z]+$/.test(chosen ?? "") && chosen !== first) root.dataset[name] = chosen;
  }
  const begin = () => {
    bring();
    new MutationObserver(bring).observe(root, { attributeFilter: ["data-pieces"] });
  };
  // The drawings that are to be replaced are read later than this.
  if (root.dataset.pieces) root.toggleAttribute("data-waits", true);
  document.addEventListener("DOMContentLoaded", begin);
})();
