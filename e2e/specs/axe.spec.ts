// axe finds nothing against WCAG 2.2 AA and good practice, in any view and with the colours of any theme.
import { Eyes } from "../axe.ts";
import { expect, own, test } from "../fixtures.ts";
import { apply, choose } from "../pages/tools.ts";

for (const [width, height] of [
  [1280, 800],
  [820, 1180],
  [360, 740],
]) {
  test(`axe finds nothing: ${width} pixels wide`, async ({ app, page }) => {
    test.setTimeout(300_000);
    const eyes = new Eyes(page);
    const look = (where: string) => eyes.look(where);
    await page.setViewportSize({ width, height });
    await app.button("Open").waitFor();
    await look("start");
    await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
    await app.text.waitFor();
    await expect(app.problemCount).not.toHaveText("");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(app.problemCount).toHaveText(/problems$/);
    await look("record");
    await page.keyboard.press("b");
    await look("set-up");
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog");
    for (const [key, where] of [
      ["Control+k", "palette"],
      ["?", "keys"],
      ["F1", "opcodes"],
      ["l", "list"],
      ["e", "tools"],
      ["h", "sharing"],
      ["d", "sheet"],
      ["Control+.", "fixes"],
    ]) {
      await page.keyboard.press(key);
      await dialog.first().waitFor();
      await look(where);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    await app.square("e4").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    await look("menu of the board");
    await page.keyboard.press("Escape");
    if (width > 720) {
      await app.button("Check file").click();
      await page.getByRole("list", { name: "Problems of the file" }).getByRole("listitem").first().waitFor();
      await look("problems of the file");
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("Settings");
    await page.keyboard.press("Enter");
    await dialog.first().waitFor();
    await look("settings");
    await page.keyboard.press("Escape");
    await app.square("e4").focus();
    await choose(page, "Report");
    await apply(page);
    await page.getByRole("dialog", { name: "Report" }).waitFor();
    await look("report");
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.getByRole("listitem", { name: "Line 1", exact: true }).waitFor();
    await look("thinking along");
    await page.keyboard.press("t");
    // What is there only now and then.
    if (width <= 720) {
      for (const part of ["Engine", "List", "Problems"]) {
        await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: new RegExp(`^${part}`) }).click();
        await look(`part ${part}`);
      }
    }
    await choose(page, "Normal form");
    await dialog.getByRole("button", { name: "Add this step" }).click();
    await dialog.getByRole("button", { name: "Copy recipe link" }).click();
    await dialog.getByRole("log").getByText(/copied/).waitFor();
    await look("a recipe and a message");
    await page.keyboard.press("Escape");
    await app.drop({ name: "one.epd", bytes: Buffer.from("4k3/8/8/8/8/8/8/4K3 w - -\n") });
    await app.tab("one.epd").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("Remove record");
    await page.keyboard.press("Enter");
    await page.getByText("There is no record: add one, or undo.").waitFor({ state: "attached" });
    await look("a file without records");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("Take the tour");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /tour/i }).or(page.getByRole("region", { name: /tour/i })).first().waitFor();
    await look("tour");
    console.log(`figure: axe, ${width} pixels wide, in three themes: ${eyes.found.length} violations in ${eyes.views} views`);
    expect(eyes.found).toEqual([]);
  });
}
