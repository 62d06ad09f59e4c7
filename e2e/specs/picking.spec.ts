// Several records of the list: selected by Ctrl, Shift and keys, worked on together, moved by keys and by the mouse.
import { readFileSync } from "node:fs";
import type { App } from "../pages/app.ts";
import { expect, test } from "../fixtures.ts";
import { apply, choose, deed } from "../pages/tools.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";
const lines = ["a", "b", "c", "d", "e", "f"].map((id) => `${K}  id "${id}";`);
const file = `${lines.join("\n")}\n`;

// The file after a change, as the letters of its records.
async function saved(app: App): Promise<string> {
  return (await app.save()).toString().replace(/.*id "(.)";\n/g, "$1");
}

// Which rows are selected, as screen readers are told.
async function expectPicked(app: App, rows: number[]): Promise<void> {
  for (let row = 1; row <= lines.length; row++) {
    await expect(app.row(row)).toHaveAttribute("aria-selected", String(rows.includes(row)));
  }
}

test.beforeEach(async ({ app }) => {
  await app.dropText("six.epd", file);
});

test("Ctrl and Shift with a click select several, and a plain click one", async ({ app, page }) => {
  await app.row(2).click();
  await expectPicked(app, [2]);
  await app.row(4).click({ modifiers: ["Control"] });
  await expectPicked(app, [2, 4]);
  await expect(page.getByText("2 of 6 selected")).toBeVisible();
  await expect(app.text).toHaveValue(/"d"/);
  await app.row(6).click({ modifiers: ["Shift"] });
  await expectPicked(app, [4, 5, 6]);
  await app.row(1).click({ modifiers: ["Control", "Shift"] });
  await expectPicked(app, [1, 2, 3, 4, 5, 6]);
  await app.row(3).click({ modifiers: ["Control"] });
  await expectPicked(app, [1, 2, 4, 5, 6]);
  await app.row(5).click();
  await expectPicked(app, [5]);
  await expect(page.getByText("of 6", { exact: true })).toBeVisible();
});

test("keys select several, all, and none", async ({ app, page }) => {
  await app.row(2).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expectPicked(app, [2, 3, 4]);
  await page.keyboard.press("Shift+ArrowUp");
  await expectPicked(app, [2, 3]);
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("Control+ArrowDown");
  await expectPicked(app, [2, 3]);
  await page.keyboard.press("Space");
  await expectPicked(app, [2, 3, 5]);
  await page.keyboard.press("Escape");
  await expectPicked(app, [5]);
  await page.keyboard.press("Control+a");
  await expect(page.getByText("6 of 6 selected")).toBeVisible();
  await page.keyboard.press("Home");
  await expectPicked(app, [1]);
  await page.keyboard.press("Shift+End");
  await expectPicked(app, [1, 2, 3, 4, 5, 6]);
  await app.button("Select none").click();
  await expectPicked(app, [6]);
});

test("several records are removed in one step, from the menu of one of them", async ({ app, page }) => {
  await app.row(2).click();
  await app.row(5).click({ modifiers: ["Control"] });
  await app.row(2).click({ button: "right" });
  await page.getByRole("menu", { name: "Record" }).getByRole("menuitem", { name: "Remove 2 records", exact: true }).click();
  await expect(app.text).toHaveValue(/"c"/);
  expect(await saved(app)).toBe("acdf");
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
  // The menu of another row is about that one alone.
  await app.row(1).click();
  await app.row(2).click({ modifiers: ["Control"] });
  await app.row(4).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove record", exact: true }).click();
  expect(await saved(app)).toBe("abcef");
  await app.records.focus();
  await page.keyboard.press("Delete");
  expect(await saved(app)).toBe("abcf");
});

test("commands and tools work on the selected records", async ({ app, page }) => {
  await app.row(2).click();
  await app.row(3).click({ modifiers: ["Control"] });
  await app.menu("Record", "Normalise 2 records");
  const normal = (ids: string) => lines.map((line, at) => (ids.includes("abcdef"[at]) ? line.replace("  id", " id") : line)).join("\n");
  await expect(app.messages).toContainText("2 of 2");
  expect((await app.save()).toString()).toBe(`${normal("bc")}\n`);
  await choose(page, "Normal form");
  await expect(page.getByRole("dialog")).toContainText("The 2 selected records of 6 lines in six.epd.");
  await expect(deed(page)).toHaveText("Normalise 2 lines");
  await page.keyboard.press("Escape");
  await app.row(5).click({ modifiers: ["Shift"] });
  await choose(page, "Normal form");
  await expect(deed(page)).toHaveText("Normalise 3 lines");
  await apply(page);
  await expect(app.messages).toContainText("3 of 3");
  expect((await app.save()).toString()).toBe(`${normal("bcde")}\n`);
  // They stay selected, until others are asked for.
  await expectPicked(app, [3, 4, 5]);
  const query = page.getByRole("combobox", { name: "Find records" });
  await query.fill('line:1 | line:4');
  await query.press("Enter");
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await expect(page.getByText(/of 6 selected/)).toHaveCount(0);
});

