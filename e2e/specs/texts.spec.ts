// Every text of the page comes from the language files. In the language of these tests each of them is in brackets.
// Text outside of brackets that is not the user's data is missing from the files.
import { expect, test } from "../fixtures.ts";
import type { Locator, Page } from "@playwright/test";

const file =
  '4k3/8/8/8/8/8/8/4K2R w K -  bm O-O e1d2 Kd7; ce 25; pv Rh7 Kd8 Rg7; id "one"; c0 "x"\n' +
  '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 4; bm Ra8#; dm 2; draw_claim; refcom conclude; tcri 000:00:00:00 000:00:00:00; ts 2020.01.02 10:11:12;\n' +
  "8/8/8/8/8/8/8/8 w - - pm e4; zz 5;\n" +
  "# a remark\n" +
  '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "one";\n';

const games = '[Event "x"]\n[Result "*"]\n\n1. e4 e5 *\n';

// Texts written by users, and names that are the same in every language.
const DATA = [
  "#record-text, .line-editor__paint, .long-line, .record-row [role=gridcell]",
  ".tab__name, .board-head__name, .changes__list, .report, .report__file, .live__line, .lanes__lane > span",
  ".switch__label, .records__sort, .sharing__code",
  "code, kbd, .move, .chip, .problem__code, .operand option",
  "option[lang]",
  ".sample",
].join(", ");
const NAMED = ".tab__name, .live__line, .record-row__label, .record-row__score, select.operand, .operand input, .operand select, .moves, .moves__name, .problem__code, [placeholder='ce pv']";
const NAMES = [
  "Epidote", "Stockfish 19", "GPL-3.0", "UTF-8", "Windows-1252", "Windows-1251", "LF", "CRLF", "CR",
  "HTML", "Markdown", "CSV", "JSON", "Arena", "polyglot", "Arasan", "Fritz", "Kvetka", "Edwards, 1995",
  "EPD Kit", "fen", "csv", "json", "pgn", "epd", "recipe",
];

// The texts on the page outside of brackets, each after its place.
async function unbracketed(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ data, named, names }) => {
      const rest = (text: string) => {
        // Codes of rules, keys, and the targets of moves.
        let left = text
          .replace(/[EWI]\d{3} [a-z0-9-]+:/g, "")
          .replace(/\((?:(?:Ctrl|Alt|Shift)\+)*[^\s()⟦⟧]+\)$/, "")
          .replace(/^(bm|am|pm|sm|pv|sv): /, "")
          .replace("(EPD Kit)", "");
        for (let before = ""; before !== left; ) {
          before = left;
          left = left.replace(/⟦[^⟦⟧]*⟧/g, "");
        }
        return left.trim();
      };
      const isSaid = (text: string) => {
        const left = rest(text);
        return names.includes(left) || !/\p{L}{2,}/u.test(left);
      };
      const found = new Set<string>();
      const place = (element: Element) => {
        const own = element.id ? `#${element.id}` : element.getAttribute("class")?.split(" ")[0];
        return `${element.localName}${own ? ` ${own}` : ""}`;
      };
      for (const element of document.body.querySelectorAll("*")) {
        // Options have no boxes, so their list is checked.
        if (!(element.closest("select") ?? element).checkVisibility()) continue;
        if (element.closest("script, style, datalist")) continue;
        if (!element.closest(data)) {
          for (const node of element.childNodes) {
            const text = node.textContent ?? "";
            if (node.nodeType === Node.TEXT_NODE && !isSaid(text)) found.add(`${place(element)}: ${text}`);
          }
        }
        if (element.matches(named)) continue;
        for (const name of ["aria-label", "title", "placeholder"]) {
          const value = element.getAttribute(name);
          if (value && !isSaid(value)) found.add(`${place(element)} [${name}]: ${value}`);
        }
      }
      return [...found];
    },
    { data: DATA, named: NAMED, names: NAMES },
  );
}

const bracketed = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `⟦${name}⟧`, exact: true });

