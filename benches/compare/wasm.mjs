// As main.rs, for the wasm module: node wasm.mjs MODULE FILE.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , modulePath, filePath] = process.argv;
const module = new WebAssembly.Module(readFileSync(modulePath));
// The library can call JavaScript; what is measured here never does.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  (imports[from] ??= {})[name] = () => {
    throw new Error(`${from}.${name} was called`);
  };
}
const { exports } = new WebAssembly.Instance(module, imports);
const file = readFileSync(filePath);
const at = exports.room(file.length);
new Uint8Array(exports.memory.buffer).set(file, at);

for await (const verb of createInterface({ input: process.stdin })) {
  const begin = performance.now();
  const result = exports[`pass_${verb}`]();
  console.log(`${(performance.now() - begin) / 1000} ${result}`);
}
