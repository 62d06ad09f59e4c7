// The panes of a wide window: their edges are moved by pointer and keys, they are closed and opened, and all of it is
// kept.
import type { Locator, Page } from "@playwright/test";
import { expect, own, test } from "../fixtures.ts";
import { App } from "../pages/app.ts";

const edge = (page: Page, name: "list" | "record") => page.getByRole("separator", { name: `Width of the ${name}` });
const width = (page: Page, pane: string) => page.locator(`.pane--${pane}`).evaluate((element) => element.getBoundingClientRect().width);

test.beforeEach(async ({ app, page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
});

async function drag(page: Page, name: "list" | "record", by: number) {
  const box = (await edge(page, name).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

test("on a phone the choice of parts stays where it is", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.dropText("a.epd", '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "back rank";\n');
  const parts = page.getByRole("navigation", { name: "Parts" });
  const top = async () => (await parts.boundingBox())!.y;
  const before = await top();
  const below = async (what: string) => (await page.locator(what).boundingBox())!.y;
  for (const [name, what] of [["Engine", ".engine"], ["List", "#records"], ["Problems", "#problems-count"], ["Record", "#record-text"]]) {
    await parts.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    if (name === "Engine") {
      await app.button("Think along").click();
      await expect(page.locator(".study__line")).toHaveCount(1);
    }
    expect(await top(), name).toBe(before);
    expect(await below(what), name).toBeGreaterThan(before);
  }
});

test("an edge is dragged, and is there again after a reload", async ({ app, page }) => {
  await drag(page, "list", 100);
  expect(await width(page, "records")).toBe(400);
  const record = await width(page, "editor");
  await drag(page, "record", -80);
  expect(await width(page, "editor")).toBeCloseTo(record + 80, 0);
  await page.reload();
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
  expect(await width(page, "records")).toBe(400);
  expect(await width(page, "editor")).toBeCloseTo(record + 80, 0);
  // The usual width.
  await edge(page, "list").dblclick();
  expect(await width(page, "records")).toBe(300);
});

test("an edge is moved by keys, within its bounds", async ({ page }) => {
  const list = edge(page, "list");
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect(list).toHaveAttribute("aria-valuenow", "316");
  expect(await width(page, "records")).toBe(316);
  await page.keyboard.press("Home");
  await expect(list).toHaveAttribute("aria-valuenow", "180");
  await page.keyboard.press("ArrowLeft");
  expect(await width(page, "records")).toBe(180);
  // Everything in its foot is still there.
  for (const name of ["Columns", "Remove record", "Add record"]) {
    const box = (await page.locator(".list-foot").getByRole("button", { name }).boundingBox())!;
    expect(box.x + box.width, name).toBeLessThanOrEqual(180);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Records" })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Records" })).toBeVisible();
  // No edge leaves the window, however far it is moved.
  for (const name of ["list", "record"] as const) {
    await edge(page, name).focus();
    await page.keyboard.press("End");
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1400);
  expect(await width(page, "board")).toBeGreaterThanOrEqual(272);
});

test("panes are closed, and opened by what needs them", async ({ app, page }) => {
  await page.keyboard.press("Control+b");
  await expect(app.records).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Find records" })).toBeFocused();
  await app.menu("View", "Record pane");
  await expect(app.text).toBeHidden();
  await page.keyboard.press("F8");
  await expect(app.text).toBeVisible();
});

test("a pane that is closed opens when it gets a width, keeps the focus near, and leaves no edge behind", async ({ app, page }) => {
  await app.records.focus();
  await page.keyboard.press("Control+b");
  await expect(edge(page, "list")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(app.records).toBeVisible();
  for (const swaps of [false, true]) {
    if (swaps) await app.menu("View", "Board on the right");
    await app.menu("View", "Record pane");
    await expect(app.text).toBeHidden();
    // The board has all the room, and its edge is at the end of the window.
    const board = await page.locator(".pane--board").evaluate((pane) => pane.getBoundingClientRect().toJSON() as DOMRect);
    expect(Math.round(board.right)).toBe(1400);
    expect(Math.round(board.left)).toBe(await width(page, "records"));
    expect((await edge(page, "record").boundingBox())!.x).toBeGreaterThan(1380);
    await app.menu("View", "Record pane");
    await expect(app.text).toBeVisible();
  }
});

test("a drag that is given up leaves everything as it was", async ({ page }) => {
  const box = (await edge(page, "list").boundingBox())!;
  await edge(page, "list").focus();
  await page.mouse.move(box.x + 4, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, 400, { steps: 3 });
  expect(await width(page, "records")).toBeGreaterThan(350);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await width(page, "records")).toBe(300);
});

