// Files that were opened lately. The file system of the browser stands in for that of the machine.
import { axe } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { offer, recent } from "../pages/recent.ts";

test("a file that was opened is offered at the next visit, the last one first", async ({ app, page }) => {
  await expect(recent(page)).toHaveCount(0);
  await offer(page, "one.epd", "first");
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/first/);
  // Twice the same is one entry, and another folder has another file of that name.
  await app.button("Open").click();
  await offer(page, "other/one.epd", "second");
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/second/);
  await app.menu("File", "Recent files…");
  await expect(recent(page)).toHaveText(["one.epd", "one.epd"]);
  expect(await axe(page, "recent files")).toEqual([]);
  await page.reload();
  await expect(recent(page)).toHaveText(["one.epd", "one.epd"]);
  await recent(page).last().click();
  await expect(app.text).toHaveValue(/first/);
  // That one is the last opened now.
  await app.menu("File", "Recent files…");
  await recent(page).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(app.text).toHaveValue(/second/);
});

test("a recent file that is gone is named and forgotten, and all can be", async ({ app, page }) => {
  await offer(page, "gone.epd", "gone");
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/gone/);
  await offer(page, "there.epd", "there");
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/there/);
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("gone.epd"));
  await page.reload();
  await expect(recent(page)).toHaveText(["there.epd", "gone.epd"]);
  await recent(page).last().click();
  await expect(app.messages).toContainText("gone.epd");
  await expect(recent(page)).toHaveText(["there.epd"]);
  await app.button("Forget them").click();
  await expect(recent(page)).toHaveCount(0);
  await page.reload();
  await expect(app.button("Open")).toBeVisible();
  await expect(recent(page)).toHaveCount(0);
});

test("the browser is asked for a recent file, and what the user refuses stays among them", async ({ app, page }) => {
  await offer(page, "one.epd", "first");
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/first/);
  await page.reload();
  // As a browser that asks the user.
  await page.evaluate(() => {
    const asked: unknown[] = [];
    const state = { asked, answer: "denied" };
    Object.assign(window, { state });
    Object.assign(FileSystemFileHandle.prototype, {
      requestPermission: async (mode: unknown) => {
        asked.push(mode);
        return state.answer;
      },
    });
  });
  const state = (answer?: string) =>
    page.evaluate((answer) => {
      const { state } = window as unknown as { state: { asked: unknown[]; answer: string } };
      if (answer) state.answer = answer;
      return state.asked;
    }, answer);
  await recent(page).click();
  await expect.poll(() => state()).toEqual([{ mode: "read" }]);
  await expect(recent(page)).toHaveText(["one.epd"]);
  await expect(app.tab("one.epd")).toHaveCount(0);
  await state("granted");
  await recent(page).click();
  await expect(app.text).toHaveValue(/first/);
  expect(await state()).toHaveLength(2);
});
