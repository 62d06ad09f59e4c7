// Work on many records at once: a preview, one undo step, and only the listed records.
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import { apply, choose, dialog, preview } from "../pages/tools.ts";

const KINGS = "4k3/8/8/8/8/8/8/4K3 w - -";
const line = (operations: string, fields = KINGS) => `${fields} ${operations}\n`;

const FILE = [
  line('ce 30; id "b.10";'),
  "# a note\n",
  line('bm Ke2; ce -5; id "b.9";', "8/8/4k3/8/8/8/8/4K3 w - -"),
  line('acd 9; id "a";'),
].join("");

test("an operation is set in all records, after a look, in one step", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "id", Operands: '"n{n:2}"' });
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(preview(page)).toContainText("3 lines.");
  await expect(dialog(page)).toContainText("Show 3 of 3");
  await expect(dialog(page).getByRole("row").first()).toContainText(/id "b.10".*id "n01"/);
  await expect(page).toHaveTitle("x.epd – Epidote");
  await apply(page);
  await expect(dialog(page)).toBeHidden();
  await expect(app.row(4)).toContainText("n04");
  const expected = FILE.replace("b.10", "n01").replace("b.9", "n03").replace('"a"', '"n04"');
  expect((await app.save()).toString()).toBe(expected);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(FILE);
});

test("the first records are shown as they would be, while the form is filled in", async ({ app, page }) => {
  const many = Array.from({ length: 2000 }, (_, at) => line(`id "${at}";`)).join("");
  await app.dropText("x.epd", many);
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "c0" });
  await dialog(page).getByLabel("Operands", { exact: true }).fill('"new"');
  await expect(preview(page)).toContainText("500 of the first 500 lines.");
  await expect(dialog(page).getByRole("row").first()).toContainText(/c0 "new"; id "0";/);
  await dialog(page).getByLabel("Operands", { exact: true }).fill('"newer"');
  await expect(dialog(page).getByRole("row")).toHaveCount(5);
  await expect(dialog(page).getByRole("row").first()).toContainText(/c0 "newer"; id "0";/);
  // The whole file is examined when asked for.
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(preview(page)).toContainText("2,000 lines.");
  await expect(page).toHaveTitle("x.epd – Epidote");
  await dialog(page).getByLabel("Operands", { exact: true }).press("Enter");
  await expect(page).toHaveTitle("• x.epd – Epidote");
  await expect(dialog(page)).toHaveCount(0);
  expect((await app.save()).toString()).toBe(many.replaceAll(" id", ' c0 "newer"; id'));
});

test("what would be moved, removed or counted is shown, too, unless it takes long", async ({ app, page }) => {
  await app.dropText("x.epd", FILE + line('id "a twin";', "8/8/4k3/8/8/8/8/4K3 w - -"));
  await app.records.focus();
  await choose(page, "Sort", { "By (an opcode, or position, men, length)": "ce" });
  await expect(preview(page)).toContainText("3 lines.");
  await expect(dialog(page).getByRole("row")).toHaveCount(5);
  await expect(dialog(page).getByRole("row").first()).toContainText("ce -5");
  await dialog(page).getByRole("combobox", { name: "Order" }).selectOption("descending");
  await expect(dialog(page).getByRole("row").first()).toContainText("ce 30");
  await dialog(page).getByRole("radio", { name: "Remove duplicates", exact: true }).check({ force: true });
  await expect(preview(page)).toContainText("2 lines.");
  await dialog(page).getByRole("radio", { name: "Statistics", exact: true }).check({ force: true });
  await expect(preview(page).getByRole("row", { name: "with ce 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveTitle("x.epd – Epidote");
  // Very many lines wait until they are asked for, long after the pause is over.
  await app.dropText("y.epd", line('ce 1; id "a";').repeat(20_001));
  await app.records.focus();
  await choose(page, "Sort", { "By (an opcode, or position, men, length)": "ce" });
  await dialog(page).getByRole("radio", { name: "Normal form", exact: true }).check({ force: true });
  await expect(preview(page)).toContainText("500");
  await page.clock.install();
  await dialog(page).getByRole("radio", { name: "Sort", exact: true }).check({ force: true });
  await page.clock.runFor(5_000);
  await expect(preview(page)).toBeEmpty();
  await page.clock.resume();
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(preview(page)).toContainText("Nothing would change");
});

test("a form that is opened again shows what it will do", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Sort", { "By (an opcode, or position, men, length)": "ce", Order: "descending" });
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await app.records.focus();
  await page.keyboard.press("e");
  await expect(dialog(page).getByRole("combobox", { name: "Order" }).locator("option:checked")).toHaveText("descending");
  // Another file that is opened under the dialog is what the button is about.
  await app.drop({ name: "y.epd", bytes: Buffer.from(line('id "y";').repeat(7)) });
  await expect(dialog(page).getByRole("button", { name: "Sort 7 lines", exact: true })).toBeVisible();
});

test("only the records that are listed change", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await page.getByRole("combobox", { name: "Find records" }).fill("ce<0");
  await expect(page.locator("#find-result")).toHaveText("1 of 4 found");
  await app.records.focus();
  await choose(page, "Remove operations", { Opcodes: "ce id" });
  await expect(dialog(page)).toContainText("The 1 listed record of 4 lines in x.epd.");
  await apply(page);
  await expect(page).toHaveTitle("• x.epd – Epidote");
  expect((await app.save()).toString()).toBe(FILE.replace(' ce -5; id "b.9";', ""));
});

test("records are sorted as readers count, and comments stand last", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Sort");
  await expect(dialog(page).getByRole("button", { name: "Sort 4 lines", exact: true })).toBeVisible();
  await apply(page);
  await expect(app.messages).toContainText("Sort: ");
  const [one, note, two, three] = FILE.split(/(?<=\n)/);
  expect((await app.save()).toString()).toBe([three, two, one, note].join(""));
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(FILE);
});

