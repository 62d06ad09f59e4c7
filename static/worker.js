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

// The table of engines that search together, and the memory of this program: words of 32 bits. The program asks for
// a bucket in every position (src/worker/shared.rs), so these copy word by word; a slice costs several times as much.
let table;
let memory;
let own = new Int32Array();
const ownWords = () => (own.length > 0 ? own : (own = new Int32Array(memory.buffer)));
self.takeTable = (words) => void (table = words);
self.readTable = (from, to) => {
  const words = ownWords();
  for (let at = 0; at < 16; at += 1) words[(to >> 2) + at] = table[from + at];
};
self.writeTable = (to, from) => {
  const words = ownWords();
  for (let at = 0; at < 4; at += 1) table[to + at] = words[(from >> 2) + at];
};

compiled
  .then((module) => {
    onmessage = null;
    if (!isShared) postMessage(module);
    return wasm_bindgen({ module_or_path: module });
  })
  .then((exports) => {
    memory = exports.memory;
  })
  // Thrown outside of the promise, because only then does the page receive it.
  .catch((error) => setTimeout(() => { throw error; }));
