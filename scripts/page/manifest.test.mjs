// Tests of reading index.html, and of the page made from it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readManifest } from "./manifest.mjs";

const PROGRAM = '<link data-trunk rel="rust" data-bin="app" data-type="main" data-cargo-profile-release="p" data-wasm-opt="s" data-wasm-opt-params="-a -b">';

function read(text) {
  const folder = mkdtempSync(join(tmpdir(), "epidote-"));
  try {
    writeFileSync(join(folder, "index.html"), text);
    return readManifest(join(folder, "index.html"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("links become what the page needs, and other tags stay", () => {
  const { files, html } = read(`<head>
  <link data-trunk rel="copy-file" href="static/boot.js" />
  <link rel="manifest" href="m" />
  <link data-trunk rel="css" href="style/a.css" />
  <link data-trunk data-late rel="css" href="style/b.css" />
  <link data-trunk rel="icon" href="static/i.svg" type="image/svg+xml" />
  ${PROGRAM}
</head>
`);
  assert.deepEqual([...files], [["boot.js", "static/boot.js"], ["a.css", "style/a.css"], ["b.css", "style/b.css"], ["i.svg", "static/i.svg"]]);
  assert.equal(html("<script>$&</script>"), `<head>
  <link rel="manifest" href="m" />
  <link rel="stylesheet" href="a.css">
  <link rel="stylesheet" href="b.css" data-late>
  <link rel="icon" href="i.svg" type="image/svg+xml">
  <script>$&</script>
</head>
`);
});

test("a program is built as its link says", () => {
  const worker = `<link
    data-trunk rel="rust" data-bin="clerk" data-type="worker" data-cargo-no-default-features data-cargo-features="f"
    data-cargo-profile-release="w" data-opt-level="s" data-wasm-opt="3" data-wasm-opt-params="--one-way=*x*">`;
  const { programs, html } = read(`${PROGRAM}\n${worker}\n`);
  assert.deepEqual(programs, [
    { bin: "app", isPage: true, profile: "p", optLevel: undefined, features: [], optimize: ["-Os", "-a", "-b"] },
    { bin: "clerk", isPage: false, profile: "w", optLevel: "s", features: ["--no-default-features", "--features", "f"], optimize: ["-O3", "--one-way=*x*"] },
  ]);
  assert.equal(html("start"), "start\n");
});

for (const [words, text] of [
  ["two files of the page have one name", `${PROGRAM}<link data-trunk rel="css" href="a/x"><link data-trunk rel="copy-file" href="b/x">`],
  ["unknown kind of link", `${PROGRAM}<link data-trunk rel="sass" href="a">`],
  ["not one program", "<html>"],
  ["not one program", PROGRAM + PROGRAM],
]) {
  test(`refused: ${words}`, () => assert.throws(() => read(text), { message: new RegExp(words) }));
}
