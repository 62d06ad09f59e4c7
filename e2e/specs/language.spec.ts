import { expect, test } from "../fixtures.ts";

const record = "4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2;\n";

test("problems, fixes and operations are told in Russian, now and next time", async ({ app, page }) => {
  await app.dropText("one.epd", record);
  await expect(app.problems).toContainText("more than one blank");
  await expect(app.operation("bm")).toContainText("best moves");
  await app.language.selectOption("ru");
  await expect(app.problems).toContainText("больше одного пробела");
  await expect(app.operation("bm")).toContainText("лучшие ходы");

  await page.reload();
  await expect(app.language).toHaveValue("ru");
  await expect(page.getByRole("menuitem", { name: "Правка", exact: true })).toBeVisible();
  await app.dropText("two.epd", record);
  await app.button("Исправить пробелы").click();
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
  await app.language.selectOption("en");
  await expect(app.operation("bm")).toContainText("best moves");
});

test.describe("without the file of a language", () => {
  test.use({ expectedErrors: [[/Failed to load resource/], { scope: "test" }] as never });

  test("the page goes on in English", async ({ app, page }) => {
    await page.route("**/ru.txt", (route) => route.abort());
    await app.dropText("one.epd", record);
    await app.language.selectOption("ru");
    await expect(app.messages).toContainText("could not be loaded");
    await expect(app.problems).toContainText("more than one blank");
  });
});

test("numbers are grouped as the language groups them", async ({ app, page }) => {
  await app.dropText("long.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n".repeat(12_345));
  const count = page.locator(".list-foot__count");
  await expect(count).toHaveText("of 12,345");
  await app.language.selectOption("ru");
  await expect(count).toHaveText("из 12\u00a0345");
});
