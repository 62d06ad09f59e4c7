// Settings as a file, and figurines in place of letters.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "../fixtures.ts";

const LINE = '6k1/5ppp/8/8/8/8/4NPPP/R5K1 w - - bm Ra8#; id "Nf3 stays"; pv Ra8#;';

test("moves have figures where they are shown, and letters in the file and for screen readers", async ({ app, page }) => {
  await app.dropText("a.epd", `${LINE}\n`);
  await app.button("Settings").click();
  await page.getByRole("radio", { name: "Figurines, ♘f3" }).check({ force: true });
  await page.keyboard.press("Escape");
  await expect(app.button("1. Ra8#")).toHaveText("1. ♖a8#");
  await expect(app.button("Remove Ra8# from bm")).toContainText("♖a8#");
  const cells = app.row(1).getByRole("gridcell");
  await expect(cells.filter({ hasText: "♖a8#" })).toHaveAccessibleName("bm Ra8#");
  await expect(cells.filter({ hasText: "Nf3 stays" })).toHaveCount(1);
  await expect(app.text).toHaveValue(LINE);
  await page.keyboard.press("t");
  const line = page.getByRole("listitem", { name: "Line 1", exact: true });
  await expect(line.getByRole("button", { name: "Ra8#" })).toHaveText("♖a8#");
  await page.reload();
  await page.getByRole("button", { name: /^Restore|Open$/ }).first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem("moves"))).toBe("figurines");
});

test("settings go into a file and come back, recipes too", async ({ app, page, browser, baseURL }) => {
  await app.dropText("a.epd", `${LINE}\n`);
  await page.evaluate(() => {
    const settings = { theme: "dark", board: "wood", coordinates: "outside", motion: "none", sound: "moves", pieces: "standard", "code-page": "windows-1252", moves: "figurines", columns: "number label pv", keys: "find=q", "single-keys": "yes", search: '{"engine":"epidote","kind":"depth","limit":7,"predicted_move":true,"lines":3}', native: "Toga", dialect: "edwards", files: "edwards chess960 - b.epd", panes: '{"list":240}', recipes: 'mine\t{"format":"epidote-recipe"}\n' };
    Object.assign(localStorage, settings);
  });
  await page.reload();
  await app.language.selectOption("ru");
  await expect(page.getByRole("button", { name: "Настройки", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Настройки", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Сохранить настройки в файл" }).click()]);
  expect(download.suggestedFilename()).toBe("epidote-settings.txt");
  const file = await download.path();
  const text = readFileSync(file, "utf8");
  // The file holds everything that is stored; a setting that was forgotten there, or here, fails the test.
  const kept: string[] = await page.evaluate(() => Object.keys(localStorage));
  const files = readdirSync(new URL("../../src/app", import.meta.url), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".rs"));
  const sources = files.map((file) => readFileSync(new URL(`../../src/app/${file}`, import.meta.url), "utf8"));
  const NAME = /(?:const (?:SETTING|CHANGED|LETTERS|CODE_PAGE|FILES): &str = |\bsetting: |setting\()"([a-z-]+)"/g;
  const named = sources.flatMap((source) => [...source.matchAll(NAME)].map(([, name]) => name));
  expect([...new Set(named)].sort()).toEqual(kept.sort());
  expect(text.split("\n").slice(1, -1).map((line) => line.split(" = ")[0]).sort()).toEqual(kept.sort());

  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Settings" }).click();
  await other.getByLabel("Load settings from a file").setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("theme = dark\n") });
  const said = other.getByRole("dialog").getByRole("status");
  await expect(said).toHaveText("No settings were loaded from x.txt: it is not a settings file of Epidote.");
  await other.getByLabel("Load settings from a file").setInputFiles({ name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  // They take effect at once, without a reload.
  await expect(other.getByRole("button", { name: "Настройки", exact: true })).toHaveCount(1);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.locator("html")).toHaveAttribute("data-board", "wood");
  await expect(other.locator("html")).toHaveAttribute("data-coordinates", "outside");
  await expect(other.locator("html")).toHaveAttribute("data-motion", "none");
  await other.reload();
  await other.getByRole("button", { name: "Настройки", exact: true }).waitFor();
  for (const [name, value] of Object.entries(await page.evaluate(() => ({ ...localStorage })))) {
    expect(await other.evaluate((name) => localStorage.getItem(name), name), name).toBe(value);
  }
  await context.close();
});
