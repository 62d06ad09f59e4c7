// Starts the program of a worker: "worker.js?engine" or "worker.js?clerk".
//
// The first worker of a kind compiles its program and sends it to the page. Later ones are started with "&shared" and
// are given it, so that they are ready in a fraction of the time.
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
  // Thrown outside of the promise, because only then does the page receive it.
  .catch((error) => setTimeout(() => { throw error; }));
