// The sections of docs/benchmarks.md, each written by a different script.
import { readFileSync, writeFileSync } from "node:fs";

const PATH = new URL("../docs/benchmarks.md", import.meta.url);

/** Replaces a section, given without its heading, or adds it at the end. */
export function writeSection(title, text) {
  const parts = readFileSync(PATH, "utf8").split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  parts.splice(at < 0 ? parts.length : at, 1, `## ${title}\n\n${text}`);
  writeFileSync(PATH, `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`);
}
