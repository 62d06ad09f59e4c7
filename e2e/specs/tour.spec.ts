// The start: examples, the tour, and the whole way from the empty page to a shared link without a pointer.
import { readFileSync, readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

const example = (name: string) => readFileSync(new URL(`../../static/examples/${name}`, import.meta.url), "utf8");
const tour = (page: Page) => page.getByRole("region", { name: "Take the tour" });

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "textbox" | "grid" = "button") {
  const target = page.getByRole(role, { name, exact: true }).first();
  for (let at = 0; at < 200; at++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by the Tab key`);
}

test("from the empty page to a shared link by keyboard alone", async ({ app, page }) => {
  await app.button("Open").waitFor();
  await tabTo(page, "Take the tour");
  await page.keyboard.press("Enter");

  // What each step asks for: the actions, and what is visible after them.
  const steps: [string, () => Promise<void>][] = [
    ["A file is a list of records", async () => {
      await page.keyboard.press("Alt+ArrowDown");
      await expect(app.text).toHaveValue(/tour\.2/);
    }],
    ["The board", async () => {
      for (let at = 0; at < 3; at++) await page.keyboard.press("Alt+ArrowDown");
      await expect(app.text).toHaveValue(/tour\.5/);
      await page.keyboard.press("j");
      await expect(app.square("g8")).toHaveAccessibleName("g8, white queen");
    }],
    ["Problems", async () => {
      await page.keyboard.press("F8");
      await expect(app.text).toHaveValue(/tour\.3/);
    }],
    ["Fixes", async () => {
      await page.keyboard.press("Control+.");
      await expect(page.getByRole("listbox", { name: "Fixes" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(app.text).toHaveValue(/bm Ra7\+;/);
    }],
    ["Nothing is lost", async () => {
      await page.keyboard.press("Control+z");
      await expect(app.text).toHaveValue(/bm a1a7;/);
    }],
    ["The engine", async () => {
      await page.keyboard.press("t");
      await expect(page.getByRole("listitem", { name: "Line 1", exact: true })).toContainText("Ra7+");
      await page.keyboard.press("t");
    }],
    ["Everything else", async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
      await page.keyboard.type("repair rec");
      await page.keyboard.press("Enter");
      await expect(app.text).toHaveValue(/bm Ra7\+; c0 .*id "tour.3 skewer";$/);
    }],
    ["Sharing", async () => {
      await page.keyboard.press("h");
      const sharing = page.getByRole("dialog", { name: /^Share/ });
      await expect(sharing).toBeVisible();
      await tabTo(page, "Copy link");
      await page.keyboard.press("Enter");
      await expect(sharing.getByRole("status", { name: "Done" })).toHaveText("Link copied.");
      await page.keyboard.press("Escape");
      await expect(sharing).toHaveCount(0);
    }],
  ];
  for (const [at, [title, act]] of steps.entries()) {
    await expect(tour(page)).toContainText(`Step ${at + 1} of ${steps.length}`);
    await expect(tour(page).getByRole("heading")).toHaveText(title);
    await expect(tour(page).getByRole("status")).toHaveText("");
    await act();
    await expect(tour(page).getByRole("status")).toHaveText("Done");
    await tabTo(page, at + 1 < steps.length ? "Next" : "End the tour");
    await page.keyboard.press("Enter");
  }
  await expect(tour(page)).toHaveCount(0);

  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/^8\/2k4q.* bm Ra7\+; .*tour\.3/);
});

test("the tour goes back, ends at any step, and leaves its file as it is", async ({ app, page }) => {
  await app.button("Take the tour").click();
  await expect(tour(page)).toContainText("Step 1 of 8");
  await expect(app.button("Back")).toBeDisabled();
  await app.button("Next").click();
  await app.button("Next").click();
  await expect(tour(page)).toContainText("Step 3 of 8");
  expect(await axe(page, "tour")).toEqual([]);
  await app.button("Back").click();
  await expect(tour(page)).toContainText("Step 2 of 8");
  await app.language.selectOption("ru");
  await expect(page.getByRole("region", { name: "Знакомство" })).toContainText("Шаг 2 из 8");
  await page.getByRole("button", { name: "Закончить знакомство" }).click();
  await expect(page.getByRole("region", { name: "Знакомство" })).toHaveCount(0);
  await expect(app.text).toHaveValue(example("example-tour.epd").split("\n")[0]);
  await expect(app.tab("example-tour.epd")).toBeVisible();
});

test("every example opens as it was written", async ({ app }) => {
  const names = readdirSync(new URL("../../static/examples", import.meta.url)).filter((name) => !name.includes("tour"));
  for (const [button, name] of [
    ["Tactics", "example-tactics.epd"],
    ["Mistakes", "example-mistakes.epd"],
    ["Opcodes", "example-opcodes.epd"],
  ]) {
    await app.button(button).click();
    await expect(app.tab(name)).toBeVisible();
    await expect(app.text).toHaveValue(example(name).split("\n").find((line) => !line.startsWith("#"))!);
    await app.button(`Close ${name}`).click();
    names.splice(names.indexOf(name), 1);
  }
  expect(names).toEqual([]);
});

test.describe("without the examples", () => {
  test.use({ expectedErrors: [[/Failed to load resource/], { scope: "test" }] as never });

  test("the page says so, and the tour does not begin", async ({ app, page }) => {
    await page.route("**/example-*.epd", (route) => route.abort());
    await app.button("Tactics").click();
    await expect(app.messages).toContainText("The example could not be loaded");
    await app.messages.getByRole("button").click();
    await app.button("Take the tour").click();
    await expect(app.messages).toContainText("The example could not be loaded");
    await expect(tour(page)).toHaveCount(0);
  });
});

test("the board of an example opens it", async ({ app, page }) => {
  const examples = page.getByRole("list", { name: "Examples" }).getByRole("listitem");
  await examples.filter({ hasText: "Mistakes" }).locator("svg").first().click();
  await expect(app.tab("example-mistakes.epd")).toBeVisible();
  await expect(app.text).toHaveValue(example("example-mistakes.epd").split("\n").find((line) => !line.startsWith("#"))!);
});

test("the tour begins in front of a file that is open, also from the command search", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"mine\";\n");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("take the tour");
  await page.keyboard.press("Enter");
  await expect(tour(page)).toContainText("Step 1 of 8");
  await expect(app.text).toHaveValue(example("example-tour.epd").split("\n")[0]);
  await app.tab("a.epd").click();
  await expect(app.text).toHaveValue(/mine/);
});

test("on a phone the tour shows the part that it is about, and names no keys", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await app.button("Take the tour").click();
  const parts = page.getByRole("navigation", { name: "Parts" });
  for (const part of ["List", "Record", "Problems", "Problems", "Record", "Engine", "Record", "Record"]) {
    await expect(parts.locator("[aria-current]")).toContainText(part);
    // The texts for a keyboard name keys: "Alt+…", "F8", "press …", or a letter at the beginning.
    expect(await tour(page).innerText()).not.toMatch(/Alt|Ctrl|F8|F1|Enter|Escape|press|^[a-z] /m);
    const next = tour(page).getByRole("button", { name: "Next" });
    if (await next.isVisible()) await next.click();
  }
  await app.button("End the tour").click();
});
