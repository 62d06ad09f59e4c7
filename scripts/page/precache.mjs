// Writes the service worker of this build: static/sw.js with the files of the build and a version made from their
// contents.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minified } from "./minify.mjs";

/** @param {string} staging the folder in which the page is put together */
export function precache(staging) {
  const files = readdirSync(staging, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !["sw.js", "functions.txt"].includes(entry.name))
    .map((entry) => entry.name)
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(staging, file)));
  const list = files.map((file) => (file === "index.html" ? "./" : file));
  const worker = readFileSync("static/sw.js", "utf8")
    .replace("{version}", hash.digest("hex").slice(0, 16))
    .replace("{files}", JSON.stringify(list));
  writeFileSync(join(staging, "sw.js"), minified("sw.js", worker));
}
