import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";
const many = (count: number) => Array.from({ length: count }, (_, at) => `${K} id "r${at + 1}"; c0 "${"x".repeat(60)}";\n`).join("");

// Reading stops after the first parts of a file until it is released.
async function hold(page: Page, parts: number): Promise<() => Promise<void>> {
  await page.evaluate((parts) => {
    const read = Blob.prototype.arrayBuffer;
    let count = 0;
    const held = new Promise<void>((go) => Object.assign(window, { letGo: go }));
    Blob.prototype.arrayBuffer = async function () {
      if (this.size > 1000 && ++count > parts) await held;
      return read.call(this);
    };
  }, parts);
  return () => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
}

test("the first records are shown, and nothing changes, while the rest of a file is read", async ({ app, page }) => {
  const file = many(30_000);
  const letGo = await hold(page, 1);
  await app.drop({ name: "long.epd", bytes: Buffer.from(file) });
  await expect(app.row(1)).toContainText("r1");
  await expect(page.getByRole("progressbar", { name: "Reading long.epd" })).toBeVisible();
  await app.row(3).click();
  await expect(app.text).toHaveValue(/id "r3";/);
  await expect(app.text).not.toBeEditable();
  await expect(app.operation("id").getByRole("textbox")).toBeDisabled();
  await app.button("Add record").click();
  await expect(app.messages).toContainText("The file is still being read.");
  await app.button("Check file").click();
  await app.button("Save").click();
  await letGo();
  await expect(page.getByText("of 30,000", { exact: true })).toBeVisible();
  await expect(app.text).toHaveValue(/id "r3";/);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await app.text.fill(`${K} id "changed";`);
  const saved = (await app.save()).toString();
  expect(saved).toBe(file.replace(/^.*id "r3";.*$/m, `${K} id "changed";`));
});

test("a file whose beginning is shown is closed, and read no more", async ({ app, page }) => {
  const letGo = await hold(page, 1);
  await app.drop({ name: "long.epd", bytes: Buffer.from(many(30_000)) });
  await expect(app.row(1)).toContainText("r1");
  await app.button("Close long.epd").click();
  await letGo();
  await expect(app.messages).toContainText("Opening long.epd was cancelled.");
  await expect(app.tab("long.epd")).toHaveCount(0);
});

test("opening is cancelled while the beginning is shown", async ({ app, page }) => {
  const letGo = await hold(page, 1);
  await app.drop({ name: "long.epd", bytes: Buffer.from(many(30_000)) });
  await expect(app.row(1)).toContainText("r1");
  await app.button("Cancel").click();
  await letGo();
  await expect(app.messages).toContainText("Opening long.epd was cancelled.");
  await expect(app.tab("long.epd")).toHaveCount(0);
});

test("a file that comes late stays behind the one that is worked on", async ({ app, page }) => {
  // Long enough to be held, and short enough to be read at once.
  const one = (id: string) => Buffer.from(`${K} id "${id}";\n`.padEnd(1_200, `${K} id "other";\n`));
  await app.dropText("a.epd", one("a").toString());
  const letGo = await hold(page, 0);
  await app.drop({ name: "b.epd", bytes: one("b") });
  await app.text.press("End");
  await app.text.pressSequentially(" c0 ");
  await letGo();
  await expect(app.tab("b.epd")).toBeVisible();
  await expect(app.messages).toContainText("b.epd is open behind this file, since you went on meanwhile.");
  await app.text.pressSequentially('"x";');
  await expect(app.text).toBeFocused();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4K3 w - - id "a"; c0 "x";');
  await expect(page).toHaveTitle(/a\.epd/);
  // Who has only waited sees what was opened.
  await app.drop({ name: "c.epd", bytes: one("c") });
  await expect(page).toHaveTitle("c.epd – Epidote");
});

test("files of this program that hold no records say what they are, and a recipe is taken over", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  const drop = (name: string, text: string) => app.drop({ name, bytes: Buffer.from(text) });
  await drop("r.json", '{"format":"epidote-report","version":1}');
  await expect(app.messages).toContainText("r.json cannot be opened: it is JSON for other programs (epidote-report), and is not read back.");
  await drop("x.json", '[{"format":"epidote-records","version":1}\n]\n');
  await expect(app.messages).toContainText("x.json cannot be opened: it is JSON for other programs (epidote-records)");
  await drop("s.txt", "# Settings of Epidote, version 1\ntheme = dark\n");
  await expect(app.messages).toContainText("s.txt cannot be opened: it holds settings: load it under Settings.");
  await expect(page.getByRole("navigation", { name: "Open files" }).getByRole("button", { name: /\.json|\.txt/ })).toHaveCount(0);
  await drop("my recipe.json", '{\n  "format": "epidote-recipe",\n  "version": 1,\n  "name": "mine",\n  "steps": ["normalize"]\n}\n');
  const recipe = page.getByRole("dialog", { name: "Work on many records" }).getByRole("region", { name: "Recipe" });
  await expect(recipe.getByRole("textbox", { name: "Name" })).toHaveValue("mine");
  await expect(recipe.getByRole("listitem")).toHaveCount(1);
});

test("files of one name can be told apart", async ({ app, page }) => {
  for (const id of ["a", "b", "c"]) await app.drop({ name: "x.epd", bytes: Buffer.from(`${K} id "${id}";\n`) });
  const names = page.locator(".tab__name");
  await expect(names).toHaveText(["x.epd", "x.epd (2)", "x.epd (3)"]);
  await app.button("Close x.epd (2)").click();
  await expect(names).toHaveText(["x.epd", "x.epd (2)"]);
  await names.last().click();
  await expect(app.text).toHaveValue(`${K} id "c";`);
});
