import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";

test("F8 goes through the problems of all records, round and round, without a check before", async ({ app, page }) => {
  const fine = (name: string) => `${K} id "${name}";\n`;
  const many = Array.from({ length: 5_000 }, (_, at) => fine(`m${at}`)).join("");
  await app.dropText("a.epd", `${fine("first")}${K} bm Kd9;\n${many}${K} id x;  dm 3;\n`);
  await page.keyboard.press("F8");
  await expect(app.text).toHaveValue(`${K} bm Kd9;`);
  await expect(app.problems.getByRole("listitem").first()).toBeFocused();
  await page.keyboard.press("F8");
  const last = `${K} id x;  dm 3;`;
  await expect(app.text).toHaveValue(last);
  await expect(app.problems.getByRole("listitem").first()).toBeFocused();
  const count = await app.problems.getByRole("listitem").count();
  for (let at = 1; at < count; at++) await page.keyboard.press("F8");
  await expect(app.problems.getByRole("listitem").last()).toBeFocused();
  await expect(app.text).toHaveValue(last);
  await page.keyboard.press("F8");
  await expect(app.text).toHaveValue(`${K} bm Kd9;`);
  await page.keyboard.press("Shift+F8");
  await expect(app.text).toHaveValue(last);
  await expect(app.problems.getByRole("listitem").last()).toBeFocused();
});

test("F8 in a file without problems says so", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K.replace("w", "b")} id "b";\n`);
  await page.keyboard.press("F8");
  await expect(app.messages).toContainText("No record in the list has a problem.");
});

test("the check of a file follows what is edited, and knows what repeats", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K} id "a";\n${K}  id "b";\n`);
  await app.button("Check file").click();
  const problems = page.getByRole("list", { name: "Problems of the file" });
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  await expect(app.button("I216 repeated-position: 2 lines")).toBeVisible();
  await expect(app.button("I439 repeated-id: 1 line")).toBeVisible();
  await expect(app.button("W102 irregular-blank: 1 line")).toBeVisible();
  await app.text.fill(`${K}  bm Kd9;`);
  await expect(app.button("W102 irregular-blank: 2 lines")).toBeVisible();
  await expect(page.getByRole("button", { name: /^E\d+ .*: 1 line$/ })).toBeVisible();
  await app.button("Undo").click();
  await expect(app.button("W102 irregular-blank: 1 line")).toBeVisible();
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  await app.button("I439 repeated-id: 1 line when checked").click();
  await expect(page.getByText("1 of 3 found")).toBeVisible();
  await page.getByRole("combobox", { name: "Find records" }).press("Escape");
  await app.row(3).click();
  await app.button("Remove record").click();
  await expect(problems.getByRole("listitem")).toHaveCount(2);
});

test("what repeats stays counted as it was checked while lines are edited", async ({ app, page }) => {
  await app.dropText("a.epd", `${K} id "a";\n${K} id "a";\n${K} id "a";\n`);
  await app.button("Check file").click();
  await expect(app.button("I439 repeated-id: 2 lines")).toBeVisible();
  await app.row(2).click();
  await app.text.fill(`${K}  id "a";`);
  await expect(app.button("W102 irregular-blank: 1 line")).toBeVisible();
  await expect(app.button("I439 repeated-id: 2 lines when checked")).toBeVisible();
  await app.button("Remove record").click();
  await expect(app.button("I439 repeated-id: 1 line when checked")).toBeVisible();
  await app.button("Check file").click();
  await expect(page.getByRole("button", { name: "I439 repeated-id: 1 line", exact: true })).toBeVisible();
});
