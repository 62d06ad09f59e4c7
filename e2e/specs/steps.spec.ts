// How many steps common tasks take. A step is a click, a key, a text typed or pasted, a choice, or a drag. The numbers
// are those of the table in docs/design.md, and a test is named after its row.
import { existsSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { deed, dialog } from "../pages/tools.ts";

const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "mate";';
const ITALIAN = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id "italian";';
const KINGS = '4k3/8/8/8/8/8/8/4K3 w - - id "kings";';

const DESIGN = readFileSync(new URL("../../docs/design.md", import.meta.url), "utf8");

/** The steps of the task of this test, by the table. */
function promised(): number {
  const row = DESIGN.split("\n").find((row) => row.startsWith(`| ${test.info().title} |`));
  return Number(row?.split("|").at(-2));
}

/** Does what a user does, and counts it. */
class Hand {
  steps = 0;

  constructor(readonly page: Page) {}

  async click(what: Locator, key?: "Control" | "Shift"): Promise<void> {
    this.steps += 1;
    await what.click({ modifiers: key ? [key] : [] });
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string, into: Locator): Promise<void> {
    this.steps += 1;
    await into.fill(text);
  }

  async choose(option: string, of: Locator): Promise<void> {
    this.steps += 1;
    await of.selectOption(option);
  }

  async drag(from: Locator, to: Locator): Promise<void> {
    this.steps += 1;
    await from.dragTo(to);
  }

  /** Chooses a tool in the dialog for many records. */
  async tool(name: string): Promise<void> {
    await this.press("e");
    this.steps += 1;
    await dialog(this.page).getByRole("radio", { name, exact: true }).check({ force: true });
  }
}

test("a new position, by a move on the first page, and the link to it", async ({ app, page, context }) => {
  const hand = new Hand(page);
  await hand.drag(app.square("e2"), app.square("e4"));
  await expect(app.text).toHaveValue(/ pv e4;$/);
  await hand.press("c");
  await expect(app.messages).toContainText("Link copied.");
  expect(hand.steps).toBe(promised());
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/ pv e4;$/);
});

test("a new position by its FEN, and the link to it", async ({ app, page, context }) => {
  const hand = new Hand(page);
  await hand.press("b");
  await hand.type("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", page.getByLabel("FEN", { exact: true }));
  await hand.press("Enter");
  await expect(app.text).toHaveValue(/^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - -/);
  await hand.click(app.button("Share…"));
  const link = page.getByRole("dialog", { name: "Share the record" }).getByRole("textbox", { name: "Link to the record" });
  await expect(link).toHaveValue(/#\//);
  expect(hand.steps).toBe(promised());
  const other = await context.newPage();
  await other.goto(await link.inputValue());
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - -/);
});

test("the line of the engine for a record", async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await app.dropText("a.epd", `${MATE}\n`);
  const hand = new Hand(page);
  await hand.press("t");
  const line = page.getByRole("listitem", { name: "Line 1", exact: true });
  await expect(line).toContainText("Ra8#");
  await expect(line).toBeInViewport({ ratio: 1 });
  expect(hand.steps).toBe(promised());
});

test("Stockfish at depth 12 writes its analysis into a file", async ({ app, page }) => {
  test.skip(!existsSync(new URL("../../dist/engines", import.meta.url)), "the build has no Stockfish");
  await app.dropText("a.epd", `${MATE}\n${ITALIAN}\n`);
  await app.records.focus();
  const hand = new Hand(page);
  await hand.tool("Analyse");
  await hand.choose("Stockfish 19", dialog(page).getByLabel("Engine", { exact: true }));
  await hand.choose("depth (plies)", dialog(page).getByLabel("Kind of limit", { exact: true }));
  await hand.type("12", dialog(page).getByLabel("Limit", { exact: true }));
  await hand.press("Enter");
  await expect(app.messages).toContainText("2 of 2 lines done, 2 changed", { timeout: 45_000 });
  expect(hand.steps).toBe(promised());
  await expect(app.row(2)).toContainText("italian");
  expect((await app.save()).toString()).toMatch(/italian.* pv \S+/);
});

