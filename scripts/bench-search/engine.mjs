// The engine of the page as a UCI program: the same WebAssembly, in node instead of a browser, so that a referee can play
// games with it. Usage: node scripts/bench-search/engine.mjs [FOLDER], where FOLDER is the built page.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

const folder = process.argv[2] ?? new URL("../../dist", import.meta.url).pathname;
const read = (name) => readFileSync(`${folder}/${name}`);

// What the program of a worker finds around it. `onmessage` is set by the program.
globalThis.self = globalThis;
globalThis.DedicatedWorkerGlobalScope = { [Symbol.hasInstance]: (scope) => scope === globalThis };
globalThis.location = { search: "?engine" };
globalThis.postMessage = (data) => {
  if (typeof data === "string") process.stdout.write(`${data}\n`);
  else start();
};

// Lines wait until the program listens.
function start() {
  createInterface({ input: process.stdin }).on("line", (line) => {
    if (line.trim() === "quit") process.exit(0);
    globalThis.onmessage({ data: line });
  }).on("close", () => process.exit(0));
}

runInThisContext(`${read("engine.js")}\nglobalThis.wasm_bindgen = wasm_bindgen;`);
await wasm_bindgen({ module_or_path: await WebAssembly.compile(read("engine_bg.wasm")) });
