// Builds the packages of `npm/` in target/npm, packs them, and tests what was packed: its functions in Node, and its
// types. With "--release" the program is optimised as for publication, and its size is checked.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failed, cargoBuild, endAll, run } from "./page/cargo.mjs";
import { FEATURES, TARGET, WASM_OPT, withoutHome } from "./page/programs.mjs";

const HOME = "target/npm";
// Bytes of the package `epidote` as it is downloaded.
const MOST_PACKED = 260_000;
const isRelease = process.argv.includes("--release");

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
}

const quiet = [() => {}, (words) => console.error(words)];

/** Makes a package of the shared files, its own files, and the program with these features. */
async function packed(name, features, tool) {
  const folder = join(HOME, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync("npm/epidote", folder, { recursive: true });
  cpSync(`npm/${name}`, folder, { recursive: true });
  cpSync("LICENSE", join(folder, "LICENSE"));
  const profile = isRelease ? "release-npm" : "watch";
  const program = (await cargoBuild(["--target", TARGET, "--profile", profile, "-p", "epidote-npm", ...features, ...(isRelease ? withoutHome() : [])], ...quiet)).paths.get("epidote_npm");
  await run(tool, ["bind", "page", program, "bound", folder]);
  const bound = join(folder, "bound_bg.wasm");
  const enabled = FEATURES.map((feature) => `--enable-${feature}`);
  const level = isRelease ? ["-O3"] : ["-O0"];
  await run(WASM_OPT, [...enabled, ...level, "--strip-debug", "--strip-producers", bound, "-o", join(folder, "epidote.wasm")]);
  rmSync(bound);
  // Its comments are those of the types in `index.d.ts`, or about what only this package calls.
  const script = join(folder, "bound.js");
  writeFileSync(script, readFileSync(script, "utf8").replace(/^ *\/\*\*\n( *\*.*\n)*? *\*\/\n/gm, ""));
  const { out } = await run("npm", ["pack", "--silent", "--json", "--pack-destination", HOME, `./${folder}`]);
  return join(HOME, JSON.parse(out)[0].filename);
}

try {
  mkdirSync(HOME, { recursive: true });
  const tool = (await cargoBuild(["--profile", "tool", "-p", "epidote-tool"], ...quiet)).paths.get("epidote-tool");
  const packs = [await packed("epidote", [], tool), await packed("engine", ["--features", "engine"], tool)];
  for (const pack of packs) console.log(`${basename(pack)}: ${(statSync(pack).size / 1000).toFixed(1)} kB packed`);
  if (isRelease && statSync(packs[0]).size > MOST_PACKED) throw new Failed(`${packs[0]} has more than ${MOST_PACKED / 1000} kB.`);

  // Installed elsewhere, so that what was packed is what is tested.
  const test = join(HOME, "test");
  rmSync(test, { recursive: true, force: true });
  cpSync("npm/test", test, { recursive: true });
  await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix", test, ...packs]);
  await run("e2e/node_modules/.bin/tsc", ["--project", test]);
  const { version } = JSON.parse(readFileSync("npm/epidote/package.json", "utf8"));
  for (const name of ["epidote", "epidote-engine"]) {
    const { out } = await run(process.execPath, ["--test", join(test, "epidote.test.mjs")], { env: { EPIDOTE_VERSION: version, PACKAGE: name } });
    console.log(`${name}: ${out.match(/^# (tests|pass|fail) .*$/gm)?.join(", ")}`);
  }
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  process.exit(1);
}