test("all five problems of one kind are fixed", async ({ app, page }) => {
  await app.dropText("a.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e2e4 e7e5 g1f3 b8c6 f1b5;\n");
  const hand = new Hand(page);
  await hand.click(app.button("Fix all 5"));
  await expect(app.problemCount).toHaveText("No problems");
  expect(hand.steps).toBe(promised());
});

test("mates of the records that a query lists are proved", async ({ app, page }) => {
  await app.dropText("a.epd", `${MATE}\n${ITALIAN}\n${MATE.replace("mate", "other")}\n`);
  const hand = new Hand(page);
  const box = page.getByRole("combobox", { name: "Find records" });
  await hand.type("id:mate", box);
  await expect(page.locator("#find-result")).toHaveText("1 of 3 found");
  await hand.click(app.row(1));
  await hand.tool("Prove mates");
  await hand.type("2", dialog(page).getByLabel("Moves to mate", { exact: true }));
  await hand.press("Enter");
  await expect(app.messages).toContainText("1 changed");
  expect(hand.steps).toBe(promised());
  expect((await app.save()).toString().match(/ dm 1;/g)).toHaveLength(1);
});

test("mates of two selected records are proved", async ({ app, page }) => {
  await app.dropText("a.epd", `${MATE}\n${ITALIAN}\n${MATE}\n${MATE}\n`);
  const hand = new Hand(page);
  await hand.click(app.row(1));
  await hand.click(app.row(3), "Control");
  await hand.tool("Prove mates");
  await hand.type("2", dialog(page).getByLabel("Moves to mate", { exact: true }));
  await hand.press("Enter");
  await expect(app.messages).toContainText("2 changed");
  expect(hand.steps).toBe(promised());
  expect((await app.save()).toString().match(/ dm 1;/g)).toHaveLength(2);
});

test("a record is moved to another place", async ({ app, page }) => {
  await app.dropText("a.epd", `${MATE}\n${ITALIAN}\n${KINGS}\n`);
  const hand = new Hand(page);
  await hand.drag(app.row(3), app.row(1));
  await expect(app.row(2)).toContainText("kings");
  expect(hand.steps).toBe(promised());
  expect((await app.save()).toString()).toBe(`${MATE}\n${KINGS}\n${ITALIAN}\n`);
});

test("a report that compares two files", async ({ app, page }) => {
  const solved = MATE.replace(" id", " bm Ra8#; id").replace(/$/, " pv Ra8#;");
  await app.dropText("a.epd", `${solved}\n`);
  await app.dropText("b.epd", `${solved.replace("pv Ra8#", "pv Rb1")}\n`);
  await app.records.focus();
  const hand = new Hand(page);
  await hand.tool("Report");
  await hand.choose("all open files, compared with the current one", dialog(page).getByLabel("Files", { exact: true }));
  await hand.click(deed(page));
  const report = page.getByRole("dialog", { name: "Report" });
  await expect(report).toContainText("a.epd");
  await expect(report).toContainText("b.epd");
  expect(hand.steps).toBe(promised());
});

test("a file is sorted by `ce`, and stays so", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS.replace("id", "ce 5; id")}\n${MATE.replace("id", "ce -5; id")}\n`);
  const hand = new Hand(page);
  await hand.click(app.records.getByRole("columnheader").filter({ hasText: "ce" }).getByRole("button"));
  await expect(app.row(1)).toContainText("mate");
  await hand.click(app.button("Keep this order"));
  expect(hand.steps).toBe(promised());
  expect((await app.save()).toString()).toMatch(/ce -5;.*\n.*ce 5;/);
});

test("a sheet of diagrams is printed", async ({ app, page }) => {
  await app.dropText("a.epd", `${MATE}\n${ITALIAN}\n`);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const hand = new Hand(page);
  await hand.press("d");
  await hand.click(page.getByRole("dialog", { name: "Sheet of diagrams" }).getByRole("button", { name: "Print" }));
  await expect(page.locator("html")).toHaveAttribute("data-printed", "");
  expect(hand.steps).toBe(promised());
});