test("no text of the page is missing in the language files", async ({ app, page }) => {
  test.slow();
  const found = new Set<string>();
  const look = async (where: string) => {
    for (const text of await unbracketed(page)) found.add(`${where} – ${text}`);
  };
  await page.evaluate(() => localStorage.setItem("language", "xx"));
  await page.reload();
  await bracketed(page, "Open").waitFor();
  await look("without a file");

  await app.drop({ name: "small.epd", bytes: Buffer.from(file) });
  await page.locator("#record-text").waitFor();
  await page.locator("#problems-count", { hasText: "⟦" }).waitFor();
  await look("first record");
  await bracketed(page, "Check file").click();
  await page.locator(".file-problem").first().waitFor();
  await look("checked");
  for (let row = 1; row < 5; row += 1) {
    await page.locator("#records").press("ArrowDown");
    await page.locator("#problems-count", { hasText: "⟦" }).waitFor();
    await look(`record ${row + 1}`);
  }
  await page.locator("#find").fill(")");
  await page.locator("#find-result", { hasText: "⟦" }).waitFor();
  await look("refused query");
  await page.locator("#find").fill("has:bm");
  await page.locator("#find-result", { hasText: "⟦" }).waitFor();
  await look("found");
  await page.locator("#find").press("Escape");

  // Dialogs, with the commands that open them.
  const dialog = page.locator("dialog[open]");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  const menu = async (menu: string, command: string) => {
    await page.getByRole("menubar").getByRole("menuitem", { name: `⟦${menu}⟧` }).click();
    await look(`menu ${menu}`);
    await page.getByRole("menuitem", { name: `⟦${command}⟧` }).click();
  };
  for (const [at, name] of [["Help", "Keys"], ["View", "Columns and groups…"]]) {
    await menu(at, name);
    await dialog.waitFor();
    await look(`dialog ${name}`);
    await close();
  }
  await page.locator("#records").press("F1");
  await dialog.waitFor();
  await look("opcodes");
  await close();

  await menu("Tools", "All tools…");
  const tools = dialog.getByRole("radio");
  const count = await tools.count();
  for (let tool = 0; tool < count; tool += 1) {
    await tools.nth(tool).check({ force: true });
    await look(`tool ${tool}`);
    await bracketed(page, "Preview").click();
    await dialog.locator("[role=status]", { hasText: "⟦" }).waitFor();
    await look(`preview of tool ${tool}`);
    // Not every tool can be a step of a recipe.
    const add = bracketed(page, "Add this step");
    if (await add.isEnabled()) await add.click();
  }
  await expect(dialog.locator("ol li").first()).toBeVisible();
  await look("recipe");
  await bracketed(page, "Keep").click();
  await look("kept recipe");
  // The report.
  await dialog.getByRole("radio", { name: "⟦Report⟧", exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: /^⟦Report on.*⟧$/ }).click();
  await page.locator(".report h2").first().waitFor();
  await look("report");
  await close();

  // Changes, messages and a search.
  await menu("Tools", "Normalise file");
  await page.locator(".toast").first().waitFor();
  await look("after a run");
  await page.locator("#records").press("Home");
  await bracketed(page, "Repair record").click();
  await bracketed(page, "Share…").click();
  await dialog.getByRole("img").first().waitFor();
  await look("sharing");
  await bracketed(page, "Copy code").click();
  await dialog.getByText("⟦Code copied.⟧").waitFor();
  await close();
  await page.locator("#records").press("d");
  await dialog.getByRole("img").first().waitFor();
  await look("sheet");
  await close();
  await page.locator("#records").press("c");
  await page.locator(".toast").first().waitFor();
  await look("after a link");
  await bracketed(page, "Analyse file").click();
  await look("a search goes on");
  await expect(bracketed(page, "Analyse file")).toBeEnabled({ timeout: 60_000 });
  await look("after a search");

  await app.drop({ name: "games.pgn", bytes: Buffer.from(games) });
  await dialog.waitFor();
  await look("games");
  await close();
  await page.locator(".toast").first().waitFor();
  await app.drop({ name: "broken.zip", bytes: Buffer.from("PK\x03\x04 and no more") });
  await page.locator(".toast--problem").first().waitFor();
  await look("a file that cannot be opened");

  expect([...found]).toEqual([]);
});
