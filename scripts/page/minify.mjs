// Minifies the scripts and styles of the page. Their behaviour, and the names that others use, stay the same.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";

// It is a dependency of the browser tests, like wasm-opt.
const esbuild = createRequire(new URL("../../e2e/package.json", import.meta.url))("esbuild");

/** Represents the minifier in a stamp. */
export const MINIFIER = `esbuild ${esbuild.version}`;

const LOADERS = { ".js": "js", ".css": "css" };

/** A script or a style, minified; `name` shows which it is. */
export function minified(name, text) {
  const loader = LOADERS[extname(name)];
  return loader ? esbuild.transformSync(text, { loader, minify: true, target: "esnext", legalComments: "none", sourcefile: name }).code : text;
}

/** Copies a file; a script or a style is minified. */
export function copyMinified(from, to) {
  writeFileSync(to, LOADERS[extname(to)] ? minified(to, readFileSync(from, "utf8")) : readFileSync(from));
}
