// Starts the program of a worker: "worker.js?engine" or "worker.js?clerk".
//
// The first worker of a kind compiles its program and hands it to the page. Later ones are started with
// "&shared" and are handed it: they are ready in a fraction of the time.
const [program, isShared] = location.search.slice(1).split("&");
importScripts(`./${program}.js`);

const compiled = isShared
  ? new Promise((done) => {
      onmessage = ({ data }) => done(data);
    })
  : WebAssembly.compileStreaming(fetch(`./${program}_bg.wasm`));

compiled
  .then((module) => {
    onmessage = null;
    if (!isShared) postMessage(module);
    return wasm_bindgen({ module_or_path: module });
  })
  // Out of the promise: only then the page hears of it.
  .catch((error) => setTimeout(() => { throw error; }));
