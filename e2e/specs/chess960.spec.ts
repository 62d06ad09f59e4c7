// Files of Chess960: offered once, remembered by the name of the file.
import { expect, test } from "../fixtures.ts";
import { apply, choose } from "../pages/tools.ts";

const START = 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - id "start";';
// One right is left, and only in a file of Chess960 it is one.
const HIDDEN = '4k3/8/8/8/8/8/8/R5K1 w Q - id "hidden";';
const FILE = `${START}\n${HIDDEN}\n`;

test("a file of Chess960 is offered once, and read by its rules from then on", async ({ app, page }) => {
  await app.dropText("960.epd", FILE);
  const offer = page.getByRole("status", { name: "Chess960", exact: true });
  await expect(offer).toContainText("Read the whole file by its rules?");
  await expect(app.problems).toContainText("Chess960");
  await offer.getByRole("button", { name: "Read as Chess960" }).press("Enter");
  await expect(offer).toHaveCount(0);
  await expect(app.problemCount).toHaveText("No problems");

  // The right counts: castling is a move, and the field stays as it was written.
  await app.row(2).click();
  await expect(app.problemCount).toHaveText("No problems");
  await app.playMode("bm");
  await app.square("g1").click();
  await app.square("a1").click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O; id "hidden";');
  await app.button("Normalise record").click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O; id "hidden";');
  // A link does not say of what game its record is, so it has the right by the file of the rook.
  await app.records.focus();
  await page.keyboard.press("c");
  await expect(app.messages).toContainText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole("textbox", { name: "Record text" })).toHaveValue('4k3/8/8/8/8/8/8/R5K1 w A - bm O-O-O; id "hidden";');
  await other.close();
  await page.keyboard.press("Control+z");

  // The same file again: nobody asks again.
  await page.reload();
  await app.dropText("960.epd", FILE);
  await expect(app.problemCount).toHaveText("No problems");
  await expect(offer).toHaveCount(0);
  // Another file is asked about, and an answer of chess is remembered too.
  await app.dropText("other.epd", FILE);
  await offer.getByRole("button", { name: "Keep as chess" }).click();
  await expect(offer).toHaveCount(0);
  await expect(app.problems).toContainText("Chess960");
});

test("the game is changed by a command, and a file of chess is asked nothing", async ({ app, page }) => {
  await app.dropText("chess.epd", `${HIDDEN}\n`);
  await expect(page.getByRole("status", { name: "Chess960", exact: true })).toHaveCount(0);
  await expect(app.problemCount).not.toHaveText("No problems");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Chess960");
  await page.keyboard.press("Enter");
  await expect(app.problemCount).toHaveText("No problems");
});

test("a report judges by the rules of the file", async ({ app, page }) => {
  await app.dropText("chess.epd", `${HIDDEN.replace("id", "bm O-O-O; pm O-O-O; id")}\n`);
  for (const [file, solved] of [["chess", "bm or am cannot be read"], ["Chess960", "1 of 1 solved"]] as const) {
    await test.step(file, async () => {
      await choose(page, "Report");
      await apply(page);
      const report = page.getByRole("dialog", { name: "Report" });
      await expect(report).toContainText(solved);
      await page.keyboard.press("Escape");
      await expect(report).toBeHidden();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Chess960");
    await page.keyboard.press("Enter");
  }
});
