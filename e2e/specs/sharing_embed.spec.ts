// The view that other pages embed: it shows records, and touches nothing that belongs to the user.
import { deflateRawSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

const RECORDS = [
  '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";',
  "# a remark",
  '4k3/8/8/8/8/8/4P3/4K3 b - - c0 "<img src=x onerror=alert(1)>"; id "<b>line</b>"; pv Kd7 e4 Ke6;',
];
const link = (lines: string[]) => `#/s/1.${deflateRawSync(Buffer.from(lines.join("\n"))).toString("base64url")}`;
const embed = (lines: string[], settings = "") => `/${link(lines).replace("#/", "#/embed/")}${settings}`;

// A page in a new context, with its errors.
async function fresh(browser: Browser, baseURL: string | undefined, options = {}): Promise<[Page, string[]]> {
  const context = await browser.newContext({ baseURL, viewport: { width: 320, height: 560 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return [page, errors];
}

test("each file is loaded once, and nothing waits for the late part", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(embed(RECORDS));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("back rank");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => path.endsWith("_late.wasm"))).toHaveLength(1);
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
  expect(await page.evaluate(() => performance.getEntriesByName("epidote-waits-for-late-part").length)).toBe(0);
  await context.close();
});

test("positions are shown, turned and stepped through", async ({ browser, baseURL }) => {
  const [page, errors] = await fresh(browser, baseURL);
  await page.goto(embed(RECORDS));
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText("back rank");
  await expect(page.getByText("White to move")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("bmRa8#");
  await expect(page.getByText("1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous record" })).toBeDisabled();
  await page.getByRole("button", { name: "Next record" }).click();
  // Text is never treated as markup.
  await expect(name).toHaveText("<b>line</b>");
  await expect(page.getByRole("main")).toContainText("<img src=x onerror=alert(1)>");
  await expect(page.locator("main img, main b")).toHaveCount(0);
  const board = page.getByRole("img");
  await expect(board).toHaveAccessibleName(/black king e8/);
  await page.getByRole("button", { name: /^Step forward/ }).click();
  await expect(board).toHaveAccessibleName(/black king d7/);
  await page.keyboard.press("ArrowRight");
  await expect(board).toHaveAccessibleName(/white pawn e4/);
  await page.keyboard.press("j");
  await expect(board).toHaveAccessibleName(/black king e6/);
  await page.keyboard.press("ArrowLeft");
  await expect(board).toHaveAccessibleName(/black king d7/);
  const bottomLeft = () => page.locator(".coordinate").first().textContent();
  expect(await bottomLeft()).toBe("a");
  await page.getByRole("button", { name: "Flip board" }).click();
  expect(await bottomLeft()).toBe("h");
  // Nothing in it is wider than the frame.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("the address says side, colours, language and record", async ({ browser, baseURL }) => {
  const [page, errors] = await fresh(browser, baseURL);
  await page.goto(embed(RECORDS, "?color=black&theme=dark&lang=ru&record=2&later=1"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("<b>line</b>");
  await expect(page.getByText("Ход чёрных")).toBeVisible();
  await expect(page.locator(".coordinate").first()).toHaveText("h");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // A new address in the same frame gives a new view.
  await page.evaluate((hash) => (location.hash = hash), embed(RECORDS).slice(1));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("back rank");
  expect(errors).toEqual([]);
  await page.context().close();
});

test("nothing is kept, changed, or begun", async ({ browser, baseURL }) => {
  const [page, errors] = await fresh(browser, baseURL, { serviceWorkers: "allow" });
  await page.addInitScript(() => {
    const asked: string[] = ((window as never as { asked: string[] }).asked = []);
    const note = (owner: object, name: string) => {
      const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
        asked.push(name);
        return real.apply(this, args);
      });
    };
    note(IDBFactory.prototype, "open");
    note(Storage.prototype, "setItem");
    note(ServiceWorkerContainer.prototype, "register");
    note(LockManager.prototype, "request");
  });
  await page.goto(embed(RECORDS));
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText("back rank");
  const before = await page.getByRole("main").innerText();
  // Keys that would change records or start something in the full page.
  for (const key of ["n", "a", "b", "c", "e", "h", "d", "l", "Control+z", "Control+k", "?", "F1"]) await page.keyboard.press(key);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 0))));
  expect(await page.getByRole("main").innerText()).toBe(before);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  expect(await page.evaluate(() => (window as never as { asked: string[] }).asked)).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length + localStorage.length)).toBe(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(page.workers()).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("the whole page opens the same records", async ({ browser, baseURL }) => {
  const [page, errors] = await fresh(browser, baseURL);
  await page.goto(embed(RECORDS, "?color=black"));
  const [whole] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open in Epidote" }).click()]);
  // It has the size of the view in another page, too small for the list.
  await whole.setViewportSize({ width: 1280, height: 800 });
  await expect(whole.getByRole("grid", { name: "Records" })).toHaveAttribute("aria-rowcount", "4");
  await expect(whole.getByRole("textbox", { name: "Record text" })).toHaveValue(RECORDS[0]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("its address in a page at work opens beside what is open", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  await page.evaluate((hash) => (location.hash = hash), embed(RECORDS).slice(1));
  await expect(app.tab("shared.epd")).toBeVisible();
  await expect(app.tab("a.epd")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in it: ${colorScheme}`, async ({ browser, baseURL }) => {
    const [page] = await fresh(browser, baseURL, { colorScheme });
    await page.goto(embed(RECORDS, "?record=2"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("<b>line</b>");
    expect(await axe(page, "embedded")).toEqual([]);
    await page.context().close();
  });
}
