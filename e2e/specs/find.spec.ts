import { expect, test } from "../fixtures.ts";
import { apply, choose, dialog } from "../pages/tools.ts";

const lines = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3; id "start";',
  '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id "back rank";',
  '8/8/4k3/8/8/4K3/4P3/8 b - - ce -150; id "pawn end";',
  "4k3/8/8/8/8/8/8/4K3 w - -  id \"blanks\";",
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start again";',
];
const file = `${lines.join("\n")}\n`;

test("records are found by a query, and the keys stay among them", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await page.keyboard.press("Control+f");
  const box = page.getByRole("combobox", { name: "Find records" });
  await expect(box).toBeFocused();
  await page.keyboard.type("has:bm | ce<0");
  await expect(page.getByText("3 of 5 found")).toBeVisible();
  await expect(app.records).toHaveAttribute("aria-rowcount", "4");
  await expect(app.row(3)).toContainText("pawn end");

  await page.keyboard.press("ArrowDown");
  await expect(app.records).toBeFocused();
  await page.keyboard.press("End");
  await expect(app.text).toHaveValue(lines[2]!);
  await page.keyboard.press("ArrowUp");
  await expect(app.text).toHaveValue(lines[1]!);

  await box.focus();
  await page.keyboard.press("Escape");
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
});

test("chips list what is not solved, and what was changed", async ({ app, page }) => {
  const solved = `${lines[1]!} pv Ra8#;`;
  const missed = `${lines[1]!} pv Kf1;`;
  await app.dropText("suite.epd", `${[solved, missed, lines[1], lines[2]].join("\n")}\n`);
  const chip = (name: string) => page.getByRole("group", { name: "Frequent queries" }).getByRole("button", { name, exact: true });
  await chip("Unsolved").click();
  await expect(page.getByText("1 of 4 found")).toBeVisible();
  await app.row(1).click();
  await expect(app.text).toHaveValue(missed);
  await expect(chip("Unsolved")).toHaveAttribute("aria-pressed", "true");
  // Nothing was changed yet; then a record is, and is itself again.
  await chip("Changed").click();
  await expect(page.getByText("0 of 4 found")).toBeVisible();
  await chip("All").click();
  await app.row(4).click();
  await app.text.fill(`${lines[2]!} c0 "new";`);
  await chip("Changed").click();
  await expect(page.getByText("1 of 4 found")).toBeVisible();
  await expect(app.row(1)).toContainText("pawn end");
  await app.text.fill(lines[2]!);
  await chip("All").click();
  await chip("Changed").click();
  await expect(page.getByText("0 of 4 found")).toBeVisible();
});

// What each frequent query lists of this file, by its names.
const OFTEN: [string, string, string[]][] = [
  ["Problems", "(error | warning)", ["blanks", "no such move"]],
  ["Analysed", "has:pv", ["line"]],
  ["Mates", "mate", ["dm", "ce"]],
  ["Repeated", "dup", ["blanks", "line", "ce"]],
];

test("each frequent query lists its records, says so, and is left by All", async ({ app, page }) => {
  const kings = "4k3/8/8/8/8/8/8/4K3 w - -";
  const file = [
    `${kings} id "fine";`,
    `${kings}  id "blanks";`,
    `${kings.replace("w", "b")} bm Kd1; id "no such move";`,
    `${kings} id "line"; pv Kd2 Kd7;`,
    '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id "dm";',
    '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; id "ce";',
  ];
  await app.dropText("six.epd", `${file.join("\n")}\n`);
  const group = page.getByRole("group", { name: "Frequent queries" });
  const query = page.getByRole("combobox", { name: "Find records" });
  const expectPressed = (name: string) => expect(group.getByRole("button", { pressed: true })).toHaveText([name]);
  await expectPressed("All");
  for (const [name, asked, ids] of OFTEN) {
    await group.getByRole("button", { name, exact: true }).click();
    await expect(page.locator("#find-result"), name).toHaveText(`${ids.length} of 6 found`);
    for (const [at, id] of ids.entries()) await expect(app.row(at + 1), name).toContainText(id);
    await expect(app.records, name).toHaveAttribute("aria-rowcount", String(ids.length + 1));
    await expect(query, name).toHaveValue(asked);
    await expectPressed(name);
  }
  // A query that is typed presses its button, too.
  await query.fill("has:pv");
  await expectPressed("Analysed");
  await expect(page.locator("#find-result")).toHaveText("1 of 6 found");
  await group.getByRole("button", { name: "All", exact: true }).click();
  await expectPressed("All");
  await expect(app.records).toHaveAttribute("aria-rowcount", "7");
  await expect(query).toHaveValue("");
});

test("positions that repeat are found, and a bad query says what is wrong", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  const box = page.getByRole("combobox", { name: "Find records" });
  await box.fill("dup");
  await expect(page.getByText("1 of 5 found")).toBeVisible();
  await expect(app.row(1)).toContainText("start again");
  await box.fill("has:bm side:x");
  await expect(page.getByText("side:x: `x` is not a side: w or b")).toBeVisible();
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
});

