// Loads the program and says so when that fails. Kept apart from the page so that the page needs
// no inline script; Trunk writes the file names into the attributes of the script element.

const refuse = (text) => {
  const box = document.getElementById("boot") ?? document.body.appendChild(document.createElement("p"));
  box.id = "boot";
  box.className = "boot boot--failed";
  box.setAttribute("role", "alert");
  box.textContent = text;
};

// Static markup of the program passes here; text of the user never does, but nothing that could
// run gets through either way.
if (window.trustedTypes) {
  window.trustedTypes.createPolicy("default", {
    createHTML: (html) => {
      if (/<script|<iframe|\son\w+\s*=|javascript:/i.test(html)) throw new TypeError("markup refused");
      return html;
    },
    createScriptURL: (url) => {
      if (new URL(url, document.baseURI).origin !== location.origin) throw new TypeError("script refused");
      return url;
    },
  });
}

const { js, wasm, late } = document.querySelector("script[data-js]").dataset;
const lateUrl = late && new URL(late, document.baseURI).href;

// Some servers do not know what wasm is; then it is compiled when it is all there.
const compile = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

// The program comes in two parts: what a first visit runs, and the rest, which is brought as soon as the
// first runs (scripts/split.mjs). `first` is what the late part takes from the first.
let first;
let isWhole = false;
const fill = (module) => {
  if (!isWhole) new WebAssembly.Instance(module, { first });
  isWhole = true;
};

// Called by the program when it needs the late part before that came, and cannot wait.
const bring = () => {
  performance.mark("epidote-waits-for-late-part");
  try {
    const request = new XMLHttpRequest();
    request.open("GET", lateUrl, false);
    // Bytes as characters: a request that is waited for gives nothing else.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    fill(new WebAssembly.Module(Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255)));
  } catch (error) {
    refuse("A part of Epidote could not be loaded. Your work is kept; reload the page to go on.");
    throw error;
  }
};

// The only place where the exports are had before the program runs.
const instantiate = globalThis.WebAssembly?.instantiate;
if (instantiate) WebAssembly.instantiate = async (module, imports) => {
  WebAssembly.instantiate = instantiate;
  const instance = await instantiate(module, { ...imports, late: { bring } });
  first = instance.exports;
  return instance;
};

try {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  const [module, { default: init }] = await Promise.all([
    compile(new URL(wasm, document.baseURI)),
    import(new URL(js, document.baseURI).href),
  ]);
  await init({ module_or_path: module });
  // What cannot be brought now is asked for again when it is needed.
  if (lateUrl) compile(lateUrl).then(fill).catch(() => {});
} catch (error) {
  console.error(error);
  refuse(`Epidote could not start (${error?.message ?? error}). Reload the page; if that does not help, use a current browser.`);
}

// For use without a network. A new version waits until the page asks for it; the page is told by an event.
// It does not take over while other tabs are at work with the old one. A view that another page embeds keeps
// nothing.
if ("serviceWorker" in navigator && !location.hash.startsWith("#/embed/")) {
  // The first version takes over a page as well, which is no reason to reload.
  let isAsked = false;
  const tell = (worker) => {
    window.addEventListener("epidote-take-over", () => {
      isAsked = true;
      worker.postMessage("take over");
    });
    window.dispatchEvent(new Event("epidote-new-version"));
  };
  const watch = (registration) => {
    if (registration.waiting) tell(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => {
        // Without a controller it is the first version.
        if (worker.state === "installed" && navigator.serviceWorker.controller) tell(worker);
      });
    });
  };
  navigator.serviceWorker.addEventListener("message", () => window.dispatchEvent(new Event("epidote-other-tabs")));
  navigator.serviceWorker.addEventListener("controllerchange", () => isAsked && location.reload());
  const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 2000));
  later(() => navigator.serviceWorker.register("sw.js").then(watch).catch(() => {}));
}
