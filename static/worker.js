// Starts the program of a worker: "worker.js?engine", "worker.js?clerk" or "worker.js?importer".
//
// The first worker of a kind compiles its program and sends it to the page. Later ones are started with "&shared" and
// are given it, so that they are ready in a fraction of the time.
const [program, isShared] = location.search.slice(1).split("&");
importScripts(`./${program}.js`);

// As `compile` in boot.js: some hosts do not know WebAssembly.
const load = async () => {
  const response = await fetch(`./${program}_bg.wasm`);
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

const compiled = isShared
  ? new Promise((done) => {
      onmessage = ({ data }) => done(data);
    })
  : load();

compiled
  .then((module) => {
    onmessage = null;
    if (!isShared) postMessage(module);
    return wasm_bindgen({ module_or_path: module });
  })
  // Thrown outside of the promise, because only then does the page receive it.
  .catch((error) => setTimeout(() => { throw error; }));
