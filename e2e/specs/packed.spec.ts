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

// A text in UTF-16 with its mark, with the lower or the upper byte first.
const wide = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isLittle ? bytes : bytes.swap16();
};

test("a text in UTF-16 opens and is saved as UTF-8, packed or not", async ({ app }) => {
  const lines = LINES.replace("one", "Алехин é ♞");
  const files = [wide(lines, true), wide(lines, false), gzipSync(wide(lines, true))];
  for (const [at, bytes] of files.entries()) {
    const name = at === 2 ? `${at}.epd.gz` : `${at}.epd`;
    await app.drop({ name, bytes });
    await expect(app.messages).toContainText(`${at}.epd is a text in UTF-16.`);
    await expect(app.row(1)).toContainText("Алехин é ♞");
    expect((await app.save()).toString()).toBe(lines);
  }
  // Half of a character, half of a pair, and nothing but the mark.
  await app.drop({ name: "half.epd", bytes: Buffer.concat([wide(LINES, true), Buffer.from([0x00, 0xd8, 0x41])]) });
  await expect(app.row(2)).toContainText("two");
  await app.drop({ name: "empty.epd", bytes: wide("", true) });
  await expect(app.messages).toContainText("empty.epd is empty.");
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
