// Serves the page during development, and builds it again on each change, with a profile that compiles quickly,
// nothing optimised or cut, and the same policy. An open page reloads itself.
// Usage: node scripts/watch.mjs [port]
import { existsSync, watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { WATCHED, build } from "./page/build.mjs";
import { Failed, endAll } from "./page/cargo.mjs";
import { serve } from "./page/server.mjs";

const port = Number(process.argv[2] ?? 8081);
const FOLDERS = ["engine", "src", "static", "style", "tool", "scripts/page", ".cargo"];
// These are watched through their folder, since an editor may replace a file by a new one.
const FILES = ["index.html", "Cargo.toml", "Cargo.lock"];
// Milliseconds to wait, since editors write a file in several steps, and switching branches changes many files.
const SETTLE = 100;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
}

const pages = new Set();
const answer = (path, response) => {
  if (path !== "/changes") return false;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  pages.add(response);
  response.on("close", () => pages.delete(response));
  return true;
};

let isBuilding = false;
let isChanged = true;
let isServed = false;

/** Serves the page, if there is one. */
function show() {
  if (isServed || !existsSync(WATCHED)) return;
  isServed = true;
  serve({ root: fileURLToPath(new URL(`../${WATCHED}/`, import.meta.url)), port, answer, packs: false });
}

/** Shows the page as it is now: open pages load again. */
function reload() {
  show();
  for (const page of pages) page.write("data: changed\n\n");
}

/** Builds until nothing has changed in the meantime. */
async function rebuild() {
  if (isBuilding) return;
  isBuilding = true;
  while (isChanged) {
    isChanged = false;
    try {
      if (await build({ isQuick: true, shown: reload })) reload();
    } catch (error) {
      // The errors were shown; the page stays as it was until they are fixed.
      console.error(error instanceof Failed ? error.message : error);
    }
    show();
  }
  isBuilding = false;
}

let timer;
const changed = () => {
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(rebuild, SETTLE);
};
for (const folder of FOLDERS) watch(folder, { recursive: true }, changed);
watch(".", (_, name) => FILES.includes(name) && changed());
await rebuild();
