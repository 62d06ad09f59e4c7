// Ten states of the page, compared with pictures of them in e2e/pictures. `make pictures` takes them again; look at
// each one after that.
//
// Machines have different fonts, so the page is given those of two packages here. The whole page is compared, with
// nothing masked, though its text is in a different font than users see. Another version of Chromium draws edges
// slightly differently, so a pixel counts only if its colour is clearly different, and 200 in a million may differ. A
// pawn missing from the board is more than that.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect, own, test } from "../fixtures.ts";
import config from "../playwright.config.ts";
import type { App } from "../pages/app.ts";

test.use({
  // The policy of the page does not allow fonts.
  bypassCSP: true,
  // Letters without coloured edges, and without hinting.
  launchOptions: { executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: [...config.use!.launchOptions!.args!, "--disable-lcd-text", "--font-render-hinting=none"] },
});

// Its pictures have letters as the shell draws them.
const HAS_SHELL = /headless.shell/.test(process.env.CHROMIUM ?? "");
if (!HAS_SHELL) console.log("NOT RUN: pictures; they are compared with those of chromium-headless-shell, which is not here");

const require = createRequire(import.meta.url);

function face(family: string, name: string, weight: number, range: string): string {
  const file = require.resolve(`@fontsource/${name.split("-").slice(0, 2).join("-")}/files/${name}-${weight}-normal.woff2`);
  const data = readFileSync(file).toString("base64");
  return `@font-face { font-family: "${family}"; font-weight: ${weight}; unicode-range: ${range}; src: url(data:font/woff2;base64,${data}); }`;
}

const LATIN = "U+0000-00FF, U+2000-206F";
const CYRILLIC = "U+0400-04FF, U+2116";
const FONTS = [
  ...[400, 700].flatMap((weight) => [
    face("Test Sans", "pt-sans-latin", weight, LATIN),
    face("Test Sans", "pt-sans-cyrillic", weight, CYRILLIC),
  ]),
  face("Test Mono", "pt-mono-latin", 400, LATIN),
  face("Test Mono", "pt-mono-cyrillic", 400, CYRILLIC),
  ":root { --sans: 'Test Sans'; --mono: 'Test Mono'; }",
].join("\n");

type State = {
  name: string;
  settings?: Record<string, string>;
  size?: [number, number];
  // Done before the picture is taken. The showcase is open then, except for the start page.
  act?: (page: Page, app: App) => Promise<void>;
  isStart?: boolean;
};

const MANY = Array.from({ length: 500 }, (_, at) => `4k3/8/8/8/8/8/4P3/4K3 w - - bm e${3 + (at % 2)}; ce ${at}; id "many.${at + 1}";`);

const STATES: State[] = [
  { name: "start", isStart: true },
  { name: "record-light" },
  { name: "record-dark", settings: { theme: "dark" } },
  { name: "contrast", settings: { theme: "contrast" } },
  { name: "russian", settings: { language: "ru" } },
  { name: "phone", size: [360, 740] },
  {
    name: "list",
    act: async (page, app) => {
      await app.drop({ name: "many.epd", bytes: Buffer.from(`${MANY.join("\n")}\n`) });
      await expect(app.text).toHaveValue(/many\.1"/);
      await app.records.focus();
      await page.keyboard.press("PageDown");
      await expect(app.text).not.toHaveValue(/many\.1"/);
    },
  },
  {
    name: "set-up",
    act: async (page) => {
      await page.keyboard.press("b");
      await expect(page.getByRole("button", { name: "Start position" })).toBeVisible();
    },
  },
  {
    name: "palette",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      // No record has these words: those that are found come when they are.
      await page.keyboard.type("record");
      await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toBeVisible();
    },
  },
  {
    name: "wood-and-book",
    size: [1024, 768],
    settings: { board: "wood", pieces: "book" },
    act: async (page, app) => {
      await app.button("Settings").click();
      await expect(page.getByRole("radio", { name: "Book" })).toBeChecked();
      await expect.poll(() => page.locator("#sprite #wN").getAttribute("viewBox")).toBe("0 0 1000 1000");
    },
  },
];

for (const { name, settings = {}, size = [1280, 800], act, isStart } of STATES) {
  test(`the page looks as before: ${name}`, async ({ app, page }) => {
    test.skip(!HAS_SHELL, "pictures are compared with those of chromium-headless-shell");
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.evaluate((settings) => Object.assign(localStorage, { theme: "light", ...settings }), settings);
    await page.reload();
    await page.locator(".bar").waitFor();
    await page.addStyleTag({ content: FONTS });
    if (!isStart) {
      await app.drop({ name: "showcase.epd", bytes: own("showcase.epd") });
      // The second record has arrows of three kinds, and a line.
      if (size[0] > 720) await app.row(2).click();
      else {
        await app.text.waitFor();
        await page.keyboard.press("Alt+ArrowDown");
      }
      await expect(app.text).toHaveValue(/two knights/);
      await expect(app.problemCount).not.toHaveText("");
    }
    await act?.(page, app);
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels: 200 });
  });
}
