// What is seen of a run over a file: its card, the records in work, its results, and that they leave the main job in view.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { broken } from "../pages/boxes.ts";
import { apply, choose, dialog } from "../pages/tools.ts";

const OPEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
const MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

const card = (page: Page) => page.getByRole("region", { name: "Run", exact: true });
const lanes = (page: Page) => page.getByRole("list", { name: "Records being searched" }).getByRole("listitem");
const results = (page: Page) => page.getByRole("status", { name: "Results" });

test("a run over many records leaves board and engine in view, and so do its results", async ({ app, page }) => {
  // As on a machine with eight processors.
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 8 }));
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 720 });
  await app.dropText("x.epd", `${MATE} bm Ra8#;\n${OPEN} bm Nf6;\n`.repeat(20));
  await app.engineSettings();
  await page.getByLabel("Number of lines").selectOption("3");
  await app.limit("time (ms)", 2_000);
  await app.button("Engine settings").click();
  const always = { board: ".board", switch: "#engine-switch", text: "#record-text", rows: ".record-row:not([hidden]) × 10", bar: ".status-bar" };
  await app.button("Analyse file").click();
  await expect(lanes(page).nth(3)).toBeVisible();
  await expect(results(page)).toContainText("solved");
  await expect.poll(() => broken(page, { ...always, card: ".run-card", "two rows of lanes": ".lanes__lane × 4" }, 380)).toEqual([]);
  await app.button("Stop").click();
  await expect(card(page).getByRole("button", { name: "Close the results" })).toBeVisible();
  await app.row(2).click();
  await app.button("Think along").click();
  await expect(page.locator(".study__line")).toHaveCount(3);
  await expect.poll(() => broken(page, { ...always, lines: ".study__line × 3", score: ".engine__score" }, 380)).toEqual([]);
  await app.button("Close the results").click();
  await expect.poll(() => broken(page, { ...always, lines: ".study__line × 3" }, 440)).toEqual([]);
});

test("the card tells the pace, and a press on a lane goes to its record, which is marked in the list", async ({ app, page }) => {
  await app.dropText("x.epd", `${OPEN}\n`.repeat(30));
  await page.getByRole("spinbutton", { name: "Line" }).fill("30");
  await app.limit("time (ms)", 1_000);
  await app.button("Analyse file").click();
  await expect(card(page)).toContainText(/Analysing the file: [1-9]\d* of 30, \d+(\.\d)? per second, \d+:\d\d left/);
  await expect(page.locator(".record-row__number--in-work").first()).toBeVisible();
  const press = lanes(page).first().getByRole("button");
  const line = Number((await press.innerText()).replace(/\D+/g, ""));
  await press.click();
  await expect(page.getByRole("spinbutton", { name: "Line" })).not.toHaveValue("30");
  const shown = Number(await page.getByRole("spinbutton", { name: "Line" }).inputValue());
  // The lane may have gone on between the look and the press.
  expect(shown).toBeGreaterThanOrEqual(line);
  await app.button("Stop").click();
  await expect(page.locator(".record-row__number--in-work")).toHaveCount(0);
});

test("a recipe keeps what its search found, and each of its steps has a name of its own", async ({ app, page }) => {
  // The search of the last one fails, and what the steps behind it do with it does not.
  await app.dropText("x.epd", `${MATE} bm Ra8#; id "a";\n4k3/8/8/8/8/8/4P3/4K3 w - - id "b";\n8/8/8/8/8/8/8/8 w - - id "c";\n`);
  await app.records.focus();
  await choose(page, "Prove mates", { "Moves to mate": "1" });
  await app.button("Add this step").click();
  await dialog(page).getByRole("radio", { name: "Sort", exact: true }).check({ force: true });
  await expect(app.button("Add this step")).toBeDisabled();
  await expect(app.button("Add this step")).toHaveAttribute("title", "This tool cannot be a step of a recipe");
  await dialog(page).getByRole("radio", { name: "Remove operations", exact: true }).check({ force: true });
  await dialog(page).getByLabel("Opcodes").fill("id");
  await app.button("Add this step").click();
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("nightly");
  await app.button("Run recipe").click();
  await expect(app.messages).toContainText("3 of 3 lines examined, 3 changed.");
  await expect(results(page)).toContainText("1 mate");
  await expect(app.messages).not.toContainText("could not be examined");
  await expect(app.button("Undo")).toHaveAttribute("title", /nightly, step 2 of 2: Remove operations/);
  await app.button("Undo").click();
  await expect(app.button("Undo")).toHaveAttribute("title", /nightly, step 1 of 2: Prove mates/);
  await expect(app.text).toHaveValue(`${MATE} bm Ra8#; dm 1; id "a"; pm Ra8#; pv Ra8#;`);
});

test("a record that is removed during a run is among those that failed, with the reason", async ({ app, page }) => {
  await app.dropText("x.epd", `${OPEN}\n`.repeat(8));
  await app.limit("time (ms)", 5_000);
  await app.button("Analyse file").click();
  await expect(lanes(page).first()).toBeVisible();
  await lanes(page).first().getByRole("button").click();
  await app.button("Remove record").click();
  await expect(results(page)).toContainText("1 failed", { timeout: 30_000 });
  await app.button("Stop").click();
  await card(page).getByText("Failed records").click();
  await expect(card(page).getByRole("list", { name: "Failed records" })).toContainText("Removed: it has been removed in the meantime");
});

test("a failure makes room after a while, and the status bar brings it back", async ({ app, page }) => {
  await page.clock.install();
  await app.open();
  await app.drop({ name: "none.epd", bytes: Buffer.from("") });
  const message = app.messages.getByText(/none\.epd/);
  await expect(message).toBeVisible();
  await page.clock.runFor(14_000);
  await expect(message).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(message).toBeHidden();
  await app.button("1 message").click();
  await expect(message).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(message).toBeVisible();
  await app.button("Close message").click();
  await expect(message).toHaveCount(0);
  await expect(app.button("1 message")).toHaveCount(0);
});

test("a phone has the way to a record that is being searched", async ({ app, page }) => {
  const lines = Array.from({ length: 20 }, (_, at) => `${OPEN} id "of line ${at + 1}";\n`);
  await app.dropText("x.epd", lines.join(""));
  await app.limit("time (ms)", 60_000);
  await app.row(5).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /commands/i }).filter({ visible: true }).click();
  await page.keyboard.type("analyse file");
  await page.keyboard.press("Enter");
  const line = card(page).getByRole("button", { name: /^Line \d+$/ }).filter({ visible: true });
  await expect(line).toHaveCount(1);
  const at = (await line.innerText()).replace("Line ", "");
  await line.click();
  await expect(app.text).toHaveValue(new RegExp(`"of line ${at}"`));
  await card(page).getByRole("button", { name: "Stop" }).click();
});
