// The report as a page: charts first, tables sorted by their heads, records behind bars, files compared.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";
import { apply, choose } from "../pages/tools.ts";

const KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - -";

const record = (group: string, number: number, played: string, nodes: number) =>
  `${KINGS} acd 4; acn ${nodes}; acs 0; bm e4; id "${group}.${number}"; pv ${played};`;

const SUITE = [
  record("v2", 1, "e4", 1000),
  record("v10", 1, "Kd2", 90),
  "# remark",
  record("v1", 1, "e4", 200),
  record("v2", 2, "Kd2", 20000),
  record("v10", 2, "Kd2", 3),
  record("v1", 2, "Kd2", 1500),
  "",
].join("\n");

const report = (page: Page) => page.getByRole("dialog", { name: "Report" });
const lines = async (page: Page) => (await report(page).getByRole("region", { name: /^Missed/ }).getByRole("row").allTextContents()).slice(1).map((text) => Number(/\d+/.exec(text)?.[0]));

async function open(app: App) {
  await app.records.focus();
  await choose(app.page, "Report");
  await apply(app.page);
  await expect(report(app.page)).toContainText("solved:");
}

test("it fills the window and begins with its charts", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  await open(app);
  const box = await report(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  await expect(report(page).getByText("Compare with")).toBeHidden();
  const first = report(page).locator("figure").first();
  await expect(first.locator("figcaption")).toHaveText("Solved by group");
  await expect(first).toBeInViewport({ ratio: 1 });
  const labels = await first.getByRole("link").allTextContents();
  expect(labels.map((text) => text.replaceAll(/\s+/g, " "))).toEqual(["v11 of 2: 50 % (9 to 91)", "v21 of 2: 50 % (9 to 91)", "v100 of 2: 0 % (0 to 66)"]);
  // The table behind them has the same numbers, with commas.
  await expect(report(page).getByRole("region", { name: "Groups" }).getByRole("row").nth(3)).toHaveText(/v10\s*2\s*0\s*0\.00 %/);
  await expect(report(page).getByRole("region", { name: /^Missed/ })).toContainText("20,000");
});

test("tables are sorted by their heads, with the keyboard too", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  await open(app);
  expect(await lines(page)).toEqual([2, 5, 6, 7]);
  const missed = report(page).getByRole("region", { name: /^Missed/ });
  const head = missed.getByRole("columnheader", { name: "acn" });
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(await lines(page)).toEqual([6, 2, 7, 5]);
  await expect(head.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  expect(await lines(page)).toEqual([5, 7, 2, 6]);
  await expect(head.getByRole("link")).toBeFocused();
  // Another column begins anew, and a folded table stays open when it is sorted.
  await missed.getByRole("columnheader", { name: "line" }).getByRole("link").click();
  await expect(head).not.toHaveAttribute("aria-sort");
  expect(await lines(page)).toEqual([2, 5, 6, 7]);
  await report(page).getByText(/^Solved \(2\)/).first().click();
  const solved = report(page).getByRole("region", { name: /^Solved/ });
  await solved.getByRole("columnheader", { name: "acn" }).getByRole("link").click();
  await expect(solved.getByRole("row").nth(1)).toContainText("200");
});

test("a bar lists its records", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  await open(app);
  await report(page).getByRole("link", { name: /v10/ }).click();
  await expect(report(page)).toBeHidden();
  await expect(app.records.getByRole("row")).toHaveCount(3);
  await expect(app.row(1)).toContainText("v10.1");
  await expect(app.row(2)).toContainText("v10.2");
  // The first of them is on the board, and all records are a press away.
  await expect(app.text).toHaveValue(/id "v10\.1"/);
  const all = page.getByRole("button", { name: "All", exact: true });
  await expect(all).toHaveAttribute("aria-pressed", "false");
  await all.click();
  await expect(app.records.getByRole("row")).toHaveCount(8);
  await expect(all).toHaveAttribute("aria-pressed", "true");
  await open(app);
  await report(page).getByRole("link", { name: /v10/ }).click();
  await expect(app.records.getByRole("row")).toHaveCount(3);
  // Again, with the keyboard, for the bar of another chart: the report is one of what is listed.
  await open(app);
  await report(page).getByRole("link", { name: /^2 to 4/ }).focus();
  await page.keyboard.press("Enter");
  await expect(report(page)).toBeHidden();
  await expect(app.records.getByRole("row")).toHaveCount(2);
  await expect(app.row(1)).toContainText("v10.2");
});