test("the selected records are analysed, and no others", async ({ app, page }) => {
  await app.limit("nodes", 2_000);
  await app.row(2).click();
  await app.row(5).click({ modifiers: ["Control"] });
  await app.menu("Analyse", "Analyse 2 records");
  await expect(app.messages).toContainText("2 of 2 lines done, 2 changed.");
  const analysed = (await app.save()).toString().trimEnd().split("\n");
  for (const [at, line] of analysed.entries()) {
    if (at === 1 || at === 4) expect(line).toMatch(new RegExp(` acn \\d+; .*id "${"abcdef"[at]}"; pv K`));
    else expect(line).toBe(lines[at]);
  }
  await expectPicked(app, [2, 5]);
  // The key does the same, and all of it is one step.
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
  await app.records.focus();
  await page.keyboard.press("a");
  await expect(app.text).toHaveValue(/ pv K/);
  await expect(app.button("Undo")).toHaveAttribute("title", /^Undo Analyse 2 records/);
  expect((await app.save()).toString().match(/ pv K/g)).toHaveLength(2);
});

test("the selected records are repaired, and no others", async ({ app }) => {
  const damaged = lines.map((line) => line.replace(/id "(.)"/, "id $1"));
  await app.dropText("damaged.epd", `${damaged.join("\n")}\n`);
  await app.row(1).click();
  await app.row(6).click({ modifiers: ["Control"] });
  await app.menu("Record", "Repair 2 records");
  await expect(app.messages).toContainText("2 of 2 lines checked, 2 changed.");
  const repaired = damaged.map((line, at) => (at === 0 || at === 5 ? `${K} id "${"abcdef"[at]}";` : line));
  expect((await app.save()).toString()).toBe(`${repaired.join("\n")}\n`);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(`${damaged.join("\n")}\n`);
});

test("a sheet of diagrams has the selected records, and all of them where one is selected", async ({ app, page }) => {
  const sheet = page.getByRole("dialog", { name: "Sheet of diagrams" });
  const open = async (made: string) => {
    await app.records.focus();
    await page.keyboard.press("d");
    await expect(sheet.getByRole("status", { name: "State of the sheet" })).toHaveText(made);
  };
  await app.row(2).click();
  await app.row(3).click({ modifiers: ["Control"] });
  await app.row(6).click({ modifiers: ["Control"] });
  await open("3 diagrams on 1 page.");
  const [download] = await Promise.all([page.waitForEvent("download"), sheet.getByRole("button", { name: "Save SVG" }).click()]);
  const svg = readFileSync(await download.path(), "utf8");
  // The captions: numbers and names.
  expect([...svg.matchAll(/>(\d)\.<\/tspan> (.)</g)].map(([, line, id]) => `${line} ${id}`)).toEqual(["2 b", "3 c", "6 f"]);
  await page.keyboard.press("Escape");
  await app.row(4).click();
  await open("6 diagrams on 1 page.");
});

test("an operation is removed from all selected records, in one step", async ({ app, page }) => {
  await app.row(2).click();
  await app.row(5).click({ modifiers: ["Control"] });
  await app.text.click();
  await page.keyboard.press("End");
  await app.menu("Record", "Remove the operation from 2 records");
  await expect(app.messages).toContainText("2 of 2");
  const without = lines.map((line, at) => (at === 1 || at === 4 ? K : line));
  expect((await app.save()).toString().replaceAll(/- +\n/g, "-\n")).toBe(`${without.join("\n")}\n`);
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
});

