// The same file in several tabs: one changes it, the others follow.
import type { BrowserContext, Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { App } from "../pages/app.ts";
import { LINES, change, files, recovered, write } from "../pages/kept.ts";
import { takeRoom } from "../pages/room.ts";

// Opens the same file in each tab, as identified by name, size and date.
async function openSame(page: Page): Promise<void> {
  // A page that is being loaded has nothing yet on which a file could be dropped.
  await page.getByRole("heading", { name: "Epidote" }).waitFor();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "x.epd", { lastModified: 1_000_000 }));
    const heading = document.querySelector("h1");
    heading?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, LINES);
}

const following = (app: App) => app.page.getByRole("status", { name: "Open in another tab" });

test("one of two tabs changes a file, the other follows and can take over", async ({ app, page, context }) => {
  await openSame(page);
  await app.text.waitFor();
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"first\";");
  const other = new App(await context.newPage());
  await other.open();
  await openSame(other.page);
  await expect(following(other)).toBeVisible();
  await expect(following(app)).toHaveCount(0);
  await expect(other.text).toHaveValue(/first/);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"second\";");
  await expect(other.text).toHaveValue(/second/);
  // It cannot be changed in this tab.
  await expect(other.text).not.toBeEditable();
  await other.button("Take over").click();
  await expect(following(other)).toHaveCount(0);
  await expect(following(app)).toBeVisible();
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"third\";");
  await expect(app.text).toHaveValue(/third/);
  await expect(app.text).not.toBeEditable();
  await other.page.close();
});

test("who follows goes on alone when the other tab closes the file", async ({ app, page, context }) => {
  await openSame(page);
  await app.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "first";');
  const other = new App(await context.newPage());
  await other.open();
  await openSame(other.page);
  await expect(following(other)).toBeVisible();
  await expect(other.text).toHaveValue(/first/);
  page.on("dialog", (dialog) => dialog.accept());
  await page.bringToFront();
  await app.records.focus();
  await page.keyboard.press("Alt+w");
  await expect(app.text).toHaveCount(0);
  await expect(following(other)).toHaveCount(0);
  await other.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "second";');
  await expect(other.page).toHaveTitle("• x.epd – Epidote");
  await other.page.close();
});

test("a tab that does not answer keeps its file until it is closed", async ({ app, page, context }) => {
  // It receives no messages, like a tab that hangs.
  await page.addInitScript(() => {
    Object.defineProperty(BroadcastChannel.prototype, "onmessage", { set: () => {} });
  });
  await page.reload();
  await openSame(page);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"kept\";");
  await expect(page).toHaveTitle("• x.epd – Epidote");
  const other = new App(await context.newPage());
  await other.open();
  await openSame(other.page);
  await expect(other.text).toHaveValue(/kept/);
  expect(await axe(other.page, "a file of another tab")).toEqual([]);
  await other.button("Take over").click();
  await expect(other.page.getByText("The other tab does not answer.")).toBeVisible();
  await expect(other.text).not.toBeEditable();
  await page.close();
  await expect(other.text).toBeEditable();
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"gone on with\";");
  await expect(following(other)).toHaveCount(0);
  await other.page.close();
});

test("a tab whose changes could not be written down keeps its file until they are", async ({ app, page, context }) => {
  await openSame(page);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"written\";");
  const other = new App(await context.newPage());
  await other.open();
  await openSame(other.page);
  await expect(other.text).toHaveValue(/written/);
  await takeRoom(page);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"in memory\";");
  await expect(page.getByRole("alert", { name: "Changes are not kept" })).toBeVisible();
  await other.button("Take over").click();
  await expect(other.page.getByText("The other tab keeps the file")).toBeVisible();
  await expect(other.text).not.toBeEditable();
  await page.evaluate(() => Object.assign(window, { hasRoom: true }));
  await app.button("Try again").click();
  await expect(page.getByRole("alert", { name: "Changes are not kept" })).toHaveCount(0);
  await other.button("Take over").click();
  await expect(other.text).toBeEditable();
  await expect(other.text).toHaveValue(/in memory/);
  await expect(app.text).not.toBeEditable();
  await other.page.close();
});

test("work that one tab offers to restore can be gone on with in another", async ({ app, page, context }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await openSame(page);
  await change(app, "lost");
  await page.reload();
  await expect(recovered(app)).toBeVisible();
  const other = new App(await context.newPage());
  await other.open();
  await openSame(other.page);
  await expect(other.text).toHaveValue("lost");
  await other.button("Take over").click();
  await expect(recovered(app)).toHaveCount(0);
  await other.text.fill("found");
  await expect(other.page).toHaveTitle("• x.epd – Epidote");
  await other.page.close();
});

