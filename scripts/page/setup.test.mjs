// Tests of what scripts/setup reports as missing. Scripts in a temporary folder stand in for the programs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SETUP = fileURLToPath(new URL("../setup", import.meta.url));
const SYSTEM = ["bash", "dirname", "mktemp", "rm", "sed"];
const ALL = { git: "", cc: "", rustup: "", npm: "", node: 'if [ "$1" = -p ]; then echo 20; else echo v20.0.0; fi' };

/** Runs setup where only `programs` are installed, each given as a line of shell; returns its messages. */
function setup(programs, release) {
  const folder = mkdtempSync(join(tmpdir(), "epidote-"));
  try {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    for (const name of SYSTEM) {
      const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
      symlinkSync(stdout.trim(), join(bin, name));
    }
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!${join(bin, "bash")}\n${line}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    writeFileSync(join(folder, "os-release"), release);
    // Something is always missing, so it stops before it installs anything.
    const env = { PATH: bin, HOME: folder, TMPDIR: folder, EPIDOTE_OS_RELEASE: join(folder, "os-release") };
    const { status, stdout, stderr } = spawnSync(join(bin, "bash"), [SETUP], { env, encoding: "utf8" });
    assert.equal(status, 1, stdout + stderr);
    assert.equal(stdout, "");
    return stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const without = (...names) => Object.fromEntries(Object.entries(ALL).filter(([name]) => !names.includes(name)));
const DEBIAN = "ID=debian\n";
const UBUNTU = "ID=ubuntu\nID_LIKE=debian\n";
const FEDORA = "ID=fedora\n";
const OTHER = "ID=arch\n";

for (const [words, programs, release, expected] of [
  ["no compiler on Debian", without("cc"), DEBIAN, [/A compiler for C is missing/, /apt-get install build-essential/]],
  ["no compiler on Fedora", without("cc"), FEDORA, [/A compiler for C is missing/, /dnf install gcc\n/]],
  ["no compiler elsewhere", without("cc"), OTHER, [/A compiler for C is missing/, /a command cc/]],
  ["a compiler without headers", { ...ALL, cc: "exit 1" }, UBUNTU, [/cannot make a program/, /build-essential/]],
  ["no Node on Ubuntu", without("node", "npm"), UBUNTU, [/Node\.js is missing/, /apt-get install nodejs npm/]],
  ["an old Node on Debian", { ...ALL, node: ALL.node.replaceAll("20", "18") }, DEBIAN, [/this is v18\.0\.0, and version 20/, /nodejs\.org/]],
  ["an old Node on Fedora", { ...ALL, node: ALL.node.replaceAll("20", "18") }, FEDORA, [/this is v18\.0\.0/, /dnf upgrade nodejs/]],
  ["no npm on Debian", without("npm"), DEBIAN, [/npm is missing/, /apt-get install npm/]],
  ["no rustup on Fedora", without("rustup"), FEDORA, [/rustup is missing/, /dnf install rustup/]],
  ["no git on Debian", without("git"), DEBIAN, [/git is missing/, /apt-get install git/]],
  ["nothing at all", {}, DEBIAN, [/git is missing/, /compiler for C/, /rustup is missing/, /Node\.js is missing/, /Then run the same command again/]],
]) {
  test(`setup: ${words}`, () => {
    const said = setup(programs, release);
    for (const pattern of expected) assert.match(said, pattern);
  });
}
