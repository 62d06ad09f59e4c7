// The program comes in two parts. Measurements decide which functions are in which part, but must not change what the
// page does.
import { expect, test } from "../fixtures.ts";

const LINE = 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - bm d5; id "two knights";\n';

test("a first visit does not wait for the late part", async ({ app, page }) => {
  await app.dropText("a.epd", LINE);
  await expect(app.text).toHaveValue(/two knights/);
  await expect(app.problemCount).toHaveText("No problems");
  const waits = await page.evaluate(() => performance.getEntriesByName("epidote-waits-for-late-part").length);
  // If this fails, `make profile` finds out again what a first visit needs.
  expect(waits).toBe(0);
});

test("what needs the late part before it came waits for it", async ({ app, page }) => {
  // The part is requested as soon as the page runs, but that request is never answered.
  let asked = 0;
  await page.route(/_late\.wasm$/, (route) => (asked++ === 0 ? undefined : route.continue()));
  await page.reload();
  await app.dropText("a.epd", LINE);
  await app.menu("Tools", "All tools…");
  await expect(app.page.getByRole("dialog", { name: "Work on many records" })).toBeVisible();
  expect(asked).toBe(2);
});

test.describe("without the late part", () => {
  test.use({ expectedErrors: [[/Failed to load|NetworkError|late/], { scope: "test" }] as never });

  test("the page says what to do", async ({ app, page }) => {
    await page.route(/_late\.wasm$/, (route) => route.abort());
    await page.reload();
    await app.drop({ name: "a.epd", bytes: Buffer.from(LINE) });
    await page.keyboard.press("?");
    await expect(page.getByRole("alert").filter({ hasText: "reload the page" })).toBeVisible();
  });
});