/** The bars of a chart as numbers: what each is called, how many of its records are solved and missed. */
async function bars(page: Page, title: string): Promise<string[]> {
  const figure = report(page).locator("figure").filter({ has: page.getByText(title, { exact: true }) });
  const shown = await figure.getByRole("link").allTextContents();
  await figure.getByText("Numbers", { exact: true }).click();
  const rows = await figure.getByRole("row").evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)));
  const told = rows.map(([label, solved, missed]) => `${label}: ${solved}+${missed}`);
  // What is drawn is what the table says; a bar without records leads nowhere.
  const drawn = rows.filter(([, solved, missed]) => Number(solved) + Number(missed) > 0);
  expect(shown).toEqual(drawn.map(([label, solved, missed]) => `${label}${Number(solved) + Number(missed)}`));
  return told;
}

test("scores are a chart by centipawns, and a bar of it lists its records", async ({ app, page }) => {
  const scored = (id: number, ce: number, played: string) => `${KINGS} bm e4; ce ${ce}; id "r${id}"; pv ${played};`;
  const scores: [number, string][] = [[-700, "Kd2"], [0, "e4"], [19, "Kd2"], [20, "e4"], [32_766, "e4"]];
  await app.dropText("scores.epd", scores.map(([ce, played], at) => `${scored(at + 1, ce, played)}\n`).join(""));
  await open(app);
  expect((await bars(page, "Score in centipawns (ce)")).filter((bar) => !bar.endsWith("0+0"))).toEqual([
    "-1,000 to -501: 0+1",
    "-20 to 19: 1+1",
    "20 to 49: 1+0",
    "32,001 and more: 1+0",
  ]);
  await report(page).getByRole("link", { name: /^-20 to 19/ }).click();
  await expect(report(page)).toBeHidden();
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await expect(app.row(1)).toContainText("r2");
  await expect(app.row(2)).toContainText("r3");
});

test("after a run its time and its nodes to the solution are charts", async ({ app, page }) => {
  const mate = (id: number) => `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "m${id}"; pv Ra8#;`;
  const missed = mate(4).replace("bm Ra8#", "bm h3").replace("m4", "missed");
  await app.dropText("mates.epd", `${mate(1)}\n${mate(2)}\n${missed}\n${mate(3)}\n`);
  // The records alone do not say when.
  await open(app);
  await expect(report(page)).not.toContainText("to the solution");
  await page.keyboard.press("Escape");
  await app.records.focus();
  await choose(page, "Search for bm and am", { Limit: "2000" });
  await apply(page);
  await expect(app.messages).toContainText("4 of 4 lines done");
  await open(app);
  // Only what is solved has a moment of its solution; how long that took is up to the machine.
  for (const title of ["Milliseconds to the solution", "Nodes to the solution"]) {
    const found = await bars(page, title);
    const solved = found.map((bar) => Number(/: (\d+)\+0$/.exec(bar)?.[1]));
    expect(solved.reduce((sum, count) => sum + count, 0), `${title}: ${found}`).toBe(3);
  }
  const figure = report(page).locator("figure").filter({ hasText: "Nodes to the solution" });
  const first = figure.getByRole("link").first();
  const count = Number(await first.locator("text").last().textContent());
  await first.click();
  await expect(app.records).toHaveAttribute("aria-rowcount", String(count + 1));
  for (let row = 1; row <= count; row++) await expect(app.row(row)).toContainText(/m\d/);
});

test("files are compared by picking them", async ({ app, page }) => {
  await app.dropText("old.epd", SUITE);
  await app.dropText("other.epd", `${KINGS} bm e4; id "x"; pv e4;\n`);
  await app.dropText("new.epd", SUITE.replaceAll("pv Kd2;", "pv e4;"));
  await open(app);
  const group = report(page).getByRole("group", { name: "Compare with" });
  await expect(group.getByRole("checkbox")).toHaveCount(2);
  await group.getByRole("checkbox", { name: "old.epd" }).focus();
  await page.keyboard.press("Space");
  await expect(report(page).getByRole("heading", { name: "old.epd against new.epd" })).toBeVisible();
  await expect(report(page)).toContainText("lost solves");
  // All runs come first, as charts, and then each of them.
  const headings = await report(page).getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.slice(-5)).toEqual(["Side by side", "old.epd against new.epd", "new.epd", "old.epd", "How the figures are made"]);
  await expect(report(page).getByRole("figure").first()).toContainText(/Solved by run.*new\.epd.*old\.epd/s);
  await expect(report(page).getByRole("figure").nth(1)).toContainText(/Solved by group.*v1: new\.epd.*v1: old\.epd.*v10: old\.epd/s);
  await expect(group.getByRole("checkbox", { name: "old.epd" })).toBeFocused();
  await expect(group.getByRole("checkbox", { name: "old.epd" })).toBeChecked();
  await group.getByRole("checkbox", { name: "other.epd" }).check();
  await expect(report(page).getByRole("heading", { name: "other.epd against new.epd" })).toBeVisible();
  await group.getByRole("checkbox", { name: "old.epd" }).uncheck();
  await expect(report(page).getByRole("heading", { name: "old.epd against new.epd" })).toHaveCount(0);
  await expect(group.getByRole("checkbox", { name: "other.epd" })).toBeChecked();
  // A record of the file that was compared is a press away.
  await report(page).getByText("Solved (1)").first().click();
  await report(page).getByRole("region", { name: "Solved (1)" }).getByRole("link", { name: "1", exact: true }).click();
  await expect(page).toHaveTitle(/other\.epd/);
  // So are the records of a bar of a file that is not in front, by the lines that they had.
  await app.tab("new.epd").click();
  await open(app);
  await group.getByRole("checkbox", { name: "old.epd" }).check();
  await expect(report(page).getByRole("heading", { name: "old.epd against new.epd" })).toBeVisible();
  await report(page).getByRole("link", { name: /v10/ }).last().click();
  await expect(page).toHaveTitle(/old\.epd/);
  await expect(app.records.getByRole("row")).toHaveCount(3);
  await expect(app.row(1)).toContainText("v10.1");
  await expect(page.locator("#find-result")).toHaveText("2 of 7 found");
});

