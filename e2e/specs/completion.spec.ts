import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

/** Waits until a list that is there now takes Enter, which it does not in its first 75 ms. */
async function untilTaken(page: Page) {
  const at = await page.evaluate(() => performance.now());
  await page.waitForFunction((at) => performance.now() > at + 100, at);
}

const KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - -";

test("opcodes and legal moves are offered while one types, and taken by Enter", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS}\n`);
  await app.text.focus();
  await app.text.press("End");
  await app.text.pressSequentially(" b");
  const offers = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
  await expect(offers).toHaveText([/^bm .*\(§6\.4\)$/]);
  await expect(app.text).toHaveAttribute("aria-activedescendant", "completion-0");
  await untilTaken(page);
  await app.text.press("Enter");
  await expect(app.text).toHaveValue(`${KINGS} bm `);
  await expect(offers).toHaveCount(0);
  // Typed as coordinates, but written as SAN.
  await app.text.pressSequentially("e1d");
  await expect(offers).toHaveText(["Kd1 (e1d1)", "Kd2 (e1d2)"]);
  await app.text.press("ArrowDown");
  await expect(offers.nth(1)).toHaveAttribute("aria-selected", "true");
  await untilTaken(page);
  await app.text.press("Enter");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2`);
  // The caret is after it.
  await app.text.pressSequentially("; ce 5;");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd2; ce 5;`);
  await expect(app.problemCount).toHaveText("No problems");
});

test("all that fits is offered when asked for, and Escape takes it away", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} pv e4 ;\n`);
  await app.text.focus();
  await app.text.press("End");
  await app.text.press("ArrowLeft");
  const offers = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
  await app.text.press("Control+Space");
  await expect(offers).toHaveCount(5);
  await app.text.press("Escape");
  await expect(offers).toHaveCount(0);
  await app.text.press("Control+Space");
  await offers.filter({ hasText: "Kf7" }).click();
  await expect(app.text).toHaveValue(`${KINGS} pv e4 Kf7;`);
  await expect(app.text).toBeFocused();
});

test("Enter is not taken by a list that has just come", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} bm \n`);
  await app.text.focus();
  await app.text.press("End");
  // Both keys within one task of the page, faster than any user types.
  const text = await app.text.evaluate((field: HTMLTextAreaElement) => {
    field.setRangeText("K", field.value.length, field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    return field.value;
  });
  expect(text).toBe(`${KINGS} bm K`);
  await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
  await untilTaken(page);
  await app.text.press("Enter");
  await expect(app.text).toHaveValue(`${KINGS} bm Kd1`);
});

test("completions are in view when the form is scrolled", async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await app.dropText("a.epd", `${KINGS} ${Array.from({ length: 20 }, (_, at) => `x${at} 1;`).join(" ")}\n`);
  await app.text.focus();
  await page.keyboard.press("Control+End");
  await page.locator(".pane--editor").evaluate((pane) => (pane.scrollTop = pane.scrollHeight));
  await page.keyboard.type(" b");
  const offer = page.getByRole("option", { name: /^bm/ });
  await expect(offer).toBeVisible();
  const isOnTop = () => offer.evaluate((it) => {
    const box = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });
  await expect.poll(isOnTop).toBe(true);
});

test("moves of a line are put elsewhere by keyboard and by dragging, in one step of undo", async ({ app, page }) => {
  await app.dropText("a.epd", `${KINGS} pv e4 Kd7 e5;\n`);
  const moves = page.getByRole("group", { name: "Lines", exact: true }).getByRole("button", { name: /[a-h]\d/ });
  await expect(moves).toHaveText(["1. e4", "Kd7", "2. e5"]);
  await moves.nth(1).focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(app.text).toHaveValue(`${KINGS} pv Kd7 e4 e5;`);
  await expect(app.problemCount).not.toHaveText("No problems");
  await page.keyboard.press("Control+z");
  await expect(moves).toHaveText(["1. e4", "Kd7", "2. e5"]);
  await moves.nth(2).dragTo(moves.nth(0));
  await expect(app.text).toHaveValue(`${KINGS} pv e5 e4 Kd7;`);
});

test("the registers tell what they hold at a record, and since when", async ({ app, page }) => {
  const line = (operations: string) => `${KINGS} ${operations}`;
  await app.dropText(
    "a.epd",
    `${[line('c0 "Game"; c1 "Opening";'), "# between", line('c1; v0 "Italian";'), line('c2 "<img src=x>";')].join("\n")}\n`,
  );
  // What is above them is there, so that they no longer move.
  await expect(page.getByText("No problems")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /c1/ })).toBeVisible();
  await page.getByText("Registers of comments and names").click();
  const rows = page.getByRole("list", { name: "Registers of comments and names" }).getByRole("listitem");
  await expect(rows).toHaveText([/^c0\s*Game\s*Line 1$/, /^c1\s*Opening\s*Line 1$/]);
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(rows).toHaveText([/^c0\s*Game\s*Line 1$/, /^v0\s*Italian\s*Line 3$/]);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(rows).toHaveText([/Game/, /<img src=x>/, /Italian/]);
  await rows.last().getByRole("button", { name: "Line 3" }).click();
  await expect(app.text).toHaveValue(line('c1; v0 "Italian";'));
});
