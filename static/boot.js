// Loads the program and shows a message if that fails. It is a separate file so that the page needs no inline script;
// the build writes the file names into the attributes of the script element.

const WORDS = {
  en: {
    part: "A part of Epidote could not be loaded. Your work is kept; reload the page to continue.",
    start: "Epidote could not start ({why}). Reload the page; if that does not help, use a current browser.",
    texts: "Epidote could not start: its texts could not be loaded ({why}). Reload the page.",
    crash:
      "Epidote stopped working. Files on disk are unchanged. Reload the page to recover unsaved changes. ({why})",
    wasm: "this browser has no WebAssembly",
    answer: "the server answered {why}",
  },
  ru: {
    part: "Часть Epidote не удалось загрузить. Ваша работа сохранена; обновите страницу, чтобы продолжить.",
    start: "Epidote не удалось запустить ({why}). Обновите страницу; если это не поможет, возьмите современный браузер.",
    texts: "Epidote не удалось запустить: не загрузились его тексты ({why}). Обновите страницу.",
    crash:
      "Epidote перестал работать. Файлы на диске не изменились. Обновите страницу, чтобы восстановить несохранённые изменения. ({why})",
    wasm: "в этом браузере нет WebAssembly",
    answer: "сервер ответил {why}",
  },
};

// The language of the page, which is that of the browser until the user chooses another.
const language = () => (document.documentElement.lang === "ru" ? "ru" : "en");
const words = (key, why = "") => WORDS[language()][key].replace("{why}", () => why);

const refuse = (text) => {
  const box = document.getElementById("refused") ?? document.body.appendChild(document.createElement("p"));
  box.id = "refused";
  box.className = "refused";
  box.setAttribute("role", "alert");
  box.lang = language();
  box.textContent = text;
};

window.addEventListener("epidote-refused", ({ why }) => refuse(words("texts", why)));
window.addEventListener("epidote-crashed", ({ why }) => refuse(words("crash", why)));

// What is dropped or pasted before the program runs is kept, and given to it once it does.
const early = [];
const isEarly = () => document.getElementById("shell") !== null;
addEventListener("dragover", (event) => isEarly() && event.preventDefault());
addEventListener("drop", (event) => {
  if (!isEarly()) return;
  event.preventDefault();
  const data = new DataTransfer();
  for (const file of event.dataTransfer.files) data.items.add(file);
  if (!data.files.length) data.setData("text/plain", event.dataTransfer.getData("text/plain"));
  early.push(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
});
addEventListener("paste", (event) => {
  if (!isEarly()) return;
  const data = new DataTransfer();
  data.setData("text/plain", event.clipboardData.getData("text/plain"));
  early.push(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
});
// The styles and icons that a first view does not show. What does not come is asked for again, later each time.
const bringStyles = (pause = 1000) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "late.css" });
  link.onerror = () => {
    link.remove();
    again(bringStyles, pause);
  };
  document.head.append(link);
};
const bringIcons = (pause = 1000) => {
  const request = new XMLHttpRequest();
  request.open("GET", "icons.svg");
  // The browser reads it as a document, so that no markup passes through a script.
  request.responseType = "document";
  request.overrideMimeType("image/svg+xml");
  request.onloadend = () => {
    const icons = request.status < 400 && request.responseXML?.querySelector("defs");
    if (icons) document.getElementById("icons").append(document.adoptNode(icons));
    else again(bringIcons, pause);
  };
  request.send();
};
const again = (bring, pause) => setTimeout(bring, pause, Math.min(2 * pause, 60_000));
new PerformanceObserver((marks) => {
  if (!marks.getEntriesByName("epidote-interactive").length) return;
  for (const event of early.splice(0)) document.querySelector("h1")?.dispatchEvent(event);
  bringStyles();
  bringIcons();
}).observe({ type: "mark", buffered: true });

// Static markup of the program passes through here. Text of the user never does, but in any case nothing that could
// run gets through.
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

const { js, wasm, late, bytes } = document.querySelector("script[data-js]").dataset;
const lateUrl = late && new URL(late, document.baseURI).href;

// Some servers do not know the type of wasm; then it is compiled after it has been loaded completely.
const compile = async (url, total) => {
  let response = await fetch(url);
  if (!response.ok) throw new Error(words("answer", response.status));
  // Progress is shown in bytes received; the length in the response may be that of a compressed file.
  const bar = total && document.querySelector("#shell progress");
  if (bar) {
    let done = 0;
    const count = new TransformStream({
      transform(chunk, out) {
        bar.value = (done += chunk.length) / total;
        out.enqueue(chunk);
      },
    });
    response = new Response(response.body.pipeThrough(count), response);
  }
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

// The program comes in two parts: the functions that a first visit runs, and the rest, which is loaded as soon as the
// first part runs (docs/adr/0014-the-program-in-two-parts.md). `first` has what the late part imports from the first.
let first;
let isWhole = false;
const fill = (module) => {
  if (!isWhole) new WebAssembly.Instance(module, { first });
  isWhole = true;
};

// Called by the program when it needs the late part before that has come, and cannot wait.
const bring = () => {
  performance.mark("epidote-waits-for-late-part");
  try {
    const request = new XMLHttpRequest();
    request.open("GET", lateUrl, false);
    // The bytes are read as characters, because synchronous requests offer nothing else.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    fill(new WebAssembly.Module(Uint8Array.from(request.responseText, (c) => c.charCodeAt(0) & 255)));
  } catch (error) {
    refuse(words("part"));
    throw error;
  }
};

const isEmbedded = location.hash.startsWith("#/embed/");

// A service worker has both parts at hand, and does not see synchronous requests. So with one, the late part is
// loaded before the program runs; also in a view that another page embeds, which needs it at once. Otherwise the first
// function that needs it has it loaded.
const isSoon = isEmbedded || navigator.serviceWorker?.controller;
const atHand = lateUrl && isSoon && compile(lateUrl).catch(() => {});

// This is the only place where the exports are available before the program runs.
const instantiate = globalThis.WebAssembly?.instantiate;
if (instantiate) WebAssembly.instantiate = async (module, imports) => {
  WebAssembly.instantiate = instantiate;
  const instance = await instantiate(module, { ...imports, late: { bring } });
  first = instance.exports;
  const late = await atHand;
  if (late) fill(late);
  return instance;
};

try {
  if (typeof WebAssembly !== "object") throw new Error(words("wasm"));
  const [module, { default: init }] = await Promise.all([
    compile(new URL(wasm, document.baseURI), Number(bytes)),
    import(new URL(js, document.baseURI).href),
  ]);
  await init({ module_or_path: module });
  // If this fails, the late part is requested again when it is needed.
  if (lateUrl && !isWhole) compile(lateUrl).then(fill).catch(() => {});
} catch (error) {
  console.error(error);
  refuse(words("start", error?.message ?? error));
}

// For use without a network. A new version waits until the page asks for it; the page is informed by an event. It
// does not take over while other tabs are using the old version. A view that another page embeds caches nothing.
if ("serviceWorker" in navigator && !isEmbedded) {
  // The first version also takes over the page, but that is no reason to reload.
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
        // Without a controller this is the first version.
        if (worker.state === "installed" && navigator.serviceWorker.controller) tell(worker);
      });
    });
  };
  navigator.serviceWorker.addEventListener("message", () => window.dispatchEvent(new Event("epidote-other-tabs")));
  navigator.serviceWorker.addEventListener("controllerchange", () => isAsked && location.reload());
  const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 2000));
  later(() => navigator.serviceWorker.register("sw.js").then(watch).catch(() => {}));
}
