// axe finds nothing in what is there only for a moment, or in few files.
import { Eyes } from "../axe.ts";
import { expect, own, test } from "../fixtures.ts";
import { takeRoom } from "../pages/room.ts";

for (const width of [1280, 820, 360]) {
  test(`axe finds nothing in what comes and goes: ${width} pixels wide`, async ({ app, page }) => {
    test.setTimeout(180_000);
    const eyes = new Eyes(page);
    await page.setViewportSize({ width, height: 800 });
    const part = async (name: string) => {
      if (width <= 720) await page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: new RegExp(`^${name}`) }).click();
    };
    const drop = (name: string, text: string) => app.drop({ name, bytes: Buffer.from(text) });
    await drop("games.pgn", '[White "A"]\n\n1. e4 e5 *\n');
    await page.getByRole("dialog", { name: "Open games" }).waitFor();
    await eyes.look("question about games");
    await page.keyboard.press("Escape");
    await drop("table.csv", "Position,Best,Remark\n4k3/8/8/8/8/8/4P3/4K3 w - -,e4,x\n");
    await page.getByRole("dialog").first().waitFor();
    await eyes.look("question about columns");
    await page.keyboard.press("Escape");
    await drop("chess960.epd", "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - id \"a\";\n");
    await page.getByRole("status", { name: "Chess960", exact: true }).waitFor();
    await eyes.look("offer of Chess960");
    await drop("pawn.epd", '4k3/P7/8/8/8/8/8/4K3 w - - c0 "kept"; ce 900;\n4k3/8/8/8/8/8/4P3/4K3 w - - ce 30;\n');
    await app.tab("pawn.epd").waitFor();
    await app.playMode("sm");
    await app.square("a7").click();
    await app.square("a8").click();
    await app.button("knight").waitFor();
    await eyes.look("choice of a promotion");
    await page.keyboard.press("Escape");
    await part("Record");
    await page.getByText("Chart of ce over the file").click();
    await page.getByText("Registers of comments and names").click();
    await page.getByRole("slider", { name: "Line of the file" }).waitFor();
    await eyes.look("chart and registers");
    await app.text.focus();
    await app.text.press("End");
    await app.text.press("Space");
    await app.text.press("Control+Space");
    await page.getByRole("listbox", { name: "Completions" }).waitFor();
    // The arrow keys of the text scroll its list of completions. Axe knows such a list only of a combobox, which a text
    // area of several lines cannot be.
    await eyes.look("completions", { known: "scrollable-region-focusable: #completion" });
    await app.text.press("Escape");
    await app.button("Undo").click();
    await drop("run.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\n".repeat(9));
    await app.tab("run.epd").waitFor();
    await part("Engine");
    await app.limit("time (ms)", 600_000);
    await app.button("Analyse file").click();
    await page.getByRole("list", { name: "Records being searched" }).getByRole("listitem").first().waitFor({ state: "attached" });
    await eyes.look("a run with its lanes");
    await app.button("Stop").click();
    await part("Record");
    await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
    await expect(page.getByText("Kept in this browser")).toBeVisible();
    page.on("dialog", (question) => question.accept());
    await page.reload();
    await page.getByRole("status", { name: "Recovered work" }).first().waitFor();
    await eyes.look("recovered work");
    await takeRoom(page);
    await app.dropText("other.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"other\";\n");
    await app.text.fill("4k3/8/8/8/8/8/8/4K3 w - - id \"changed\";");
    await page.getByRole("alert", { name: "Changes are not kept" }).waitFor();
    await eyes.look("changes that are not kept");
    expect(eyes.found).toEqual([]);
  });
}

test("axe finds nothing in the menus, of the page and of its things", async ({ app, page }) => {
  test.setTimeout(180_000);
  const eyes = new Eyes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.text.waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.problemCount).toHaveText(/problems$/);
  await app.button("Check file").click();
  const kinds = page.getByRole("list", { name: "Problems of the file" }).getByRole("listitem");
  await kinds.first().waitFor();
  const bar = page.getByRole("menubar");
  for (const name of ["File", "Edit", "Record", "Analyse", "Tools", "View", "Help"]) {
    await bar.getByRole("menuitem", { name, exact: true }).click();
    await page.getByRole("menu", { name, exact: true }).waitFor();
    // The page around the other menus is the same.
    await eyes.look(`menu ${name}`, { part: name === "File" ? "" : "[role=menubar]" });
    await page.keyboard.press("Escape");
  }
  const operation = app.operations.getByRole("listitem").first();
  for (const [name, thing] of [
    ["Record", app.row(2)],
    ["Columns", app.records.getByRole("columnheader").last()],
    ["Problems", app.problems.getByRole("listitem").first()],
    ["File", kinds.first()],
    ["Operations", operation.getByText("bm", { exact: true })],
    ["Board", page.getByRole("region", { name: "Board" }).getByText(/to move$/)],
  ] as const) {
    await thing.click({ button: "right" });
    await page.getByRole("menu", { name, exact: true }).waitFor();
    await eyes.look(`menu of ${name}`, { part: name === "Record" ? "" : ".menu--context" });
    await page.keyboard.press("Escape");
  }
  expect(eyes.found).toEqual([]);
});
