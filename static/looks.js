// Sets what must be known before the first paint: theme, board, men, motion and language, as chosen by the user
// (settings of src/app/look/looks.rs and src/app/language.rs) or given by the browser. Runs before the page is drawn.

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
  // Files of other languages; the page itself requests the English one.
  if (["ru"].includes(language)) {
    root.lang = language;
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", href: `${language}.txt`, crossOrigin: "" });
    document.head.append(link);
  }

  // Replaces the drawings of the men in the page by the chosen ones; the old ones are kept, to be put back later. The
  // names of the drawings stay the same, so everything that uses them follows.
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
    // The browser reads it as a document, so that no markup passes through a script.
    const request = new XMLHttpRequest();
    request.open("GET", `pieces-${name}.svg`);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const drawings = request.status < 400 && request.responseXML?.querySelector("defs");
      if (!drawings) failed();
      // The user may have made another choice in the meantime.
      else if (name === root.dataset.pieces) show(name, document.adoptNode(drawings));
    };
    request.onerror = failed;
    request.send();
  };

  // The first choice of each is what the style sheets use without an attribute.
  for (const [name, first] of [["theme", "system"], ["board", "green"], ["coordinates", "inside"], ["pieces", "standard"], ["motion", "system"]]) {
    const chosen = setting(name);
    if (/^[a-z]+$/.test(chosen ?? "") && chosen !== first) root.dataset[name] = chosen;
  }
  const begin = () => {
    bring();
    new MutationObserver(bring).observe(root, { attributeFilter: ["data-pieces"] });
  };
  // The drawings to be replaced are parsed after this script.
  if (root.dataset.pieces) root.toggleAttribute("data-waits", true);
  document.addEventListener("DOMContentLoaded", begin);
})();
