// A phone: the arrows over the board, and the bar for the thumb.
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";

const LINES = ["a", "b", "c"].map((id) => `4k3/8/8/8/8/8/8/R3K3 w - - id "${id}";\n`).join("");

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.beforeEach(async ({ app }) => {
  await app.dropText("three.epd", LINES);
});

const thumb = (app: App, name: string) => app.page.getByRole("navigation", { name: "Main commands" }).getByRole("button", { name, exact: true });

test("the arrows over the board show the next record and the one before", async ({ app, page }) => {
  const head = page.getByRole("region", { name: "Board" });
  const [before, next] = ["Previous record", "Next record"].map((name) => head.getByRole("button", { name, exact: true }));
  await expect(head.locator(".board-head__name")).toHaveText("a");
  for (const id of ["b", "c"]) {
    await next.tap();
    await expect(app.text).toHaveValue(new RegExp(`id "${id}"`));
    await expect(head.locator(".board-head__name")).toHaveText(id);
  }
  // After the last there is none.
  await next.tap();
  await expect(app.text).toHaveValue(/id "c"/);
  await before.tap();
  await expect(app.text).toHaveValue(/id "b"/);
  // They are over the board, whatever part is shown under it, and a finger finds them.
  for (const part of ["Engine", "List", "Problems"]) {
    await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: part }).tap();
    await expect(next).toBeInViewport({ ratio: 1 });
  }
  for (const button of [before, next]) {
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  await before.tap();
  await expect(head.locator(".board-head__name")).toHaveText("a");
});

test("the bar for the thumb is at the bottom, with five commands that fingers do not miss", async ({ app, page }) => {
  const bar = page.getByRole("navigation", { name: "Main commands" });
  await expect(bar.getByRole("button")).toHaveText(["Open", "Paste", "Analyse", "Share", "Save"]);
  const { height, width } = page.viewportSize()!;
  const boxes = await bar.getByRole("button").evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  for (const box of boxes) {
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.bottom).toBeLessThanOrEqual(height);
    expect(box.top).toBeGreaterThan(0.9 * height);
    expect(box.right).toBeLessThanOrEqual(width);
  }
  // It stays there when the page is scrolled.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(thumb(app, "Share")).toBeInViewport({ ratio: 1 });
});

test("Paste under the thumb opens what was copied", async ({ app, page }) => {
  await page.evaluate(() => navigator.clipboard.writeText('4k3/8/8/8/8/8/8/4K3 w - - id "pasted";'));
  await thumb(app, "Paste").tap();
  await expect(app.tab("pasted.epd •")).toBeVisible();
  await expect(app.text).toHaveValue(/id "pasted"/);
  await expect(app.tab("three.epd")).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await thumb(app, "Paste").tap();
  await expect(app.messages).toContainText("There is no text in the clipboard.");
});

test("Share under the thumb gives a link to the record on the board", async ({ app, page, context }) => {
  await app.button("Next record").tap();
  await expect(app.text).toHaveValue(/id "b"/);
  await thumb(app, "Share").tap();
  const dialog = page.getByRole("dialog", { name: "Share the record" });
  await dialog.getByRole("button", { name: "Copy link", exact: true }).tap();
  await expect(dialog.getByRole("status", { name: "Done" })).toHaveText("Link copied.");
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/id "b"/);
});

test("Open, Analyse and Save under the thumb do what they say", async ({ app, page }) => {
  await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "Engine" }).tap();
  await app.limit("nodes", 2_000);
  await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "Record" }).tap();
  await thumb(app, "Analyse record").tap();
  await expect(app.text).toHaveValue(/acn 2000;.* pv /);
  const [download] = await Promise.all([page.waitForEvent("download"), thumb(app, "Save").tap()]);
  expect(readFileSync(await download.path(), "utf8")).toMatch(/acn 2000;.* id "a"; pv /);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), thumb(app, "Open").tap()]);
  await chooser.setFiles({ name: "other.epd", mimeType: "text/plain", buffer: Buffer.from('4k3/8/8/8/8/8/8/4K3 b - - id "other";\n') });
  await expect(app.text).toHaveValue(/id "other"/);
});
