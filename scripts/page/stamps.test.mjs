// Tests of when a step is done again.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, afterEach, test } from "node:test";
import { filesUnder, hashOf, hashOfFolder, unlessMade } from "./stamps.mjs";

let folder;
let times;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "epidote-"));
  times = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const output = () => join(folder, "output");
const make = (key, text = "made") =>
  unlessMade(join(folder, "stamp"), key, () => hashOf({ file: output() }), () => {
    times++;
    writeFileSync(output(), text);
  });

test("what was made of the same is not made again", async () => {
  assert.equal(await make("a"), true);
  assert.equal(await make("a"), false);
  assert.equal(times, 1);
});

test("another input, another output and none at all are made anew", async () => {
  await make("a");
  assert.equal(await make("b"), true);
  writeFileSync(output(), "edited");
  assert.equal(await make("b"), true);
  rmSync(output());
  assert.equal(await make("b"), true);
  assert.equal(times, 4);
});

test("a step that fails is done again, though what was made before is there", async () => {
  await make("a");
  const fail = () => unlessMade(join(folder, "stamp"), "b", () => "", () => Promise.reject(new Error("no")));
  await assert.rejects(fail, { message: "no" });
  assert.equal(await make("a"), true);
});

test("a hash tells where a part ends and what a file is called", () => {
  assert.notEqual(hashOf("ab", "c"), hashOf("a", "bc"));
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in", "x"), "1");
  const before = hashOfFolder(folder);
  assert.deepEqual(filesUnder(folder), ["in/x"]);
  rmSync(join(folder, "in", "x"));
  writeFileSync(join(folder, "in", "y"), "1");
  assert.notEqual(hashOfFolder(folder), before);
  assert.deepEqual(filesUnder(join(folder, "nowhere")), []);
});
