// Puts the page together from its parts, and then into its place in one step.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { firstPaint } from "./first-paint.mjs";
import { MINIFIER, copyMinified } from "./minify.mjs";
import { precache } from "./precache.mjs";
import { filesUnder, hashOf, hashOfFolder, unlessMade } from "./stamps.mjs";
import { isTexts, putTexts } from "./texts.mjs";

/** The tags that load the page's program; static/boot.js reads the attributes of the script. */
function startTags(folder, { js, wasm, late }) {
  const integrity = (name) => `sha384-${createHash("sha384").update(readFileSync(join(folder, name))).digest("base64")}`;
  const parts = late ? ` data-late="./${late}" data-bytes="${statSync(join(folder, wasm)).size}"` : "";
  return [
    `<link rel="modulepreload" href="./${js}" crossorigin integrity="${integrity(js)}">`,
    `<link rel="preload" href="./${wasm}" crossorigin integrity="${integrity(wasm)}" as="fetch" type="application/wasm">`,
    `<script type="module" src="./boot.js" data-js="./${js}" data-wasm="./${wasm}"${parts}></script>`,
  ].join("\n    ");
}

/** Copies the files of a program into the folder; returns their names there, with a hash for the page's files. */
function putProgram(folder, { bin, isPage }, { script, wasm, late, names }, copy) {
  const version = hashOf(...[script, wasm, late].filter(Boolean).map((file) => ({ file }))).slice(0, 16);
  const stem = isPage ? `${bin}-${version}` : bin;
  const put = (from, name) => {
    copy(from, join(folder, name));
    return name;
  };
  if (names) put(names, "functions.txt");
  return { js: put(script, `${stem}.js`), wasm: put(wasm, `${stem}_bg.wasm`), late: late && put(late, `${stem}_late.wasm`) };
}

/**
 * Makes the folder `to`. `made` has the files of each program of the manifest, in its order; `engines` is a folder to
 * put beside the page, if it exists. With `watch` the page also runs a script, and has a different service worker.
 *
 * Returns whether there was anything to do.
 */
export async function assemble({ manifest, index, made, engines, to, stamp, watch }) {
  const sources = [...manifest.files.values(), index, "static/sw.js", ...Object.values(watch ?? {})];
  const key = hashOf(
    ...sources.flatMap((file) => [file, { file }]),
    ...made.flatMap((files) => Object.entries(files).flatMap(([kind, file]) => [kind, { file }])),
    MINIFIER,
    ...["assemble", "first-paint", "minify", "precache", "manifest", "texts"].map((name) => ({ file: `scripts/page/${name}.mjs` })),
    hashOfFolder(engines),
  );
  const staging = `${to}.tmp`;
  return unlessMade(stamp, key, () => hashOfFolder(to), () => {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    // Developers get the scripts as they were written.
    const copy = watch ? copyFileSync : copyMinified;
    for (const [name, file] of manifest.files) (isTexts(name) ? putTexts : copy)(file, join(staging, name));
    const placed = manifest.programs.map((program, at) => putProgram(staging, program, made[at], copy));
    let start = startTags(staging, placed[manifest.programs.findIndex(({ isPage }) => isPage)]);
    if (watch) {
      copyFileSync(watch.script, join(staging, "watch.js"));
      start += '\n    <script type="module" src="watch.js"></script>';
    }
    writeFileSync(join(staging, "index.html"), manifest.html(start));
    firstPaint(staging);
    if (watch) copyFileSync(watch.worker, join(staging, "sw.js"));
    else precache(staging);
    for (const name of filesUnder(engines)) {
      mkdirSync(join(staging, "engines"), { recursive: true });
      copyFileSync(join(engines, name), join(staging, "engines", name));
    }
    // The served folder never holds half a page.
    const old = `${to}.old.tmp`;
    rmSync(old, { recursive: true, force: true });
    if (existsSync(to)) renameSync(to, old);
    renameSync(staging, to);
    rmSync(old, { recursive: true, force: true });
  });
}