test("the whole file is checked; a rule leads to its records and is fixed everywhere", async ({ app, page }) => {
  await app.dropText("five.epd", file);
  await app.button("Check file").click();
  const problems = page.getByRole("list", { name: "Problems of the file" });
  await expect(problems.getByRole("listitem")).toHaveCount(2);
  await app.button("W102 Superfluous blanks: 1 line").click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "2");
  await expect(app.row(1)).toContainText("blanks");
  await app.button("Fix all W102").click();
  expect((await app.save()).toString()).toBe(file.replace("- -  id", "- - id"));
});

test("a search that goes on does not say that there is nothing", async ({ app, page }) => {
  await app.dropText("many.epd", `${lines[2]}\n`.repeat(200_000));
  await expect(page.getByText("of 200,000", { exact: true })).toBeVisible();
  // Whether both were ever there at once, and whether the search was seen going on.
  await page.evaluate(() => {
    const seen = ((globalThis as unknown as { seen: { going: number; both: number } }).seen = { going: 0, both: 0 });
    new MutationObserver(() => {
      const isGoing = /\d+% searched/.test(document.querySelector("#find-result")?.textContent ?? "");
      seen.going += Number(isGoing);
      seen.both += Number(isGoing && document.querySelector(".records__empty") !== null);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("combobox", { name: "Find records" }).fill("has:zz");
  await expect(page.getByText("0 of 200,000 found")).toBeVisible();
  await expect(page.getByText("No record is found. Change the query, or press All.")).toBeVisible();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { going: number; both: number } }).seen);
  expect(seen.going).toBeGreaterThan(0);
  expect(seen.both).toBe(0);
});

test("a record that is added is listed, whatever the order and the query, and tools reach it", async ({ app, page }) => {
  const lines = ["ce 30", "ce 10", "ce 20"].map((ce) => `4k3/8/8/8/8/8/4P3/4K3 w - - ${ce};\n`);
  await app.dropText("a.epd", lines.join(""));
  await page.getByRole("columnheader", { name: "ce" }).click();
  await expect(app.row(1)).toContainText("+0.10");
  await app.row(1).click();
  await expect(app.text).toHaveValue(/ce 10;/);
  await app.records.press("Alt+Insert");
  await expect(app.row(2)).toHaveAttribute("aria-selected", "true");
  await expect(app.records).toHaveAttribute("aria-rowcount", "5");
  // It follows the record that was selected, in the list and in the file.
  await app.text.fill("4k3/8/8/8/8/8/4P3/4K3 w - - ce 5;");
  await page.getByRole("combobox", { name: "Find records" }).fill("ce>5");
  await expect(page.locator("#find-result")).toHaveText("3 of 4 found");
  await app.records.press("Alt+Insert");
  await expect(page.locator("#find-result")).toHaveText("4 of 5 found");
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "c9", Operands: '"x"' });
  await apply(page);
  await expect(app.messages).toContainText("4 of 4 lines examined, 4 changed");
  expect((await app.save()).toString().match(/c9 "x"/g)).toHaveLength(4);
});

test("tools wait for a search that is not finished", async ({ app, page }) => {
  const line = (at: number) => `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "${at}";`;
  await app.dropText("many.epd", Array.from({ length: 300_000 }, (_, at) => `${line(at)}\n`).join(""));
  await expect(page.getByRole("status", { name: "Announcements" })).toHaveText("many.epd is open: 300,000 lines");
  await page.getByRole("combobox", { name: "Find records" }).fill("bm:e2e4 -error");
  await app.records.focus();
  await choose(page, "Set an operation", { Opcode: "c9", Operands: '"x"' });
  await apply(page);
  await expect(app.messages).toContainText(/The search is not finished|300,000 of 300,000 lines examined, 300,000 changed/);
  await expect(page.locator("#find-result")).toHaveText("300,000 of 300,000 found");
  if (await dialog(page).isVisible()) await apply(page);
  await expect(app.messages).toContainText("300,000 of 300,000 lines examined, 300,000 changed", { timeout: 60_000 });
});


test("each file keeps its query while another one is in front", async ({ app, page }) => {
  const line = (id: string) => `4k3/8/8/8/8/8/8/4K3 w - - id "${id}";\n`;
  await app.dropText("a.epd", ["one", "two", "three"].map(line).join(""));
  await app.dropText("b.epd", ["four", "five"].map(line).join(""));
  const box = page.getByRole("combobox", { name: "Find records" });
  await box.fill("five");
  await expect(app.records).toHaveAttribute("aria-rowcount", "2");
  await app.tab("a.epd").click();
  await expect(box).toHaveValue("");
  await expect(app.records).toHaveAttribute("aria-rowcount", "4");
  await box.fill("t");
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await app.tab("b.epd").click();
  await expect(box).toHaveValue("five");
  await expect(app.records).toHaveAttribute("aria-rowcount", "2");
  await expect(app.row(1)).toContainText("five");
  await app.tab("a.epd").click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  // A file that is closed and opened again begins without one.
  await app.button("Close a.epd").click();
  await expect(box).toHaveValue("five");
  await app.dropText("a.epd", ["one", "two", "three"].map(line).join(""));
  await expect(box).toHaveValue("");
});