test("it is in the language of the page, with its numbers, and so is what is saved", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  await app.language.selectOption("ru");
  await app.records.focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Отчёт", exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: /^Отчёт/ }).last().click();
  const shown = page.getByRole("dialog", { name: "Отчёт" });
  await expect(shown).toContainText("Решено 2 из 6: 33,33 % (интервал 95 %: от ");
  await expect(shown.locator("figure").first().locator("figcaption")).toHaveText("Решено по группам");
  await expect(shown.getByRole("region", { name: /^Не решены/ })).toContainText("20\u00a0000");
  // Numbers are sorted by their values, not by their signs.
  const head = shown.getByRole("region", { name: /^Не решены/ }).getByRole("columnheader", { name: "acn" });
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const [download] = await Promise.all([page.waitForEvent("download"), shown.getByRole("button", { name: "HTML" }).click()]);
  const html = readFileSync(await download.path(), "utf8");
  expect(html).toContain('<html lang="ru">');
  expect(html).toContain("Откуда числа");
});

test("each file keeps what is known of its last run, also when the same is found once more", async ({ app, page }) => {
  const first = `${KINGS} bm e4; id "one";\n`;
  await app.dropText("one.epd", first);
  const run = async (nodes: string, told: string) => {
    await app.records.focus();
    await choose(page, "Search for bm and am", { Limit: nodes });
    await apply(page);
    await expect(app.messages).toContainText(told);
  };
  await run("3000", "1 of 1 line done, 1 changed.");
  const results = page.getByRole("status", { name: "Results" });
  await expect(results).toHaveText(/^\d solved, \d missed\.$/);
  await run("3000", "1 of 1 line done, 0 changed.");
  await app.dropText("other.epd", first.replace("one", "other"));
  // What is left of the run is that of the other file.
  await expect(results).toHaveText(/^\d solved, \d missed \(one\.epd\)\.$/);
  await run("4000", "1 of 1 line done, 1 changed.");
  await app.tab(/^one\.epd/).click();
  await open(app);
  await expect(report(page)).toContainText(/Epidote [^,]+, 3,000 nodes, .*, \d{4}-\d\d-\d\d \d\d:\d\d/);
  await report(page).getByLabel(/^other\.epd/).check();
  await expect(report(page)).toContainText("4,000 nodes");
  // On paper it has as many pages as it needs, and nothing else.
  await page.emulateMedia({ media: "print" });
  await expect(app.records).toBeHidden();
  await expect(report(page).getByRole("button", { name: "Markdown" })).toBeHidden();
  const [height, whole] = await report(page).evaluate((dialog) => [dialog.clientHeight, dialog.scrollHeight]);
  expect(height).toBe(whole);
});

test("Back shows a report again that one of its links has left, and then leaves it", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  const address = page.url();
  await open(app);
  await report(page).getByRole("region", { name: /^Missed/ }).getByRole("link").last().click();
  await expect(report(page)).toBeHidden();
  await page.goBack();
  await expect(report(page)).toContainText("solved:");
  await page.goBack();
  await expect(report(page)).toBeHidden();
  expect(page.url()).toBe(address);
  await expect(app.tab("suite.epd")).toBeVisible();
  // And once more, closed by its button.
  await open(app);
  await report(page).getByRole("link", { name: /^\d+$/ }).first().click();
  await page.goBack();
  await report(page).getByRole("button", { name: "Close" }).click();
  await expect(report(page)).toBeHidden();
  await expect(app.text).toBeVisible();
});

test("Back says of a report that records have changed since", async ({ app, page }) => {
  await app.dropText("suite.epd", SUITE);
  await open(app);
  await report(page).getByRole("region", { name: /^Missed/ }).getByRole("link").last().click();
  await app.text.fill(record("v1", 2, "e4", 7));
  await page.goBack();
  await expect(report(page)).toContainText("solved:");
  await expect(report(page)).toContainText("records have changed");
});
