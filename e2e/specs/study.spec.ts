import { existsSync } from "node:fs";

import { expect, test } from "../fixtures.ts";

const ROOK = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "back rank";';
const OPENING = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";

test("the position on the board is searched as one steps, and nothing is written", async ({ app, page }) => {
  await app.dropText("a.epd", `${OPENING} pv Nf6 Ng5;\n`);
  await app.engineSettings();
  await page.getByLabel("Number of lines").selectOption("3");
  await app.button("Think along").click();
  const lines = page.getByRole("list", { name: "Lines found" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(page.getByText(/^Depth \d+, [\d,. \u00a0]+ kn\/s/)).toBeVisible();
  const first = await lines.first().getByRole("group", { name: "Moves" }).textContent();
  await page.keyboard.press("j");
  await expect(lines.first().getByRole("group", { name: "Moves" })).not.toHaveText(first!);
  await expect(page.getByRole("img", { name: /^Evaluation by the search: .+ for White$/ })).toBeVisible();
  await expect(app.text).toHaveValue(`${OPENING} pv Nf6 Ng5;`);
  await app.button("Think along").click();
  await expect(lines).toHaveCount(0);
});

test("moves of a line are looked at by pointer and by keyboard, gone to, and taken into pv", async ({ app, page }) => {
  await app.dropText("a.epd", `${ROOK}\n`);
  await app.button("Think along").click();
  const moves = page.getByRole("group", { name: "Moves" }).getByRole("button");
  await expect(moves.first()).toHaveText("Ra8#");
  await expect(page.getByRole("img", { name: "Evaluation by the search: #1 for White" })).toBeVisible();
  const rook = page.locator(".pieces use[href='#wR']");
  const before = await rook.getAttribute("style");
  await moves.first().hover();
  await expect(rook).not.toHaveAttribute("style", before!);
  await page.mouse.move(0, 0);
  await expect(rook).toHaveAttribute("style", before!);
  await moves.first().focus();
  await expect(rook).not.toHaveAttribute("style", before!);
  await app.square("e4").focus();
  await expect(rook).toHaveAttribute("style", before!);
  await app.button("Into pv").click();
  await expect(app.text).toHaveValue('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "back rank"; pv Ra8#;');
  await page.keyboard.press("Control+z");
  await expect(app.text).toHaveValue(ROOK);
  await moves.first().click();
  await expect(app.square("a8")).toHaveAccessibleName(/white rook/);
  await expect(page.getByText("The game is over here.")).toBeVisible();
});

test("the first move of any line is played on the board", async ({ app, page }) => {
  await app.dropText("a.epd", `${ROOK}\n`);
  await app.engineSettings();
  await page.getByLabel("Number of lines").selectOption("2");
  await page.keyboard.press("Escape");
  await app.button("Think along").click();
  const lines = page.getByRole("list", { name: "Lines found" }).getByRole("listitem");
  await expect(lines).toHaveCount(2);
  const second = await lines.nth(1).getByRole("group", { name: "Moves" }).getByRole("button").first().textContent();
  // The second line may change places with others while it is being read.
  await app.button("Rest").click();
  await app.button("Play the first move of line 2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Black to move")).toBeVisible();
  expect(second).not.toBe("Ra8#");
  await expect(app.text).toHaveValue(ROOK);
});

test("the first move of a line goes into bm, and out again", async ({ app, page }) => {
  await app.dropText("a.epd", `${ROOK}\n`);
  await page.keyboard.press("t");
  const into = app.button("Best move of line 1: into bm");
  await expect(into).toHaveAttribute("aria-pressed", "false");
  await into.click();
  await expect(app.text).toHaveValue('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";');
  await expect(into).toHaveAttribute("aria-pressed", "true");
  await into.focus();
  await page.keyboard.press("Enter");
  await expect(app.text).toHaveValue(ROOK);
  // Behind other moves it is a move of another position.
  await page.getByRole("group", { name: "Moves" }).getByRole("button").first().click();
  await expect(page.getByText("The game is over here.")).toBeVisible();
  await expect(into).toHaveCount(0);
});

test("a line found behind other moves is taken with them", async ({ app, page }) => {
  await app.dropText("a.epd", "6k1/5ppp/8/8/8/7P/5PP1/R5K1 b - - pv h5 Ra8+;\n");
  await page.keyboard.press("j");
  await page.keyboard.press("t");
  const move = page.getByRole("group", { name: "Moves" }).getByRole("button").first();
  await expect(move).toHaveText(/^[KRfgh]/);
  await app.button("Rest").click();
  await expect(app.button("Deeper")).toBeFocused();
  const found = await move.textContent();
  await expect(app.button("Best move of line 1: into bm")).toBeDisabled();
  await app.button("Into pv").click();
  await expect(app.text).toHaveValue(new RegExp(` pv h5 ${found!.replace(/[+#]/g, "\\$&")} `));
});

test("a threat is shown, unless there is none", async ({ app, page }) => {
  await app.dropText("a.epd", `6k1/5ppp/8/8/8/8/5PPP/R5K1 b - -\n4k3/8/8/8/8/8/4r3/4K3 w - -\n`);
  await page.keyboard.press("x");
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button").first()).toHaveText("Ra8#");
  await expect(page.locator(".arrow--threat")).toHaveCount(1);
  await expect(app.button("Into pv")).toBeDisabled();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByText("No threat: the side to move is in check.")).toBeVisible();
});

