// Makes what is published of the last commit: the program, the page, the packages for Python and JavaScript, a list of
// all they consist of, and the sums. They lie in target/published.
//
// Two runs give the same bytes with the same compilers: everything is built in a folder whose path is always the same,
// and times are those of the commit. With "--twice" this is tried.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const HOME = "/tmp/epidote-release";
const CLONE = join(HOME, "epidote");
const SBOM = "0.5.9";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "target", "published");

/** Runs a program in the clone, or elsewhere; returns what it prints. */
function run(command, args, { cwd = CLONE, env = {}, shows = false } = {}) {
  return execFileSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: "utf8", stdio: ["ignore", shows ? "inherit" : "pipe", "inherit"], maxBuffer: 1 << 28 });
}

function step(words, act) {
  const start = performance.now();
  console.log(`[release] ${words} …`);
  const result = act();
  console.log(`[release] ${words}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return result;
}

/** Packs a folder so that neither its owner nor the order of its files on the disk has an influence. */
function pack(folder, archive, time) {
  const tar = ["--sort=name", `--mtime=@${time}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=u+w,go=rX", "--format=gnu"];
  run("sh", ["-c", 'tar "$@" | gzip -n -9 > "$ARCHIVE"', "sh", ...tar, "-c", basename(folder)], { cwd: join(folder, ".."), env: { ARCHIVE: archive } });
}

/** The target of a program that needs nothing of the system, and the flags for it. */
function staticTarget() {
  const target = "x86_64-unknown-linux-musl";
  const installed = run("rustc", ["--print", "target-libdir", "--target", target], { cwd: root }).trim();
  if (!existsSync(installed)) throw new Error(`The libraries for ${target} are missing: rustup target add ${target}, and the package musl-tools.`);
  const packages = join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
  const remapped = readdirSync(packages).sort().map((registry) => `--remap-path-prefix=${join(packages, registry)}=`);
  return { target, flags: ["-Ctarget-feature=+crt-static", ...remapped] };
}

/** The command line program with its pages of the manual and its completions. */
function program(version, time, folder) {
  const { target, flags } = staticTarget();
  const config = `target.${target}.rustflags=${JSON.stringify(flags)}`;
  run("cargo", ["build", "--quiet", "--release", "--locked", "--target", target, "--config", config, "-p", "epidote", "--no-default-features", "--features", "cli", "--bin", "epidote"]);
  const name = `epidote-${version}-${target.replace("-unknown", "")}`;
  const home = join(HOME, name);
  mkdirSync(home);
  const built = join(CLONE, "target", target, "release", "epidote");
  cpSync(built, join(home, "epidote"));
  const needs = run("sh", ["-c", 'ldd "$1" 2>&1 || true', "sh", built]);
  if (!/not a dynamic executable|statically linked/.test(needs)) throw new Error(`The program needs libraries of the system:\n${needs}`);
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md"]) cpSync(join(CLONE, file), join(home, file));
  run(built, ["man", join(home, "man")]);
  mkdirSync(join(home, "completions"));
  for (const shell of ["bash", "fish", "zsh"]) writeFileSync(join(home, "completions", `epidote.${shell}`), run(built, ["completions", shell]));
  pack(home, join(folder, `${name}.tar.gz`), time);
}

/** The page, as files for any host. */
function page(version, time, folder) {
  run(process.execPath, ["scripts/build.mjs"]);
  const home = join(HOME, `epidote-page-${version}`);
  cpSync(join(CLONE, "dist"), home, { recursive: true });
  pack(home, join(folder, `epidote-page-${version}.tar.gz`), time);
}

/** The packages with these endings. */
function packages(from, ending, folder) {
  for (const name of readdirSync(join(CLONE, from)).filter((name) => name.endsWith(ending))) cpSync(join(CLONE, from, name), join(folder, name));
}

/** What the program and the page, and the packages, consist of, as CycloneDX. */
function parts(version, folder) {
  const tools = join(root, "target", "release-tools");
  if (!existsSync(join(tools, "bin", "cargo-cyclonedx"))) run("cargo", ["install", "--quiet", "--locked", "--root", tools, "--version", SBOM, "cargo-cyclonedx"], { cwd: root });
  run(join(tools, "bin", "cargo-cyclonedx"), ["cyclonedx", "--quiet", "--format", "json", "--all-features", "--target", "all", "--spec-version", "1.5"]);
  for (const [from, name] of [["epidote", "epidote"], ["python/epidote-python", "epidote-python"], ["npm/epidote-npm", "epidote-npm"]]) cpSync(join(CLONE, `${from}.cdx.json`), join(folder, `${name}-${version}.cdx.json`));
}

/** Makes everything in a folder; returns its sums as a text. */
function publish(folder) {
  if (existsSync(HOME)) throw new Error(`${HOME} is there: another release is being made, or one was killed. Remove it.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(HOME);
  try {
    run("git", ["clone", "--quiet", root, CLONE], { cwd: HOME });
    const time = run("git", ["log", "-1", "--format=%ct"]).trim();
    process.env.SOURCE_DATE_EPOCH = time;
    process.env.CARGO_INCREMENTAL = "0";
    const version = readFileSync(join(CLONE, "Cargo.toml"), "utf8").match(/^version = "(.+)"$/m)[1];
    step("what is needed", () => run("scripts/setup", ["build"]));
    step("the program", () => program(version, time, folder));
    step("the page", () => page(version, time, folder));
    step("the package for Python", () => {
      run("scripts/python", ["--release"]);
      packages("target/python/wheels-release", ".whl", folder);
    });
    step("the packages for JavaScript", () => {
      run(process.execPath, ["scripts/npm.mjs", "--release"]);
      packages("target/npm", ".tgz", folder);
    });
    step("the list of parts", () => parts(version, folder));
  } finally {
    rmSync(HOME, { recursive: true, force: true });
  }
  const sum = (name) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
  const sums = readdirSync(folder).sort().map((name) => `${sum(name)}  ${name}\n`).join("");
  writeFileSync(join(folder, "SHA256SUMS"), sums);
  return sums;
}

try {
  if (run("git", ["status", "--porcelain"], { cwd: root }).trim()) throw new Error("Some changes are not committed: only what is committed is published.");
  const sums = publish(out);
  console.log(sums);
  if (process.argv.includes("--twice")) {
    const again = publish(`${out}-again`);
    const different = sums.split("\n").filter((line) => !again.includes(line));
    if (different.length > 0) throw new Error(`Not the same the second time:\n${different.join("\n")}`);
    console.log("The same the second time.");
  }
} catch (error) {
  console.error(`${error.message}`);
  process.exit(1);
}
