// Makes the scripts and styles of the page short. What they do, and the names that others know, stay.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";

// It is a package of the browser tests, as wasm-opt is.
const esbuild = createRequire(new URL("../../e2e/package.json", import.meta.url))("esbuild");

/** What stands for the program that does it in a stamp. */
export const MINIFIER = `esbuild ${esbuild.version}`;

const LOADERS = { ".js": "js", ".css": "css" };

/** A script or a style, shorter; `name` tells which. */
export function minified(name, text) {
  const loader = LOADERS[extname(name)];
  return loader ? esbuild.transformSync(text, { loader, minify: true, target: "esnext", legalComments: "none", sourcefile: name }).code : text;
}

/** Copies a file; a script or a style is made short on the way. */
export function copyMinified(from, to) {
  writeFileSync(to, LOADERS[extname(to)] ? minified(to, readFileSync(from, "utf8")) : readFileSync(from));
}
