// axe finds nothing against WCAG 2.2 AA and good practice, in any view and with any colours.
import { axe } from "../axe.ts";
import { expect, own, test } from "../fixtures.ts";
import { apply, choose } from "../pages/tools.ts";

for (const theme of ["light", "dark", "contrast"]) {
  for (const [width, height] of [
    [1280, 800],
    [820, 1180],
    [360, 740],
  ]) {
    // A tablet has the colours of a wide window.
    if (width === 820 && theme !== "light") continue;
    test(`axe finds nothing: ${theme}, ${width} pixels wide`, async ({ app, page }) => {
      test.slow();
      const found: string[] = [];
      let views = 0;
      const look = async (where: string) => {
        views += 1;
        found.push(...(await axe(page, where, { onlyColours: theme !== "light" })));
      };
      await page.setViewportSize({ width, height });
      await page.evaluate((theme) => localStorage.setItem("theme", theme), theme);
      await page.reload();
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
      if (width > 1000) {
        await page.keyboard.press("F10");
        await page.keyboard.press("ArrowDown");
        await page.getByRole("menu").waitFor();
        await look("menu");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
      }
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
      if (width > 720) {
        await app.row(1).click({ button: "right" });
        await page.getByRole("menu", { name: "Record" }).waitFor();
        await look("menu of a record");
        await page.keyboard.press("Escape");
      } else {
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
      await page.getByText("There is no record: add one, paste one, or undo.").waitFor({ state: "attached" });
      await look("a file without records");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Command" }).fill("Take the tour");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: /tour/i }).or(page.getByRole("region", { name: /tour/i })).first().waitFor();
      await look("tour");
      console.log(`figure: axe, ${theme}, ${width} pixels wide: ${found.length} violations in ${views} views`);
      expect(found).toEqual([]);
    });
  }
}

// What is there only for a moment, or in few files.
for (const [theme, width] of [
  ["light", 1280],
  ["light", 360],
  ["dark", 1280],
] as const) {
  test(`axe finds nothing in what comes and goes: ${theme}, ${width} pixels wide`, async ({ app, page }) => {
    test.slow();
    const found: string[] = [];
    const look = async (where: string) => found.push(...(await axe(page, where, { onlyColours: theme !== "light" })));
    // The arrow keys of the text scroll its list of completions. Axe knows such a list only of a combobox, which a text area
    // of several lines cannot be.
    const lookAtList = async (where: string) => {
      await look(where);
      const known = `${where}: scrollable-region-focusable: #completion`;
      for (let at = found.length; at-- > 0; ) if (found[at].startsWith(known)) found.splice(at, 1);
    };
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((theme) => localStorage.setItem("theme", theme), theme);
    await page.reload();
    await app.button("Open").waitFor();
    const part = async (name: string) => {
      if (width <= 720) await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: new RegExp(`^${name}`) }).click();
    };
    const drop = (name: string, text: string) => app.drop({ name, bytes: Buffer.from(text) });
    await drop("games.pgn", '[White "A"]\n\n1. e4 e5 *\n');
    await page.getByRole("dialog", { name: "Open games" }).waitFor();
    await look("question about games");
    await page.keyboard.press("Escape");
    await drop("table.csv", "Position,Best,Remark\n4k3/8/8/8/8/8/4P3/4K3 w - -,e4,x\n");
    await page.getByRole("dialog").first().waitFor();
    await look("question about columns");
    await page.keyboard.press("Escape");
    await drop("chess960.epd", "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - id \"a\";\n");
    await page.getByRole("status", { name: "Chess960", exact: true }).waitFor();
    await look("offer of Chess960");
    await drop("pawn.epd", '4k3/P7/8/8/8/8/8/4K3 w - - c0 "kept"; ce 900;\n4k3/8/8/8/8/8/4P3/4K3 w - - ce 30;\n');
    await app.tab("pawn.epd").waitFor();
    await app.playMode("sm");
    await app.square("a7").click();
    await app.square("a8").click();
    await app.button("knight").waitFor();
    await look("choice of a promotion");
    await page.keyboard.press("Escape");
    await part("Record");
    await page.getByText("Chart of ce over the file").click();
    await page.getByText("Registers of comments and names").click();
    await page.getByRole("slider", { name: "Line of the file" }).waitFor();
    await look("chart and registers");
    await app.text.focus();
    await app.text.press("End");
    await app.text.pressSequentially(" b");
    await page.getByRole("listbox", { name: "Completions" }).waitFor();
    await lookAtList("completions");
    await app.button("Undo").click();
    await drop("run.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n".repeat(9));
    await app.tab("run.epd").waitFor();
    await part("Engine");
    await app.limit("time (ms)", 600_000);
    await app.button("Analyse file").click();
    await page.getByRole("list", { name: "Records being searched" }).getByRole("listitem").first().waitFor();
    await look("a run with its lanes");
    await app.button("Stop").click();
    await part("Record");
    await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
    await expect(page.getByText("Kept in this browser")).toBeVisible();
    page.on("dialog", (question) => question.accept());
    await page.reload();
    await page.getByRole("status", { name: "Recovered work" }).first().waitFor();
    await look("recovered work");
    expect(found).toEqual([]);
  });
}
