// Sheets of diagrams: shown, printed, saved.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const record = (at: number) =>
  `6k1/5ppp/8/8/8/8/5PPP/R5K1 ${at % 2 ? "w" : "b"} - - bm ${at % 2 ? "Ra8#" : "h6"}; id "own.${at}";`;
const records = (count: number) => Array.from({ length: count }, (_, at) => `${record(at + 1)}\n`).join("");

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Sheet of diagrams" });
const stateOf = (page: Page): Locator => dialogOf(page).getByRole("status", { name: "State of the sheet" });

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), dialogOf(page).getByRole("button", { name }).click()]);
  return readFileSync(await download.path()).toString();
}

test("the listed records stand on pages, with the solutions at the end", async ({ app, page }) => {
  await app.dropText("a.epd", `# a remark\n${records(20)}`);
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("20 diagrams on 4 pages.");
  const pages = dialogOf(page).getByRole("group", { name: "Pages" }).getByRole("img");
  await expect(pages).toHaveCount(4);
  // A diagram has the number of its line.
  await expect(pages.first()).toHaveAccessibleName("Page 1 of 4: diagrams 2 to 10");
  await expect(pages.last()).toHaveAccessibleName("Page 4 of 4: solutions 2 to 21");
  const svg = await saved(page, "Save SVG");
  expect(svg.match(/<title>/g)).toHaveLength(20);
  expect(svg.match(/<symbol /g)).toHaveLength(12);
  expect(svg).toContain("own.20");
  await dialogOf(page).getByLabel("Diagrams on a page").selectOption("12 (3 × 4)");
  await dialogOf(page).getByLabel("Solutions").selectOption("none");
  await expect(stateOf(page)).toHaveText("20 diagrams on 2 pages.");
  expect(await saved(page, "Save SVG")).not.toContain("Ra8#");
  await dialogOf(page).getByLabel("Solutions").selectOption("under each diagram");
  await expect(stateOf(page)).toHaveText("20 diagrams on 2 pages.");
  expect((await saved(page, "Save SVG")).match(/Ra8#/g)).toHaveLength(10);
});

test("only what was found is on the sheet", async ({ app, page }) => {
  await app.dropText("a.epd", records(20));
  await page.getByRole("combobox", { name: "Find records" }).fill("side:b");
  await expect(app.records).toHaveAttribute("aria-rowcount", "11");
  await app.records.focus();
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("10 diagrams on 3 pages.");
  await dialogOf(page).getByLabel("From row").fill("9");
  await dialogOf(page).getByLabel("From row").press("Tab");
  await expect(stateOf(page)).toHaveText("2 diagrams on 2 pages.");
  await dialogOf(page).getByLabel("From row").fill("99");
  await dialogOf(page).getByLabel("From row").press("Tab");
  await expect(stateOf(page)).toHaveText("There are no positions from this row on.");
  await expect(dialogOf(page).getByRole("button", { name: "Print" })).toBeDisabled();
});

test("the printer gets the sheet and nothing else", async ({ app, page }) => {
  await app.dropText("a.epd", records(20));
  // Without a sheet, the page itself is printed.
  await page.emulateMedia({ media: "print" });
  await expect(app.text).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("20 diagrams on 4 pages.");
  await page.emulateMedia({ media: "print" });
  await expect(app.text).toBeHidden();
  await expect(dialogOf(page)).toBeHidden();
  const count = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length;
  const boxes = (pdf: Buffer) => [...new Set(pdf.toString("latin1").match(/\/MediaBox\s*\[[^\]]*\]/g))];
  const a4 = await page.pdf({ preferCSSPageSize: true });
  expect(count(a4)).toBe(4);
  expect(boxes(a4).join()).toMatch(/0 0 59\d\.\d+ 84\d\.\d+/);
  await page.emulateMedia({ media: null });
  await dialogOf(page).getByLabel("Paper").selectOption("Letter");
  await expect(page.locator(".printed__page--letter")).toHaveCount(4);
  const letter = await page.pdf({ preferCSSPageSize: true });
  expect(count(letter)).toBe(4);
  expect(boxes(letter).join()).toMatch(/0 0 612 792/);
  const printed = page.evaluate(() => new Promise((done) => (window.print = () => done("printed"))));
  await dialogOf(page).getByRole("button", { name: "Print" }).click();
  expect(await printed).toBe("printed");
});

test("the saved page stands by itself, and text in it is text", async ({ app, page, context }) => {
  await app.dropText("a.epd", record(1).replace("own.1", "<script>1</script>&<b>"));
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("1 diagram on 2 pages.");
  await dialogOf(page).getByLabel("Title").fill("</title><script>alert(2)</script>");
  await dialogOf(page).getByLabel("Title").press("Tab");
  await expect(stateOf(page)).toHaveText("1 diagram on 2 pages.");
  const [download] = await Promise.all([page.waitForEvent("download"), dialogOf(page).getByRole("button", { name: "Save HTML" }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.html$/);
  const html = readFileSync(await download.path()).toString();
  await context.route("**/saved.html", (route) => route.fulfill({ contentType: "text/html", body: html }));
  const other = await context.newPage();
  other.on("dialog", () => expect("a script ran").toBe(""));
  await other.goto("/saved.html");
  await expect(other).toHaveTitle("</title><script>alert(2)</script>");
  await expect(other.locator("script")).toHaveCount(0);
  await expect(other.locator("svg.page")).toHaveCount(2);
  await expect(other.locator("svg.page").first()).toContainText("1. <script>1</script>&<b>");
});

test("ten thousand records are cut with a word, and drawing them is stopped at once", async ({ app, page }) => {
  test.slow();
  await app.dropText("many.epd", records(10_000));
  await page.keyboard.press("d");
  const begun = Date.now();
  // The page responds in the meantime.
  const longest = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [last, longest] = [performance.now(), 0];
        const look = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (document.querySelectorAll(".sheet__page").length === 123) done(longest);
          else setTimeout(look, 0);
        };
        look();
      }),
  );
  await expect(stateOf(page)).toHaveText("1,000 diagrams on 123 pages. A sheet holds at most 1,000 diagrams; the next one begins at row 1,001.");
  console.log(`figure: sheet of 1,000 diagrams in ${Date.now() - begun} ms, the page waited at most ${Math.round(await longest)} ms`);
  await dialogOf(page).getByRole("button", { name: "Next sheet" }).click();
  await expect(stateOf(page)).toHaveText(/the next one begins at row 2,001\.$/);
  await expect(dialogOf(page).getByLabel("From row")).toHaveValue("1001");
  // A thousand pages take a while.
  await dialogOf(page).getByLabel("Diagrams on a page").selectOption("1 (1 × 1)");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(stateOf(page)).toHaveText("Stopped. Change a setting to draw the sheet again.");
  await expect(dialogOf(page).getByRole("button", { name: "Print" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
});

test("a press that ends the typing of the title is about the sheet with that title", async ({ app, page }) => {
  await app.dropText("a.epd", records(60));
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("60 diagrams on 8 pages.");
  await dialogOf(page).getByLabel("Title").fill("Mates in one");
  expect(await saved(page, "Save SVG")).toContain("Mates in one");
  // Twice in a row.
  await dialogOf(page).getByLabel("Title").fill("Others");
  expect(await saved(page, "Save HTML")).toContain("Others");
});

test("a sheet is of the file that it was opened for", async ({ app, page }) => {
  await app.dropText("a.epd", records(20));
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("20 diagrams on 4 pages.");
  await app.drop({ name: "b.epd", bytes: Buffer.from(records(3)) });
  await expect(dialogOf(page)).toHaveCount(0);
  await app.tab("b.epd").waitFor();
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText("3 diagrams on 2 pages.");
  await expect(dialogOf(page).getByLabel("Title")).toHaveValue("b");
});

test("what was asked for goes with the dialog that is closed before the sheet is there", async ({ app, page }) => {
  await app.dropText("a.epd", records(300));
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await page.keyboard.press("d");
  await expect(stateOf(page)).toContainText("Drawing");
  await dialogOf(page).getByRole("button", { name: "Save SVG" }).click();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(stateOf(page)).toHaveText(/^300 diagrams/);
  expect(downloads).toEqual([]);
  await saved(page, "Save HTML");
  expect(downloads).toEqual(["a.html"]);
});
