import { expect, own, test } from "../fixtures.ts";

const clipboard = () => navigator.clipboard.readText();

test("a bare position has a readable link", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
  await page.keyboard.press("c");
  await expect(app.messages).toContainText("Link copied.");
  const link = await page.evaluate(clipboard);
  expect(link).toMatch(/#\/p\/4k3\/8\/8\/8\/8\/8\/8\/4K3_w_-_-$/);
});

test("a link to the file opens the same records and leaves others alone", async ({ app, page, context }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await app.menu("File", "Copy link to file");
  await expect(app.messages).toContainText("Link copied.");
  const link = await page.evaluate(clipboard);
  expect(link).toContain("#/s/1.");
  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByRole("grid", { name: "Records" })).toHaveAttribute("aria-rowcount", "6");
  await expect(second.getByRole("textbox", { name: "Record text" })).toHaveValue(/own\.1/);
  // In the first page, the link opens beside the open files.
  await page.evaluate((link) => (location.hash = new URL(link).hash), link);
  await expect(app.tab("shared.epd")).toBeVisible();
  await expect(app.tab("mates.epd")).toBeVisible();
});

test("Back and Forward show the files of their links again", async ({ app, page }) => {
  const link = (rook: string) => page.evaluate((rook) => void (location.hash = `#/p/4k3/8/8/8/8/8/8/4K2${rook}_w_-_-`), rook);
  await link("R");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K2R w - -");
  await link("Q");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K2Q w - -");
  await page.goBack();
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K2R w - -");
  await page.goForward();
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K2Q w - -");
  await expect(app.button("Close shared.epd (2)")).toBeVisible();
  await expect(app.button("Close shared.epd (3)")).toHaveCount(0);
  // What was changed stays, and the link has its own records.
  await app.text.fill("4k3/8/8/8/8/8/8/4K2B w - -");
  await page.goBack();
  await page.goForward();
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K2Q w - -");
  await expect(app.button("Close shared.epd (3)")).toBeVisible();
});

test("a damaged link is explained", async ({ app, page }) => {
  await page.goto("/#/s/1.abcdefgh");
  await page.reload();
  await expect(app.messages).toContainText("This link cannot be opened: the link is damaged; its end may be missing.");
  await expect(app.button("Take the tour")).toBeVisible();
});

test("a hostile link shows text", async ({ app, page }) => {
  await app.dropText("a.epd", '4k3/8/8/8/8/8/8/4K3 w - - c0 "<img src=x onerror=alert(1)>";\n');
  await page.keyboard.press("c");
  await expect(app.messages).toContainText("Link copied.");
  const link = await page.evaluate(clipboard);
  await page.goto(link);
  await page.reload();
  await expect(app.text).toHaveValue(/<img src=x onerror=alert\(1\)>/);
  await expect(page.locator("img")).toHaveCount(0);
});

test("a link keeps the side at the bottom of the board", async ({ app, page, context }) => {
  await app.dropText("a.epd", '4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - - id "b";\n');
  await app.button("Flip board").click();
  for (const record of [1, 2]) {
    await app.row(record).click();
    await page.keyboard.press("c");
    await expect.poll(() => page.evaluate(clipboard)).toMatch(record === 1 ? /#\/p\/.*\?color=black$/ : /#\/s\/.*\?color=black$/);
    const other = await context.newPage();
    await other.goto(await page.evaluate(clipboard));
    await expect(other.getByRole("grid", { name: /^Board/ }).getByRole("gridcell").first()).toHaveAccessibleName(/^h1,/);
    await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/^4k3/);
    await other.close();
  }
});

test("Share is about all selected records", async ({ app, page, context }) => {
  await app.dropText("a.epd", [1, 2, 3].map((id) => `4k3/8/8/8/8/8/8/4K3 w - - id "r${id}";\n`).join(""));
  await app.row(1).click();
  await app.row(3).click({ modifiers: ["Control"] });
  await app.button("Share…").click();
  const dialog = page.getByRole("dialog", { name: "Share the record" });
  await expect(dialog).toContainText("Link and code hold the 2 selected records");
  const link = dialog.getByRole("textbox", { name: "Link to the record" });
  await expect(link).toHaveValue(/#\/s\/1\./);
  const other = await context.newPage();
  await other.goto(await link.inputValue());
  await expect(other.getByRole("grid", { name: "Records" })).toHaveAttribute("aria-rowcount", "3");
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue(/r1/);
});
