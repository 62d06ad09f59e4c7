// Takes the page's program apart (see split/src/main.rs), in the folder that Trunk builds into. With
// SPLIT_COUNT=1 the program is left whole and counts what is run, for `make profile`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} staging the folder that Trunk builds into */
export function splitProgram(staging) {
  const wasm = readdirSync(staging).find((file) => /^app-.*_bg\.wasm$/.test(file));
  if (!wasm) throw new Error("the page's program is not there");

  const program = join(staging, wasm);
  const late = program.replace("_bg.wasm", "_late.wasm");
  const split = (...args) => process.stdout.write(`split: ${execFileSync(join(process.env.CARGO_TARGET_DIR ?? "target", "debug", "epidote-split"), args)}`);
  // Functions sorted by name, which puts like next to like; the names are dropped.
  const finish = (file, ...more) =>
    execFileSync("wasm-opt", [
      ...["reference-types", "bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "multivalue"].map(
        (feature) => `--enable-${feature}`,
      ),
      ...more,
      "--reorder-functions-by-name",
      file,
      "-o",
      file,
    ]);

  if (process.env.SPLIT_COUNT) {
    split("count", program, program, join(staging, "functions.txt"));
    finish(program, "--enable-multimemory");
  } else {
    const whole = `${program}.whole`;
    writeFileSync(whole, readFileSync(program));
    split("cut", whole, "split/late.txt", program, late);
    rmSync(whole);
    finish(program);
    finish(late);
  }

  // The page names the late part, and checks what it loads.
  const index = join(staging, "index.html");
  const digest = `sha384-${createHash("sha384").update(readFileSync(program)).digest("base64")}`;
  const html = readFileSync(index, "utf8")
    .replace(new RegExp(`(${wasm}"[^>]*integrity=")[^"]*`), `$1${digest}`)
    .replace(/data-wasm="([^"]*)_bg\.wasm"/, process.env.SPLIT_COUNT ? "$&" : `$& data-late="$1_late.wasm" data-bytes="${statSync(program).size}"`);
  writeFileSync(index, html);
}
