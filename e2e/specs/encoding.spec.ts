import { expect, test } from "../fixtures.ts";

const name = Buffer.from([0xc0, 0xeb, 0xe5, 0xf5, 0xe8, 0xed]);
const head = '4k3/8/8/8/8/8/8/4K3 w - - id "';
const file = Buffer.concat([Buffer.from(head), name, Buffer.from('";\n')]);

test("a file that is no UTF-8 is shown and written by the code page the user chooses", async ({ app, page }) => {
  await app.drop({ name: "cyrillic.epd", bytes: file });
  await expect(app.text).toHaveValue(`${head}Àëåõèí";`);
  await page.getByLabel("Encoding").selectOption("Windows-1251");
  await expect(app.text).toHaveValue(`${head}Алехин";`);
  await expect(app.row(1)).toContainText("Алехин");
  expect(await app.save()).toEqual(file);

  await app.operation("id").getByRole("textbox").fill("Ал");
  expect(await app.save()).toEqual(Buffer.concat([Buffer.from(head), name.subarray(0, 2), Buffer.from('";\n')]));

  await page.reload();
  await app.drop({ name: "again.epd", bytes: file });
  await expect(app.row(1)).toContainText("Алехин");
});

test("a file that is UTF-8 needs no choice", async ({ app, page }) => {
  await app.dropText("one.epd", `${head}é";\n`);
  await expect(page.getByText("UTF-8")).toBeVisible();
  await expect(page.getByLabel("Encoding")).toBeHidden();
});

test("a character that the code page lacks makes the line UTF-8, and loses no other one", async ({ app, page }) => {
  const line = Buffer.concat([Buffer.from(`${head}`), Buffer.from("Müller", "latin1"), Buffer.from('"; v0 "x";\n')]);
  await app.drop({ name: "latin.epd", bytes: line });
  await expect(app.text).toHaveValue(`${head}Müller"; v0 "x";`);
  await app.operation("v0").getByRole("textbox").fill("Ж");
  await expect(app.text).toHaveValue(`${head}Müller"; v0 "Ж";`);
  expect(await app.save()).toEqual(Buffer.from(`${head}Müller"; v0 "Ж";\n`));
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(`${head}Müller"; v0 "x";`);
  expect(await app.save()).toEqual(line);
});
