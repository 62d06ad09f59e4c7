// Files that do not fit into the memory that the page has for them (32 MB): their lines come and go.
import { expect, test } from "../fixtures.ts";
import { apply, choose } from "../pages/tools.ts";

const LINES = 24_000;
// Tabs, so that the normal form is another one; a score of old programs; a move that a repair rewrites.
const line = (at: number) =>
  `4k3/8/8/8/8/8/4P3/4K3 w - -\tbm e2e4; c0 "${"a comment that is longer than needed, ".repeat(40)}"; ce 25; id "${at}";`;
const FILE = Buffer.from(Array.from({ length: LINES }, (_, at) => `${line(at)}\n`).join(""));

// Each verb that rewrites records, its settings, and what every line has then.
const VERBS: [tool: string, settings: Record<string, string>, has: RegExp][] = [
  ["Set an operation", { Opcode: "c9", Operands: '"{n}"' }, / c9 "\d+";/],
  ["Remove operations", { Opcodes: "ce" }, /^4k3(?!.* ce )/],
  ["Rename an operation", { From: "c0", To: "c3" }, / c3 "a comment/],
  ["Stamp with the date", {}, / ts \d{4}/],
  ["Reverse colours", {}, /^4k3\/4p3\/8\/8\/8\/8\/8\/4K3 b - -\tbm e7e5;/],
  ["Tenths to centipawns", {}, / ce 250;/],
  ["Repair", {}, /bm e4;/],
  ["Normal form", {}, /^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - - bm /],
];

test("every verb reaches all lines of a file that is larger than the memory for it", async ({ app, page }) => {
  test.setTimeout(240_000);
  expect(FILE.length).toBeGreaterThan(36 << 20);
  const all = LINES.toLocaleString("en");
  for (const [tool, settings, has] of VERBS) {
    // Anew, so that no message is of the verb before.
    await app.open();
    await app.drop({ name: "large.epd", bytes: FILE });
    await app.tab("large.epd").waitFor();
    await expect(page.getByRole("status", { name: "Announcements" })).toHaveText(`large.epd is open: ${all} lines`);
    await app.records.focus();
    await choose(page, tool, settings);
    await apply(page);
    await expect(app.messages, tool).toContainText(`${all} of ${all} lines examined, ${all} changed`, { timeout: 60_000 });
    const lines = (await app.save()).toString().trimEnd().split("\n");
    expect(lines.filter((line) => has.test(line)).length, tool).toBe(LINES);
    await app.button("Undo").click();
    await expect(app.text, tool).toHaveValue(/^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - -\tbm e2e4; c0 "a comment [^"]*"; ce 25; id "\d+";$/);
    expect((await app.save()).equals(FILE), tool).toBe(true);
  }
});

test("lines in another order than those of the file are worked on and saved", async ({ app, page }) => {
  const all = LINES.toLocaleString("en");
  await app.drop({ name: "large.epd", bytes: FILE });
  await app.tab("large.epd").waitFor();
  await expect(page.getByRole("status", { name: "Announcements" })).toHaveText(`large.epd is open: ${all} lines`);
  await app.records.focus();
  await choose(page, "Shuffle", { Seed: "7" });
  await apply(page);
  await expect(app.messages).toContainText("moved");
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "c9", Operands: '"{n}"' });
  await apply(page);
  await expect(app.messages).toContainText(`${all} of ${all} lines examined, ${all} changed`, { timeout: 60_000 });
  const lines = (await app.save()).toString().trimEnd().split("\n");
  const id = (line: string) => Number(/ id "(\d+)";/.exec(line)?.[1]);
  expect(lines.map((line) => Number(/ c9 "(\d+)";/.exec(line)?.[1]))).toEqual(lines.map((_, at) => at + 1));
  expect(lines.map(id)).not.toEqual(lines.map((_, at) => at));
  expect(lines.map((line) => line.replace(/ c9 "\d+";/, "")).toSorted()).toEqual(FILE.toString().trimEnd().split("\n").toSorted());
  await app.button("Undo").click();
  await app.button("Undo").click();
  expect((await app.save()).equals(FILE)).toBe(true);
});