test("board and record change places", async ({ app, page }) => {
  const x = async (what: App["text"]) => (await what.boundingBox())!.x;
  expect(await x(app.text)).toBeGreaterThan(await x(app.board));
  await app.menu("View", "Board on the right");
  await expect.poll(async () => (await x(app.text)) < (await x(app.board))).toBe(true);
  const record = await width(page, "editor");
  await edge(page, "record").focus();
  await page.keyboard.press("End");
  expect(await width(page, "editor")).toBeGreaterThan(record);
});

test("what is closed and has changed places stays so after a reload", async ({ app, page }) => {
  await app.menu("View", "Board on the right");
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("region", { name: "Records" })).toBeHidden();
  await page.reload();
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
  await expect(page.getByRole("region", { name: "Records" })).toBeHidden();
  expect((await app.text.boundingBox())!.x).toBeLessThan((await app.board.boundingBox())!.x);
});

test("a swipe beside the board goes to the next record and back, a press and a scroll do not", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.dropText("a.epd", ["a", "b", "c"].map((id) => `4k3/8/8/8/8/8/8/4K3 w - - id "${id}";\n`).join(""));
  await expect(app.text).toHaveValue(/id "a"/);
  const finger = async (where: Locator, right: number, down: number) => {
    const at = (x: number, y: number) => ({ pointerType: "touch", isPrimary: true, clientX: 200 + x, clientY: 100 + y });
    await where.dispatchEvent("pointerdown", at(0, 0));
    await where.dispatchEvent("pointerup", at(right, down));
  };
  const beside = page.getByRole("region", { name: "Board" }).locator(".board-head__turn");
  await finger(beside, -80, 10);
  await expect(app.text).toHaveValue(/id "b"/);
  await finger(beside, -80, 60);
  await finger(beside, 2, 2);
  await expect(app.text).toHaveValue(/id "b"/);
  await finger(beside, -80, 10);
  await expect(app.text).toHaveValue(/id "c"/);
  // After the last there is none.
  await finger(beside, -80, 10);
  await finger(beside, 80, 10);
  await expect(app.text).toHaveValue(/id "b"/);
  // On the board a finger moves pieces, and from the set of pieces it takes them.
  await finger(app.board, 80, 0);
  await page.keyboard.press("b");
  await finger(page.locator(".palette__piece").first(), 80, 0);
  await page.keyboard.press("b");
  await expect(app.text).toHaveValue(/id "b"/);
  await finger(beside, 80, 10);
  await expect(app.text).toHaveValue(/id "a"/);
});

test("a finger on a screen swipes through the records, and scrolls where it goes up and down", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const app = new App(page);
  await app.open();
  await app.dropText("a.epd", ["a", "b"].map((id) => `4k3/8/8/8/8/8/8/4K3 w - - id "${id}";\n`).join(""));
  await expect(app.text).toHaveValue(/id "a"/);
  const touch = await context.newCDPSession(page);
  const finger = async (right: number, down: number) => {
    const beside = (await page.getByRole("region", { name: "Board" }).locator(".board-head__turn").boundingBox())!;
    const at = (share: number) => [{ x: 195 + right * share, y: beside.y + beside.height / 2 + down * share }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let step = 1; step <= 8; step++) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / 8) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await finger(-120, 8);
  await expect(app.text).toHaveValue(/id "b"/);
  await finger(10, 120);
  await expect(app.text).toHaveValue(/id "b"/);
  await finger(120, -8);
  await expect(app.text).toHaveValue(/id "a"/);
  await context.close();
});