test("what was saved elsewhere is another file, also to the other tabs", async ({ app, page, context }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await files(page);
  await write(page, "x.epd", LINES);
  await app.button("Open").click();
  await change(app, "4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
  await page.keyboard.press("Control+Shift+s");
  await expect(app.messages).toContainText("Saved copy.epd.");
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"of the copy\";");
  const other = new App(await context.newPage());
  await other.open();
  await files(other.page);
  await other.button("Open").click();
  await expect(other.text).toHaveValue(/one/);
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"of the other tab\";");
  await expect(following(other)).toHaveCount(0);
  await expect(app.text).toHaveValue(/of the copy/);
  await other.page.close();
  await page.reload();
  const restore = recovered(app).filter({ hasText: "copy.epd" });
  await expect(restore).toContainText("to copy.epd");
});

/** A second tab, in which the dialogs give the same files. */
async function secondTab(context: BrowserContext): Promise<App> {
  const other = new App(await context.newPage());
  await other.open();
  await files(other.page);
  return other;
}

test("who goes on alone saves over what the other tab saved, and over nothing else unasked", async ({ app, page, context }) => {
  await files(page);
  await write(page, "x.epd", LINES);
  await app.button("Open").click();
  const other = await secondTab(context);
  await other.button("Open").click();
  await expect(following(other)).toBeVisible();
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"saved\";");
  await expect(other.text).toHaveValue(/saved/);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveTitle("x.epd – Epidote");
  await app.records.focus();
  await page.keyboard.press("Alt+w");
  await expect(following(other)).toHaveCount(0);
  const questions: string[] = [];
  other.page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"alone\";");
  await other.page.keyboard.press("Control+s");
  await expect(other.messages).toContainText("Saved x.epd.");
  expect(questions).toEqual([]);
  await write(page, "x.epd", LINES.replace("one", "by another program"));
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"later\";");
  await other.page.keyboard.press("Control+s");
  await expect.poll(() => questions.length).toBe(1);
  expect(questions[0]).toContain("changed by another program");
  await other.page.close();
});

test("a tab that opens a file after a save follows the tab that saved it", async ({ app, page, context }) => {
  await files(page);
  await write(page, "x.epd", LINES);
  await app.button("Open").click();
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"saved\";");
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved x.epd.");
  await change(app, "4k3/8/8/8/8/8/8/4K3 w - - id \"not yet\";");
  const other = await secondTab(context);
  await other.button("Open").click();
  await expect(following(other)).toBeVisible();
  await expect(other.text).toHaveValue(/not yet/);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"now\";");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveTitle("x.epd – Epidote");
  await expect(other.text).toHaveValue(/now/);
  await other.button("Take over").click();
  await expect(following(app)).toBeVisible();
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"theirs\";");
  await expect(app.text).toHaveValue(/theirs/);
  // No question whether another program's changes are overwritten: a dialog that nobody expects ends the save.
  await other.page.keyboard.press("Control+s");
  await expect(other.messages).toContainText("Saved x.epd.");
  await other.page.close();
});

test("a tab that opens a file after a save without any change follows, too", async ({ app, page, context }) => {
  await files(page);
  await write(page, "x.epd", LINES);
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/one/);
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved x.epd.");
  const other = await secondTab(context);
  await other.button("Open").click();
  await expect(following(other)).toBeVisible();
  await expect(other.text).toHaveValue(/one/);
  await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"now\";");
  await expect(other.text).toHaveValue(/now/);
  await other.page.close();
});

test("a file too large for memory is followed over its saves", async ({ app, page, context }) => {
  test.setTimeout(120_000);
  await files(page);
  const line = `4k3/8/8/8/8/8/8/4K3 w - - c0 "${"x".repeat(1_000)}";\n`;
  await write(page, "x.epd", line.repeat(34_000));
  await app.button("Open").click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "34001");
  const other = await secondTab(context);
  await other.button("Open").click();
  await expect(following(other)).toBeVisible();
  for (const word of ["first", "second"]) {
    await app.text.fill(`4k3/8/8/8/8/8/8/4K3 w - - id "${word}";`);
    await expect(other.text).toHaveValue(new RegExp(word));
    await page.keyboard.press("Control+s");
    await expect(app.messages).toContainText("Saved x.epd.");
    await expect(page).toHaveTitle("x.epd – Epidote");
    // What has not been read yet is read from the file as it is now.
    await other.records.press("Control+End");
    await expect(other.text).toHaveValue(/xxx/);
    await expect(following(other)).toBeVisible();
    await other.records.press("Control+Home");
    await expect(other.text).toHaveValue(new RegExp(word));
  }
  await other.button("Take over").click();
  await expect(following(other)).toHaveCount(0);
  await other.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"theirs\";");
  await expect(app.text).toHaveValue(/theirs/);
  await other.page.close();
});