test("one record of each position stays, with the operations of the others", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Remove duplicates", { "Operations only in the duplicates": "keep" });
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(preview(page)).toContainText("1 line.");
  await apply(page);
  await expect(app.messages).toContainText("1 line removed");
  const [, note, two] = FILE.split(/(?<=\n)/);
  expect((await app.save()).toString()).toBe([line('acd 9; ce 30; id "b.10";'), note, two].join(""));
});

test("records are extracted, and files merged", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Split into files", { "Records per file": "2" });
  await apply(page);
  await expect(page).toHaveTitle("• x-part2.epd – Epidote");
  expect((await app.save()).toString()).toBe(line('acd 9; id "a";'));
  await app.records.focus();
  await choose(page, "Merge open files");
  await apply(page);
  await expect(page).toHaveTitle("• x-merged.epd – Epidote");
  expect((await app.save()).toString()).toBe(FILE + FILE);
});

test("no part of a file that is split consists of comments", async ({ app, page }) => {
  await app.dropText("x.epd", `${FILE}# end\n\n`);
  await app.records.focus();
  await choose(page, "Split into files", { "Records per file": "1" });
  await apply(page);
  await expect(page).toHaveTitle("• x-part3.epd – Epidote");
  expect((await app.save()).toString()).toBe(`${line('acd 9; id "a";')}# end\n\n`);
  await page.getByRole("button", { name: /^x-part2/ }).click();
  const [, note, two] = FILE.split(/(?<=\n)/);
  expect((await app.save()).toString()).toBe(note + two);
});

test("EPD keeps its line ends when it is exported, and FEN the rights of Chess960", async ({ app, page }) => {
  const start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -";
  const hidden = "4k3/8/8/8/8/8/8/R5K1 w";
  const file = `# Windows\r\n${start} id "start";\r\n${hidden} Q - bm Kf2;\r\n`;
  const exported = async (format: string) => {
    await app.records.focus();
    await choose(page, "Export", { Format: format });
    const [download] = await Promise.all([page.waitForEvent("download"), apply(page)]);
    return readFileSync(await download.path(), "utf8");
  };
  await app.dropText("x.epd", file);
  expect(await exported("epd")).toBe(file);
  await app.row(2).click();
  const offer = page.getByRole("status", { name: "Chess960", exact: true });
  await offer.getByRole("button", { name: "Read as Chess960" }).click();
  expect(await exported("normal")).toBe(file);
  expect((await exported("fen")).split("\n")[1]).toBe(`${hidden} A - 0 1`);
});

test("records are exported as a table", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Export", { Format: "csv" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    apply(page),
  ]);
  expect(download.suggestedFilename()).toBe("x.csv");
  const rows = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(rows[0]).toBe("line,placement,side,castling,en_passant,acd,bm,ce,id");
  expect(rows[2]).toBe("3,8/8/4k3/8/8/8/8/4K3,w,-,-,,Ke2,-5,b.9");
});

test("records that are listed are exported with the numbers of their lines", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await page.getByRole("combobox", { name: "Find records" }).fill("has:acd");
  await expect(page.getByText("1 of 4 found")).toBeVisible();
  await app.records.focus();
  await choose(page, "Export", { Format: "json" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    apply(page),
  ]);
  // The format comes before the records.
  const [, ...records] = JSON.parse(readFileSync(await download.path(), "utf8")) as { line: number }[];
  expect(records.map((record) => record.line)).toEqual([4]);
});

