// axe finds nothing with the other boards and pieces.
import { Eyes } from "../axe.ts";
import { expect, own, test } from "../fixtures.ts";

test("axe finds nothing with any board and any pieces", async ({ app, page }) => {
  test.setTimeout(300_000);
  const eyes = new Eyes(page);
  const drawings = () => page.locator("#sprite").evaluate((sprite) => sprite.innerHTML.length);
  // Each board with each theme, and each set of pieces once.
  const looks = [["wood", "book"], ["blue", "club"], ["grey", "letters"], ["violet", "standard"]];
  const inAll = async (where: string, part: string) => {
    for (const [board, pieces] of looks) {
      const before = await drawings();
      await page.evaluate((looks) => Object.assign(document.documentElement.dataset, looks), { board, pieces });
      await expect.poll(drawings).not.toBe(before);
      await eyes.look(`${where}, ${board} and ${pieces}`, { part });
    }
  };
  await app.button("Open").waitFor();
  await inAll("start", ".welcome");
  await app.button("Settings").click();
  await inAll("settings", ".dialog--looks");
  await page.keyboard.press("Escape");
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
  await inAll("board", ".pane--board");
  await page.keyboard.press("b");
  await inAll("set-up", ".pane--board");
  expect(eyes.found).toEqual([]);
});
