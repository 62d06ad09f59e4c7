// The parts of docs/benchmarks.md, each written by a script of its own.
import { readFileSync, writeFileSync } from "node:fs";

const PATH = new URL("../docs/benchmarks.md", import.meta.url);

/** Puts a part, without its heading, in the place of the one that was there, or at the end. */
export function writeSection(title, text) {
  const parts = readFileSync(PATH, "utf8").split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  parts.splice(at < 0 ? parts.length : at, 1, `## ${title}\n\n${text}`);
  writeFileSync(PATH, `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`);
}
