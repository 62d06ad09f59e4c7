// Beginning with nothing: a new file, a move on the first board, and the clipboard.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PROGRAM, hold } from "../pages/held.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

test("a new file has the start position, and a second one another name", async ({ app, page }) => {
  await page.keyboard.press("Alt+n");
  await expect(app.tab("untitled.epd •")).toBeVisible();
  await expect(app.text).toHaveValue(START);
  await page.keyboard.press("Alt+n");
  await expect(app.tab("untitled-2.epd •")).toBeVisible();
  expect((await app.save()).toString()).toBe(`${START}\n`);
});

test("a move on the board of the first page begins a file", async ({ app, page }) => {
  await app.square("e2").click();
  await app.square("e4").click();
  await expect(app.text).toHaveValue(`${START} pv e4;`);
  // Further moves extend the line.
  await app.square("e7").click();
  await app.square("e5").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5;`);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${START} pv e4;`);
});

test("a piece can be dragged on the first page, too", async ({ app }) => {
  await app.square("g1").dragTo(app.square("f3"));
  await expect(app.text).toHaveValue(`${START} pv Nf3;`);
});

test("setting up and adding a record begin a file where there is none", async ({ app, page }) => {
  await page.keyboard.press("b");
  await expect(app.text).toHaveValue(START);
  await expect(page.getByRole("textbox", { name: "FEN" })).toBeVisible();
  await page.keyboard.press("b");
  await page.reload();
  await app.menu("Record", "Add record");
  await expect(app.text).toHaveValue(START);
});

/** The area of the largest text in view, in square pixels, and the text. */
const largestText = (page: Page) =>
  page.evaluate(() => {
    // A paint of text is that of a block with words of its own. A board beside them does not count.
    const isText = (element: Element) =>
      element.checkVisibility() &&
      getComputedStyle(element).display !== "inline" &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "");
    const areas = [...document.body.querySelectorAll("*")].filter(isText).map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return { area: Math.max(width, 0) * Math.max(height, 0), text: element.textContent };
    });
    return areas.reduce((one, other) => (other.area > one.area ? other : one));
  });

