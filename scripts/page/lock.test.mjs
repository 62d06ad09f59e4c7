// Tests of the lock.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lock } from "./lock.mjs";

const inFolder = (name, work) =>
  test(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), "epidote-"));
    try {
      await work(join(folder, "deep", "lock"), folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

inFolder("the second waits for the first", async (path, folder) => {
  const order = [];
  const release = await lock(path);
  const second = lock(path).then((release) => {
    order.push("second");
    release();
  });
  // The second one has asked by now, and would have the lock if it could.
  await new Promise((done) => setImmediate(done));
  order.push("first");
  release();
  await second;
  assert.deepEqual(order, ["first", "second"]);
  assert.deepEqual(readdirSync(join(folder, "deep")), []);
});

inFolder("the lock of a process that was killed is not minded", async (path) => {
  (await lock(path))();
  const { pid } = spawnSync("true");
  for (const owner of [String(pid), ""]) {
    writeFileSync(path, owner);
    (await lock(path))();
    assert.equal(existsSync(path), false);
  }
});

inFolder("a process that ends gives it back", (path) => {
  const script = `const { lock } = await import(${JSON.stringify(new URL("lock.mjs", import.meta.url).href)}); await lock(process.argv[1]); process.exit(3);`;
  assert.equal(spawnSync(process.execPath, ["--input-type=module", "-e", script, path]).status, 3);
  assert.equal(existsSync(path), false);
});
