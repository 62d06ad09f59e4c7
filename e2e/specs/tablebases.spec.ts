// Tables of endgames that are dropped on the page. Those of three and four men come with the source of python-chess,
// which the set-up fetches.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import type { App } from "../pages/app.ts";

const FOLDER = new URL("../../target/python-chess/syzygy/", import.meta.url);
// The opposition decides: White wins, or nobody.
const WON = "4k3/8/4K3/4P3/8/8/8/8 w - -";
const DRAWN = "8/8/8/4k3/8/4K3/4P3/8 w - -";

const table = (name: string) => ({ name, bytes: readFileSync(new URL(name, FOLDER)) });
// A pawn becomes any piece, so its table needs theirs.
const PAWN = ["P", "Q", "R", "B", "N"].flatMap((piece) => [`K${piece}vK.rtbw`, `K${piece}vK.rtbz`]);

const is = existsSync(new URL("KPvK.rtbw", FOLDER));
if (!is) {
  console.log("NOT RUN with tables of endgames: scripts/setup fetches them");
  if (process.env.EPIDOTE_REQUIRE_ENGINES) throw new Error("tables are required");
}
test.skip(() => !is);

const strip = (app: App) => app.page.getByRole("region", { name: "Analysis" });

test("the engine looks into tables that are dropped, until they are removed", async ({ app, page }) => {
  await app.dropText("a.epd", `${WON}\n${DRAWN}\n`);
  await app.engineSettings();
  await expect(strip(app)).toContainText("Drop Syzygy files (.rtbw, .rtbz) on the page");
  await app.button("Think along").click();
  const lines = page.getByRole("list", { name: "Lines found" }).getByRole("listitem");
  await expect(lines.first()).toBeVisible();
  await expect(strip(app)).not.toContainText("Tables:");
  // Dropped while the engine searches: it begins anew.
  await app.drop(...PAWN.map(table));
  await expect(page.getByText("The engine uses 5 tables of endgames, up to 3 pieces, until the page is closed.")).toBeVisible();
  await expect(strip(app)).toContainText(/Tables: White wins, DTZ \d+/);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(strip(app)).toContainText("Tables: draw");
  await expect(page.getByRole("img", { name: "Evaluation by the search: +0.00 for White" })).toBeVisible();
  // What the tables know is not about a threat, for which the other side is to move.
  await page.keyboard.press("x");
  await expect(lines.first()).toBeVisible();
  await expect(strip(app)).not.toContainText("Tables:");
  await page.keyboard.press("x");
  await expect(strip(app)).toContainText("Tables: draw");
  // The same files again are the same tables.
  await app.drop(...PAWN.map(table));
  await expect(strip(app).getByText("5 tables of endgames, up to 3 pieces")).toBeVisible();
  await strip(app).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(strip(app)).not.toContainText("Tables: draw");
  await expect(lines.first()).toBeVisible();
  await expect(strip(app)).toContainText("Drop Syzygy files");
});

test("a run writes what the tables say, and a file beside them is opened", async ({ app, page }) => {
  await app.drop({ name: "a.epd", bytes: Buffer.from(`${WON}\n${DRAWN}\n8/8/8/8/8/8/8/8 w - -`) }, ...PAWN.map(table));
  await app.tab("a.epd").waitFor();
  await app.engineSettings();
  await app.limit("nodes", 500);
  await app.button("Analyse file").click();
  await expect(app.messages).toContainText("3 of 3 lines done, 2 changed.");
  await expect(app.text).toHaveValue(/ ce (20000|19\d\d\d);/);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.text).toHaveValue(/ ce 0;/);
});

test("tables stay as they are during a run", async ({ app, page }) => {
  await app.drop(...PAWN.map(table));
  await app.dropText("a.epd", `${WON}\n${DRAWN}\n`);
  await app.limit("time (ms)", 600_000);
  await app.button("Analyse file").click();
  await expect(app.button("Stop").first()).toBeVisible();
  await expect(strip(app).getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
  await app.drop(table("KRvK.rtbw"));
  await expect(page.getByText("Tables of endgames are not taken during a run. Drop them again when it has ended.")).toBeVisible();
  await expect(strip(app)).toContainText("5 tables of endgames");
  await app.button("Stop").first().click();
  await expect(strip(app).getByRole("button", { name: "Remove", exact: true })).toBeEnabled();
  await app.drop(table("KRvKR.rtbw"));
  await expect(strip(app)).toContainText("6 tables of endgames, up to 4 pieces; 1 without distances");
});

test("what is no good as a table is said", async ({ app, page }) => {
  const whole = table("KQvK.rtbw");
  await app.drop({ ...whole, bytes: whole.bytes.subarray(1) });
  await expect(page.getByText("KQvK.rtbw is damaged: it does not have the size of a table. It is left out.")).toBeVisible();
  await app.drop({ ...whole, name: "KQvK (1).rtbw" });
  await expect(page.getByText("KQvK (1).rtbw is left out: a table is named after its pieces, as in KQvK.rtbw.")).toBeVisible();
  await app.drop(table("KQvK.rtbz"));
  await expect(page.getByText("Distances alone (.rtbz) are not enough: drop the tables of wins (.rtbw) too.")).toBeVisible();
  await app.drop(whole, table("KRvK.rtbw"));
  await expect(page.getByText("The engine uses 2 tables of endgames, up to 3 pieces; 1 without distances (.rtbz), until the page is closed.")).toBeVisible();
  // A table that is right in size and wrong inside knows nothing, and the search goes on without it.
  await app.drop({ name: "KPvK.rtbw", bytes: Buffer.alloc(80, 7) });
  await app.dropText("a.epd", `${WON}\n`);
  await app.button("Think along").click();
  await expect(page.getByRole("list", { name: "Lines found" }).getByRole("listitem").first()).toBeVisible();
  await expect(strip(app)).not.toContainText("Tables:");
});
