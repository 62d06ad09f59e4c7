import { expect, test } from "../fixtures.ts";

const record = '4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ce 12; id "kings";\n';

test("an opcode is explained under the pointer, in the focus, at the caret, and before it is added", async ({
  app,
  page,
}) => {
  await app.dropText("one.epd", record);
  const note = page.getByRole("note", { name: "Help on the opcode" });

  await app.operation("ce").hover();
  await expect(note).toContainText("ce – centipawn evaluation (§6.7): one integer, -32768 to 32766.");

  await app.operation("id").getByRole("textbox").focus();
  await expect(note).toContainText("id – position identification (§6.16)");

  await app.text.focus();
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < 28; step += 1) await page.keyboard.press("ArrowRight");
  await expect(note).toContainText("bm – best moves (§6.4)");

  await page.getByLabel("New operation").fill("tcgs");
  await expect(note).toContainText("(§6.28)");
});

test("F1 shows all opcodes, the one at hand in view, and the focus comes back", async ({ app, page }) => {
  await app.dropText("one.epd", record);
  const field = app.operation("id").getByRole("textbox");
  await field.focus();
  await page.keyboard.press("F1");
  const table = page.getByRole("dialog", { name: "Opcodes" });
  await expect(table.getByRole("row")).toHaveCount(52);
  const current = table.locator("[aria-current]");
  await expect(current).toContainText("§6.16");
  await expect(current).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(table).toBeHidden();
  await expect(field).toBeFocused();

  await app.language.selectOption("ru");
  await field.focus();
  await page.keyboard.press("F1");
  await expect(page.getByRole("dialog", { name: "Коды операций" })).toContainText("лучшие ходы");
});

test("a record is read by Kvetka's dialect on request, now and next time", async ({ app, page }) => {
  const kvetka = "4k3/8/8/8/8/8/8/4KQ2 w - - ce 9;\n4k3/8/8/8/8/8/8/4KQ2 b - - ce -95; mr 5;\n";
  await app.dropText("kvetka.epd", kvetka);
  await expect(app.button("Tenths to centipawns")).toBeHidden();
  await app.button("EPD 1995").click();
  await app.menu("Tools", "Tenths to centipawns");
  await expect(app.text).toHaveValue("4k3/8/8/8/8/8/8/4KQ2 w - - ce 90;");
  expect((await app.save()).toString()).toBe(kvetka.replace("ce 9;", "ce 90;").replace("ce -95;", "ce -950;"));
  await app.button("Undo").click();
  expect((await app.save()).toString()).toBe(kvetka);

  // Files that are open keep theirs; a new one begins with the dialect that was chosen last.
  await app.dropText("new.epd", kvetka);
  await expect(app.button("EPD Kvetka")).toBeVisible();
  await app.button("EPD Kvetka").click();
  await expect(app.button("EPD 1995")).toBeVisible();
  await app.tab("kvetka.epd").click();
  await expect(app.button("EPD Kvetka")).toBeVisible();

  await page.reload();
  await app.dropText("kvetka.epd", kvetka);
  await expect(app.button("EPD Kvetka")).toBeVisible();
});