// A larger text of the program would be the largest paint of a first visit, which would wait for the program.
for (const [width, height] of [[412, 823], [1350, 940]])
  for (const language of ["en", "ru"])
    test(`the largest text is there before the program: ${width} × ${height}, ${language}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL, locale: language, viewport: { width, height } });
      const page = await context.newPage();
      const go = await hold(page, PROGRAM);
      await page.goto("/", { waitUntil: "domcontentloaded" });
      await page.locator("#shell").waitFor();
      const shell = await largestText(page);
      go();
      await page.locator("#shell").waitFor({ state: "detached" });
      const program = await largestText(page);
      expect(program.area, `${program.text} beside ${shell.text}`).toBeLessThan(shell.area);
      await context.close();
    });

test("what is dropped or pasted while the program loads is opened when it runs", async ({ app, page }) => {
  const go = await hold(page, PROGRAM);
  await page.goto("/#", { waitUntil: "commit" });
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.locator("#shell").waitFor();
  await page.waitForFunction(() => Boolean(window.trustedTypes?.defaultPolicy));
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "early.epd"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    const pasted = new DataTransfer();
    pasted.setData("text/plain", text.replace("early", "pasted"));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
  }, '4k3/8/8/8/8/8/8/4K3 w - - id "early";\n');
  go();
  await expect(app.tab("early.epd")).toBeVisible();
  await expect(app.tab("pasted.epd •")).toBeVisible();
});

test("a file that begins with comments opens on its first record", async ({ app }) => {
  await app.dropText("a.epd", '# a note\n# another\n4k3/8/8/8/8/8/8/4K3 w - - id "first";\n');
  await expect(app.text).toHaveValue(/first/);
});

test("the text of the clipboard is opened; an empty clipboard says so", async ({ app, page }) => {
  await page.evaluate(() => navigator.clipboard.writeText("4k3/8/8/8/8/8/8/4K3 w - - id \"pasted\";"));
  await app.button("Paste").click();
  await expect(app.text).toHaveValue(/pasted/);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await app.menu("File", "Paste");
  await expect(app.messages).toContainText("There is no text in the clipboard.");
});

test("games that are pasted or dropped as text are opened as positions", async ({ app, page }) => {
  const game = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n';
  await page.evaluate((game) => navigator.clipboard.writeText(game), game);
  await app.button("Paste").click();
  await page.getByRole("dialog", { name: "Open games" }).getByRole("button", { name: "Open" }).click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "5");
  await expect(app.text).toHaveValue(/^rnbqkbnr\/pppppppp/);
  // They are nowhere else, so closing them asks.
  let asked = "";
  page.once("dialog", (question) => {
    asked = question.message();
    void question.dismiss();
  });
  await app.button("Close pasted.epd").click();
  expect(asked).toContain("pasted.epd");
  await expect(app.text).toBeVisible();
});

test("a file without records says what to do, and so does a search without a find", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n");
  await page.getByRole("combobox", { name: "Find records" }).fill("has:pv");
  await expect(page.getByText("No record is found. Change the query, or press All.")).toBeVisible();
  await page.getByRole("combobox", { name: "Find records" }).fill("");
  await app.menu("Record", "Remove record");
  await expect(page.getByText("The file has no record.")).toBeVisible();
  await expect(page.getByText("There is no record: add one, or undo.")).toBeVisible();
  await expect(app.button("Step forward (j)")).toHaveAttribute("title", "The record has no line of moves");
  await page.locator(".part").getByRole("button", { name: "Add record", exact: true }).click();
  await expect(app.text).toHaveValue(/^rnbqkbnr/);
  await expect(app.text).toBeFocused();
});

test("what the engine found is written into the record", async ({ app, page }) => {
  await app.dropText("a.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"mate\";\n");
  await app.button("Think along").click();
  await page.getByRole("listitem", { name: "Line 1", exact: true }).waitFor();
  await expect(page.getByRole("list", { name: "Lines found" })).toContainText("Ra8#");
  await app.button("Write").click();
  await expect(app.text).toHaveValue(/acd \d+; acn \d+; acs \d+; ce 32766; id "mate"; pv Ra8#;/);
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(/^6k1\/5ppp\/8\/8\/8\/8\/5PPP\/R5K1 w - - id "mate";$/);
});

test("menus are reached and used by keys alone, and say why a command is not available", async ({ app, page }) => {
  await page.keyboard.press("F10");
  await expect(page.getByRole("menuitem", { name: "File", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "New", exact: true })).toBeFocused();
  await page.keyboard.press("s");
  const save = page.getByRole("menuitem", { name: "Save", exact: true });
  await expect(save).toBeFocused();
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(save).toHaveAttribute("title", "Open a file first");
  await page.keyboard.press("Enter");
  await expect(save).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("menuitem", { name: "Undo", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Edit", exact: true })).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "New", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue(START);
});

test("many problems of a kind are one row, and fixed in one step", async ({ app, page }) => {
  await app.dropText("a.epd", `${START} pv e2e4 e7e5 g1f3 b8c6 f1b5;\n`);
  await expect(app.problemCount).toHaveText("5 problems");
  await expect(app.problems.first()).toContainText("Moves in another notation: 5");
  await app.button("Fix all 5").click();
  await expect(app.text).toHaveValue(`${START} pv e4 e5 Nf3 Nc6 Bb5;`);
  await page.keyboard.press("Control+z");
  await expect(app.problemCount).toHaveText("5 problems");
  // The single ones are there when asked for.
  await app.problems.first().getByText("Moves in another notation: 5").click();
  await expect(app.button("Write `e4`")).toBeVisible();
});

test("what was found is written only while its record is on the board", async ({ app, page }) => {
  const first = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "one";';
  const second = '6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - id "two";';
  await app.dropText("a.epd", `${first}\n${second}\n`);
  await app.button("Think along").click();
  await page.getByRole("listitem", { name: "Line 1", exact: true }).waitFor();
  // The answer for the second record cannot be there when the key is pressed.
  await page.evaluate(() => {
    for (const init of [{ key: "ArrowDown", altKey: true }, { key: "w" }]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
    }
  });
  await expect(app.text).toHaveValue(second);
  await page.keyboard.press("t");
  expect((await app.save()).toString()).toBe(`${first}\n${second}\n`);
});

test("what is pasted twice are two files with two names", async ({ app, page }) => {
  await page.evaluate(() => navigator.clipboard.writeText("4k3/8/8/8/8/8/8/4K3 w - - id \"pasted\";"));
  await page.keyboard.press("Control+v");
  await expect(app.tab("pasted.epd •")).toBeVisible();
  await app.menu("File", "Paste");
  await expect(app.tab("pasted-2.epd •")).toBeVisible();
});

test("a kind that is open stays open while its problems are fixed one by one", async ({ app, page }) => {
  await app.dropText("a.epd", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm e1c1 e1g1 a1a2 h1h2 e1e2;\n");
  const kind = app.problems.first().getByRole("listitem").first();
  await kind.getByText("Moves in another notation: 5").click();
  await kind.getByRole("listitem").nth(1).getByRole("button", { name: "Write `O-O`" }).click();
  await expect(kind.getByText("Moves in another notation: 4")).toBeVisible();
  await expect(kind.getByRole("listitem")).toHaveCount(4);
  await expect(kind.getByRole("listitem").first()).toBeVisible();
  await app.language.selectOption("ru");
  await expect(page.getByText("Ходы в другой записи: 4")).toBeVisible();
});
