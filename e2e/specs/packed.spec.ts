// Packed files are opened as their content.
import { gzipSync } from "node:zlib";
import { expect, test } from "../fixtures.ts";

const LINES = '4k3/8/8/8/8/8/8/4K3 w - - id "one";\n4k3/8/8/8/8/8/8/4K3 w - - id "two";\n';

test("a gzip file opens as what is inside", async ({ app }) => {
  await app.drop({ name: "x.epd.gz", bytes: gzipSync(LINES) });
  await expect(app.row(2)).toContainText("two");
  await app.text.fill("changed");
  expect((await app.save()).toString()).toBe(LINES.replace(/.*\n/, "changed\n"));
});

test("what stands before the damage of a gzip file is open", async ({ app }) => {
  await app.drop({ name: "x.epd.gz", bytes: Buffer.concat([gzipSync(LINES), Buffer.from("garbage")]) });
  await expect(app.row(2)).toContainText("two");
  await expect(app.messages).toContainText("x.epd.gz is damaged, or has extra data after its end");
});

test("what only looks like a gzip file is told", async ({ app }) => {
  await app.drop({ name: "x.epd.gz", bytes: Buffer.from([0x1f, 0x8b, 8, 1, 2, 3]) });
  await expect(app.messages).toContainText("x.epd.gz cannot be opened");
});
