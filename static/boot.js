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

const { js, wasm } = document.querySelector("script[data-js]").dataset;
try {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  const { default: init } = await import(new URL(js, document.baseURI).href);
  await init({ module_or_path: new URL(wasm, document.baseURI).href });
} catch (error) {
  console.error(error);
  refuse(`Epidote could not start (${error?.message ?? error}). Reload the page; if that does not help, use a current browser.`);
}
