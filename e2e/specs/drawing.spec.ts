// Arrows and circles drawn by the user.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const LINE = "4k3/8/8/8/8/8/4P3/4K3 w - -";

async function drag(page: Page, from: Locator, to: Locator, button: "left" | "right"): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2);
  await page.mouse.down({ button });
  await page.mouse.move(b!.x + b!.width / 2, b!.y + b!.height / 2, { steps: 4 });
  await page.mouse.up({ button });
}

test("arrows and circles come, change colour and go", async ({ app, page }) => {
  await app.dropText("a.epd", `${LINE}\n`);
  const drawn = page.locator(".arrow--green, .arrow--red, .arrow--blue, .ring--green, .ring--yellow");
  await drag(page, app.square("a1"), app.square("a5"), "right");
  await expect(page.locator(".arrow--green")).toHaveCount(1);
  await app.square("d4").click({ button: "right" });
  await expect(page.locator(".ring--green")).toHaveCount(1);
  // The same shape in another colour replaces it; the same shape again removes it.
  await page.keyboard.down("Shift");
  await drag(page, app.square("a1"), app.square("a5"), "right");
  await page.keyboard.up("Shift");
  await expect(page.locator(".arrow--red")).toHaveCount(1);
  await expect(page.locator(".arrow--green")).toHaveCount(0);
  await app.square("d4").click({ button: "right" });
  await expect(page.locator(".ring--green")).toHaveCount(0);
  await page.keyboard.down("Shift");
  await page.keyboard.down("Alt");
  await app.square("h8").click({ button: "right" });
  await page.keyboard.up("Alt");
  await page.keyboard.up("Shift");
  await expect(page.locator(".ring--yellow")).toHaveCount(1);
  // Shift and the left button also draw.
  await page.keyboard.down("Shift");
  await drag(page, app.square("c1"), app.square("d3"), "left");
  await page.keyboard.up("Shift");
  await expect(drawn).toHaveCount(3);
  // A click where there is nothing to move removes all shapes; nothing was written.
  await app.square("b5").click();
  await expect(drawn).toHaveCount(0);
  await expect(app.text).toHaveValue(LINE);
});

test("a move glides for 200 ms, and at once where motion is not wanted", async ({ app, page }) => {
  await app.dropText("a.epd", `${LINE}\n`);
  const pawn = page.locator('.pieces use[href="#wP"]');
  const duration = () => pawn.evaluate((piece) => getComputedStyle(piece).transitionDuration);
  await app.square("e2").click();
  await app.square("e4").click();
  await expect(pawn).toHaveCSS("transform", "matrix(1, 0, 0, 1, 400, 400)");
  expect(await duration()).toBe("0.2s");
  // A dragged piece is not animated.
  await app.square("e8").dragTo(app.square("e7"));
  await expect(app.square("e7")).toHaveAccessibleName("e7, black king");
  expect(await duration()).toBe("0s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await app.button("Step back (k)").click();
  expect(await duration()).toBe("0s");
});

test("circles and arrows are drawn by keys alone", async ({ app, page }) => {
  await app.dropText("a.epd", `${LINE}\n`);
  await app.square("d4").focus();
  await page.keyboard.press("Shift+Enter");
  await expect(page.locator(".ring--green")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+Enter");
  await expect(page.locator(".ring--green")).toHaveCount(0);
  await expect(page.locator(".arrow--green")).toHaveCount(1);
  await expect(page.getByRole("status", { name: "Announcements" })).toHaveText("Arrow from d4 to e5");
  // The same circle again is taken away.
  await page.keyboard.press("Shift+Enter");
  await expect(page.locator(".ring--green")).toHaveCount(1);
  await page.keyboard.press("Shift+Enter");
  await expect(page.locator(".ring--green")).toHaveCount(0);
});