test("an export tells which records it has no place for", async ({ app, page }) => {
  await app.dropText("x.epd", `${FILE}8/8/8/8/8/8/8/8 w - - id "no kings";\nno record\n`);
  await app.records.focus();
  await choose(page, "Export", { Format: "pgn" });
  await Promise.all([page.waitForEvent("download"), apply(page)]);
  await expect(app.messages).toContainText(
    "Exported to x.pgn: 2 records have no place in this format, the first in line 5.",
  );
});

test("a duplicate with something that cannot be merged stays, and is told", async ({ app, page }) => {
  const kings = "4k3/8/8/8/8/8/8/4K3 w - -";
  await app.dropText("x.epd", `${kings} id "a";\n${kings} c0 "never closed\n${kings} ce 5;\n`);
  await app.records.focus();
  await choose(page, "Remove duplicates", { "Operations only in the duplicates": "keep" });
  await apply(page);
  await expect(app.messages).toContainText("1 line removed; 1 stays, with something that cannot be merged.");
  expect((await app.save()).toString()).toBe(`${kings} ce 5; id "a";\n${kings} c0 "never closed\n`);
});

test("a table tells which operations it has no place for", async ({ app, page }) => {
  await app.dropText("x.epd", `${FILE}4k3/8/8/8/8/8/8/4K3 w - - ce 5; ce 6; id "twice";\n`);
  await app.records.focus();
  await choose(page, "Export", { Format: "csv" });
  await Promise.all([page.waitForEvent("download"), apply(page)]);
  await expect(app.messages).toContainText(
    "Exported to x.csv: 1 operation has no place in its column: a second one of its opcode, a number that cannot be read, or the name of another column; the first is in line 5.",
  );
});

test("records of another game are no games of chess in an export", async ({ app, page }) => {
  await app.dropText("x.epd", `% suicide chess\n${FILE}`);
  await app.records.focus();
  await choose(page, "Export", { Format: "pgn" });
  await Promise.all([page.waitForEvent("download"), apply(page)]);
  await expect(app.messages).toContainText(/Exported to x\.pgn: \d records have no place in this format/);
});

test("statistics count what there is, and a wrong field is told", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Statistics");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(preview(page).getByRole("row", { name: "with ce 2" })).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Rename an operation", exact: true }).check({ force: true });
  await dialog(page).getByLabel("To", { exact: true }).fill("9x");
  await apply(page);
  await expect(preview(page)).toContainText("“9x” is not an opcode");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("a new tool takes the place of what was undone, and undo stays at its record", async ({ app, page }) => {
  const text = ["c", "a", "b"].map((id) => `4k3/8/8/8/8/8/8/4K3 w - - id "${id}";\n`).join("");
  await app.dropText("a.epd", text);
  await page.keyboard.press("Alt+ArrowDown");
  await choose(page, "Sort", { "By (an opcode, or position, men, length)": "id" });
  await apply(page);
  await expect(app.row(1)).toContainText("a");
  await page.keyboard.press("Control+z");
  await expect(app.button("Redo")).toBeEnabled();
  await choose(page, "Set an operation", { Opcode: "c0", Operands: '"x"' });
  await apply(page);
  await expect(app.messages).toContainText("3 of 3");
  await expect(app.button("Redo")).toBeDisabled();
  await expect(app.text).toHaveValue(/c0 "x"; id "a"/);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(/- - id "a";$/);
  expect((await app.save()).toString()).toBe(text);
});

test("the counters of FEN are columns of an exported table", async ({ app, page }) => {
  await app.dropText("a.epd", '4k3/8/8/8/8/8/8/4K3 w - - 4 9 zz 5;\n4k3/8/8/8/8/8/8/4K3 b - - id "x";\n');
  await choose(page, "Export", { Format: "csv" });
  const [download] = await Promise.all([page.waitForEvent("download"), apply(page)]);
  const table = readFileSync(await download.path()).toString();
  expect(table).toBe("line,placement,side,castling,en_passant,fmvn,hmvc,id,zz\r\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,9,4,,5\r\n2,4k3/8/8/8/8/8/8/4K3,b,-,-,,,x,\r\n");
});

