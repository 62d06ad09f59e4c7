// The menus of things: of a record in the list, of problems, of operations.
import { expect, own, test } from "../fixtures.ts";

test.beforeEach(async ({ app }) => {
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
});

test("a record under the pointer is selected, and its commands are offered", async ({ app, page }) => {
  await app.row(6).click({ button: "right" });
  await expect(app.text).toHaveValue(/promotion/);
  const menu = page.getByRole("menu", { name: "Record" });
  await expect(menu.getByRole("menuitem", { name: "Analyse record", exact: true })).toBeFocused();
  await menu.getByRole("menuitem", { name: "Remove record", exact: true }).click();
  await expect(menu).toHaveCount(0);
  await expect(app.text).not.toHaveValue(/promotion/);
  await app.button("Undo").click();
  await expect(app.row(6)).toContainText("promotion");
});

test("by keys: opened, gone through, left, and the focus is where it was", async ({ app, page }) => {
  await app.records.focus();
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Record" });
  const item = (name: string) => menu.getByRole("menuitem", { name, exact: true });
  await expect(item("Analyse record")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item("Normalise record")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await expect(item("Analyse record")).toBeFocused();
  await page.keyboard.press("a");
  await expect(item("Add record")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(app.records).toBeFocused();
});

test("it stays in the window, closes by a click elsewhere, and fields keep that of the browser", async ({ app, page }) => {
  await app.row(7).click({ button: "right" });
  const menu = page.getByRole("menu", { name: "Record" });
  const box = (await menu.boundingBox())!;
  const size = page.viewportSize()!;
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  await page.getByText("White to move").first().click();
  await expect(menu).toHaveCount(0);
  await app.row(2).click();
  await app.problems.getByText("coordinate notation").click({ button: "right" });
  await expect(page.getByRole("menu", { name: "Problems" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The menu is about the problem under the pointer.
  await app.problems.getByText("should be in quotes").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Fixes…", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Put it in quotes");
  await page.keyboard.press("Escape");
  await app.text.click({ button: "right" });
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("the board has a menu by keys and over its head, and the right button draws", async ({ app, page }) => {
  const menu = page.getByRole("menu", { name: "Board" });
  await app.square("e4").focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitemcheckbox", { name: "Set up", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(app.board.getByRole("gridcell").first()).toHaveAccessibleName(/^h1/);
  await page.getByRole("region", { name: "Board" }).getByText(/to move$/).click({ button: "right" });
  await menu.getByRole("menuitem", { name: "Flip board", exact: true }).click();
  await expect(app.board.getByRole("gridcell").first()).toHaveAccessibleName(/^a8/);
  await app.square("e4").click({ button: "right" });
  await expect(page.locator(".ring")).toHaveCount(1);
  await expect(page.getByRole("menu")).toHaveCount(0);
});