test("the search rests when asked and goes deeper from there", async ({ app, page }) => {
  await app.dropText("a.epd", `${OPENING}\n`);
  await page.keyboard.press("t");
  const state = page.getByText(/^Depth \d+/);
  await expect(state).toHaveText(/^Depth ([89]|\d\d)/);
  await app.button("Rest").click();
  await expect(app.button("Deeper")).toBeVisible();
  const depth = Number((await state.textContent())!.match(/\d+/)![0]);
  await page.keyboard.press("y");
  await expect(app.button("Rest")).toBeVisible();
  await expect.poll(async () => Number((await state.textContent())!.match(/\d+/)![0])).toBeGreaterThan(depth);
});

test("no file is searched that is opened later, nor during a run", async ({ app, page }) => {
  await app.dropText("a.epd", `${OPENING}\n`);
  await app.button("Think along").click();
  await expect(page.getByRole("list", { name: "Lines found" }).getByRole("listitem")).toHaveCount(1);
  await app.limit("time (ms)", 600_000);
  await app.menu("Analyse", "Analyse record");
  await expect(page.getByText("Waiting for the run to finish.")).toBeVisible();
  await app.button("Stop").first().click();
  await expect(page.getByRole("list", { name: "Lines found" }).getByRole("listitem")).toHaveCount(1);
  await app.dropText("b.epd", `${ROOK}\n`);
  await expect(app.button("Think along")).toHaveAttribute("aria-pressed", "false");
});

test("engine, limit and number of lines are remembered", async ({ app, page }) => {
  await app.dropText("a.epd", `${ROOK}\n`);
  await app.engineSettings();
  await page.getByLabel("Engine", { exact: true }).selectOption("Stockfish 19");
  await app.limit("depth (plies)", 7);
  await page.getByLabel("Number of lines").selectOption("4");
  await page.reload();
  await app.dropText("b.epd", `${ROOK}\n`);
  await app.engineSettings();
  await expect(page.getByLabel("Engine", { exact: true })).toHaveValue("stockfish");
  await expect(page.getByLabel("Limit", { exact: true })).toHaveValue("7");
  await expect(page.getByLabel("Number of lines")).toHaveValue("4");
});

test("Stockfish stays loaded from position to position, until it is let go", async ({ app, page }) => {
  test.skip(!existsSync(new URL("../../dist/engines/stockfish-19-lite-single.wasm", import.meta.url)), "this build has no Stockfish");
  const loads: string[] = [];
  page.on("request", (request) => {
    if (/engines\/.*\.wasm/.test(request.url())) loads.push(request.url());
  });
  await app.dropText("a.epd", `${OPENING} pv Nf6 Ng5 d5 exd5;\n${ROOK}\n`);
  await app.engineSettings();
  const engine = page.getByLabel("Engine", { exact: true });
  await engine.selectOption("Stockfish 19");
  await app.button("Think along").click();
  const line = page.getByRole("list", { name: "Lines found" }).getByRole("listitem").first().getByRole("group", { name: "Moves" });
  const moves = async (text: string | RegExp) => expect(line).toHaveText(text, { timeout: 30_000 });
  await moves(/\S/);
  // Its worker, and the one around it, may each ask for the file, so a load is one request or two.
  const once = loads.length;
  expect(once).toBeGreaterThan(0);
  for (let step = 0; step < 3; step += 1) {
    const before = (await line.textContent())!;
    await page.keyboard.press("j");
    await expect(line).not.toHaveText(before, { timeout: 30_000 });
  }
  await app.row(2).click();
  await moves(/Ra8#/);
  expect(loads.length).toBe(once);

  await app.button("Think along").click();
  await expect(line).toHaveCount(0);
  await app.button("Think along").click();
  await moves(/Ra8#/);
  const twice = loads.length;
  expect(twice).toBeGreaterThan(once);

  await engine.selectOption("Epidote");
  await moves(/Ra8#/);
  await engine.selectOption("Stockfish 19");
  await moves(/Ra8#/);
  await expect.poll(() => loads.length).toBeGreaterThan(twice);
});

test("the chart shows the scores of the file, and a slider goes to a line", async ({ app, page }) => {
  const line = (ce: number) => `4k3/8/8/8/8/8/8/4K3 w - - ce ${ce};`;
  await app.dropText("a.epd", `${[50, -50, 900].map(line).join("\n")}\n# end\n`);
  await expect(page.getByRole("img", { name: "Evaluation by ce: +0.50 for White" })).toBeVisible();
  await page.getByText("Chart of ce over the file").click();
  await expect(page.getByText("3 of 4 lines have a ce. White's part is white.")).toBeVisible();
  const slider = page.getByRole("slider", { name: "Line of the file" });
  await slider.focus();
  await slider.press("ArrowRight");
  await slider.press("ArrowRight");
  await expect(app.text).toHaveValue(line(900));
  const drawn = await page.locator(".chart__white").getAttribute("d");
  await app.text.fill(line(-900));
  await expect(page.locator(".chart__white")).not.toHaveAttribute("d", drawn!);
  // A place in the drawing is a record, too.
  const box = (await page.locator(".chart__drawing").boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height / 2);
  await expect(app.text).toHaveValue(line(-50));
});

test("the move of the engine is played by a key, and keys go to both ends of a line", async ({ app, page }) => {
  await app.dropText("a.epd", `${ROOK}\n`);
  await page.keyboard.press("w");
  await expect(app.messages).toContainText("Nothing has been found yet");
  await app.button("Think along").click();
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button").first()).toHaveText("Ra8#");
  await app.records.focus();
  await page.keyboard.press("Shift+T");
  await expect(app.square("a8")).toHaveAccessibleName(/white rook/);
  await expect(app.text).toHaveValue(ROOK);
  await page.keyboard.press("Shift+K");
  await expect(app.square("a1")).toHaveAccessibleName(/white rook/);
  await page.keyboard.press("Shift+J");
  await expect(app.square("a8")).toHaveAccessibleName(/white rook/);
});