test("their text and a link to them are copied", async ({ app, page }) => {
  await app.row(5).click();
  await app.row(2).click({ modifiers: ["Control"] });
  await page.keyboard.press("Control+c");
  await expect(app.messages).toContainText("2 records copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${lines[1]}\n${lines[4]}\n`);
  await page.keyboard.press("c");
  await expect(app.messages).toContainText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(app.row(2)).toContainText("e");
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
});

test("records are moved by keys", async ({ app, page }) => {
  await app.row(2).click();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await expect(app.row(1)).toContainText("b");
  // It is at the top already.
  await page.keyboard.press("Alt+Shift+ArrowUp");
  expect(await saved(app)).toBe("bacdef");
  await app.row(5).click({ modifiers: ["Control"] });
  await page.keyboard.press("Alt+Shift+ArrowDown");
  expect(await saved(app)).toBe("acdfbe");
  await app.button("Undo").click();
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
});

async function dragRow(app: App, from: number, to: number, part = 0.1): Promise<void> {
  const [start, end] = [(await app.row(from).boundingBox())!, (await app.row(to).boundingBox())!];
  await app.page.mouse.move(start.x + 40, start.y + start.height / 2);
  await app.page.mouse.down();
  await app.page.mouse.move(start.x + 40, start.y + start.height / 2 + 3);
  await app.page.mouse.move(end.x + 40, end.y + end.height * part, { steps: 4 });
}

test("rows are dragged to another place, together if several are selected", async ({ app, page }) => {
  await dragRow(app, 5, 2);
  await page.mouse.up();
  expect(await saved(app)).toBe("aebcdf");
  await expect(app.text).toHaveValue(/"e"/);
  await app.row(4).click({ modifiers: ["Control"] });
  await dragRow(app, 4, 6, 0.9);
  await page.mouse.up();
  expect(await saved(app)).toBe("abdfec");
  await app.button("Undo").click();
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(file);
});

test("a drag is given up with Escape, and is nothing in another order", async ({ app, page }) => {
  await dragRow(app, 5, 2);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(app.button("Undo")).toBeDisabled();
  const head = app.records.getByRole("columnheader").filter({ hasText: "Record" });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await head.getByRole("button").click();
  await expect(app.row(1)).toContainText("f");
  await dragRow(app, 1, 3);
  await page.mouse.up();
  await expect(app.messages).toContainText("Sort the list by # first.");
  await expect(app.button("Undo")).toBeDisabled();
});

test("in what was found, records move among their neighbours there", async ({ app, page }) => {
  const query = page.getByRole("combobox", { name: "Find records" });
  await query.fill('line:2 | line:4 | line:6');
  await query.press("Enter");
  await expect(app.records).toHaveAttribute("aria-rowcount", "4");
  await dragRow(app, 3, 1);
  await page.mouse.up();
  await expect(app.row(1)).toContainText("f");
  await expect(app.row(2)).toContainText("b");
  expect(await saved(app)).toBe("afbcde");
});

test("several are selected by the menu alone, as a finger has it, and the menu is about its row", async ({ app, page }) => {
  const choose = async (row: number, name: string) => {
    await app.row(row).click({ button: "right" });
    const menu = page.getByRole("menu", { name: "Record" });
    await menu.getByRole("menuitem", { name, exact: true }).or(menu.getByRole("menuitemcheckbox", { name, exact: true })).click();
  };
  await choose(2, "Select among others");
  await choose(4, "Select among others");
  await expectPicked(app, [2, 4]);
  // A row that is no longer selected is shown, and its menu is about it alone.
  await app.row(5).click({ modifiers: ["Control"] });
  await app.row(5).click({ modifiers: ["Control"] });
  await expectPicked(app, [2, 4]);
  await choose(2, "Remove 2 records");
  expect(await saved(app)).toBe("acef");
});

test("a drag that is given up is no click, and does not outlive its file", async ({ app, page }) => {
  await app.row(2).click();
  await app.row(5).click({ modifiers: ["Control"] });
  await dragRow(app, 5, 5, 0.9);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expectPicked(app, [2, 5]);
  await dragRow(app, 5, 2);
  await page.keyboard.press("Alt+w");
  await page.mouse.up();
  await expect(app.button("New")).toBeVisible();
  await app.dropText("again.epd", file);
  await dragRow(app, 5, 2);
  await page.mouse.up();
  expect(await saved(app)).toBe("aebcdf");
});

test("after an undo, what was found is in the order of the file again", async ({ app, page }) => {
  const query = page.getByRole("combobox", { name: "Find records" });
  await query.fill("line:2 | line:4 | line:6");
  await query.press("Enter");
  await expect(app.records).toHaveAttribute("aria-rowcount", "4");
  await dragRow(app, 3, 1);
  await page.mouse.up();
  await expect(app.row(1)).toContainText("f");
  await app.button("Undo").click();
  await expect(app.row(3)).toContainText("f");
  await dragRow(app, 3, 1);
  await page.mouse.up();
  await expect(app.row(1)).toContainText("f");
});
