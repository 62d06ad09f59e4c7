// Prints the transfer sizes of the page and fails if one is over its budget.
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const files = readdirSync(dist);
const size = (match, except) =>
  files
    .filter((file) => match.test(file) && !except?.test(file))
    .map((file) => brotliCompressSync(readFileSync(new URL(file, dist)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
    .reduce((sum, length) => sum + length, 0);

const budgets = [
  // The cut follows names that depend on the folder of the sources, so the sizes differ by a kilobyte or two.
  ["page wasm", /^app-.*_bg\.wasm$/, 320],
  // What is brought after the first paint.
  ["late wasm", /^app-.*_late\.wasm$/, 449.5],
  ["clerk wasm", /^clerk_bg\.wasm$/, 239],
  // Where the net happens to lie in the file makes up to 14 kB.
  ["engine wasm", /^engine_bg\.wasm$/, 600],
  ["importer wasm", /^importer_bg\.wasm$/, 146.5],
  // Those of the page; workers and the service worker have theirs.
  ["scripts", /^(app-|boot).*\.js$/, 8.2],
  ["other scripts", /\.js$/, 7.6, /^(app-|boot)/],
  // With the style: what is drawn at first. Servers send ten packets of 1,460 bytes before they wait for an answer.
  ["html", /\.html$/, 15],
  ["texts", /^en\.txt$/, 20],
  // What is loaded before the page can be used.
  ["first visit", /_bg\.wasm$|\.js$|\.html$|^en\.txt$/, 345, /^(clerk|engine|importer)/],
  // What comes unasked behind it, when nothing else is to do.
  ["behind it", /_late\.wasm$|^late\.css$|^icons\.svg$|^en-late\.txt$/, 478.6],
];
let over = false;
for (const [name, match, kilobytes, except] of budgets) {
  const bytes = size(match, except);
  const verdict = bytes === 0 ? "MISSING" : bytes > kilobytes * 1000 ? "OVER" : "ok";
  over ||= verdict !== "ok";
  console.log(`size: ${name.padEnd(13)} ${(bytes / 1000).toFixed(1).padStart(7)} kB brotli, budget ${kilobytes} kB: ${verdict}`);
}
process.exit(over ? 1 : 0);