test("what is said while a dialog is open is said in it, and an empty recipe says what to do", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  await choose(page, "Normal form");
  await expect(dialog(page)).toContainText("No step yet: choose a tool and its settings, and add it.");
  const link = dialog(page).getByRole("button", { name: "Copy recipe link" });
  await expect(link).toHaveAttribute("title", "The recipe has no step yet");
  await dialog(page).getByRole("button", { name: "Add this step" }).click();
  await expect(dialog(page)).not.toContainText("No step yet");
  await link.click();
  await expect(dialog(page).getByRole("log")).toContainText("copied");
  // It can be closed there, and is gone with the dialog open.
  await dialog(page).getByRole("log").getByRole("button").click();
  await expect(dialog(page).getByRole("log").getByRole("button")).toHaveCount(0);
  await link.click();
  await page.keyboard.press("Escape");
  await expect(app.messages).toContainText("copied");
});

test("each tool has its own fields, whatever was typed into those of another one", async ({ app, page }) => {
  await app.dropText("x.epd", FILE);
  await app.records.focus();
  await choose(page, "Analyse", { Limit: "777" });
  const tool = (name: string) => dialog(page).getByRole("radio", { name, exact: true }).check({ force: true });
  await tool("Prove mates");
  await expect(dialog(page).getByLabel("Maximum nodes per record (empty: no limit)")).toHaveValue("");
  await tool("Analyse");
  const limit = dialog(page).getByLabel("Limit", { exact: true });
  await expect(limit).toHaveValue("200000");
  // Another unit is another number; a number that is typed after that stays.
  await dialog(page).getByLabel("Kind of limit").selectOption("depth (plies)");
  await expect(limit).toHaveValue("10");
  await limit.fill("12");
  await dialog(page).getByLabel("Best lines").fill("2");
  await expect(limit).toHaveValue("12");
  await tool("Remove operations");
  await dialog(page).getByLabel("Opcodes").fill("c0 id");
  await tool("Rename an operation");
  await expect(dialog(page).getByLabel("From")).toHaveValue("c0");
});

test("the first records are graded while the form of the report is filled in", async ({ app, page }) => {
  await app.dropText("x.epd", line('bm Kd2; pv Kd2; id "a.1";') + line('bm Kd2; pv Kf1; id "b.1";') + line('id "c.1";').repeat(9));
  await app.records.focus();
  const sample = dialog(page).getByRole("group", { name: "The first records, as the report grades them" });
  await choose(page, "Report");
  await expect(sample).toHaveText(/^line,id,group,bm,result,solved\s+1,a\.1,a,Kd2,Kd2,1\s+2,b\.1,b,Kd2,Kf1,0\s*$/);
  await expect(dialog(page)).not.toContainText("Nothing would change");
});

test("how a new file would begin is shown, by its format", async ({ app, page }) => {
  await app.dropText("other.epd", line('id "first";'));
  await app.dropText("x.epd", FILE + line('id "z";').repeat(9));
  await app.records.focus();
  const sample = dialog(page).getByRole("group", { name: "How the file would begin" });
  await choose(page, "Extract to a new file");
  await expect(sample).toHaveText(FILE.trim() + `\n${KINGS} id "z";`);
  await choose(page, "Export", { Format: "csv" });
  await expect(sample).toHaveText(/^line,placement,side,castling,en_passant,acd,bm,ce,id\s+1,4k3\/8/);
  await dialog(page).getByLabel("Format").selectOption("pgn");
  await expect(sample).toHaveText(/^\[Event "b\.10"\]/);
  // All files are merged, in the order of their tabs.
  await choose(page, "Merge open files");
  await expect(sample).toHaveText(`${KINGS} id "first";`);
  await expect(dialog(page)).toContainText("14 lines.");
  // The dialog says which file it is about, also when another one comes.
  await expect(dialog(page)).toContainText("The whole file x.epd: 13 lines.");
  await app.drop({ name: "third.epd", bytes: Buffer.from(line('id "third";')) });
  await expect(dialog(page)).toContainText("The whole file third.epd: 1 line.");
});

test("an order that is there already shows nothing", async ({ app, page }) => {
  await app.dropText("x.epd", line('id "a";') + line('id "b";'));
  await app.records.focus();
  await choose(page, "Sort", { "By (an opcode, or position, men, length)": "id" });
  await expect(preview(page)).toContainText("Nothing would change.");
  await expect(dialog(page).getByText(/^Show \d/)).toHaveCount(0);
});

test("the form of a tool is in view once its card is pressed on a phone", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  await page.keyboard.press("e");
  const title = page.getByRole("dialog").getByRole("heading", { name: "Sort", exact: true });
  await page.getByRole("dialog").locator(".card").filter({ hasText: /^Sort/ }).click();
  await expect(title).toBeInViewport();
  // And again, from the cards above.
  await page.getByRole("dialog").locator(".card").filter({ hasText: /^Repair/ }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Repair", exact: true })).toBeInViewport();
});
