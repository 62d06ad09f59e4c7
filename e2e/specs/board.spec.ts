import { expect, own, test } from "../fixtures.ts";

const PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - -";

test("two clicks put a move into bm, and take it out", async ({ app }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.playMode("bm");
  await app.square("e2").click();
  await expect(app.square("e2")).toHaveAttribute("aria-selected", "true");
  await app.square("e4").click();
  await expect(app.text).toHaveValue(`${PAWN} bm e4;`);
  await app.square("e2").click();
  await app.square("e4").click();
  await expect(app.text).toHaveValue(PAWN);
});

test("a drag makes a move; an illegal one goes back", async ({ app }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.playMode("pm");
  await app.square("e2").dragTo(app.square("e5"));
  await expect(app.text).toHaveValue(PAWN);
  await app.square("e2").dragTo(app.square("e3"));
  await expect(app.text).toHaveValue(`${PAWN} pm e3;`);
});

test("pv grows move by move and is stepped through", async ({ app }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.playMode("pv");
  for (const [from, to] of [
    ["e2", "e4"],
    ["e8", "d7"],
    ["e1", "e2"],
  ]) {
    await app.square(from).click();
    await app.square(to).click();
  }
  await expect(app.text).toHaveValue(`${PAWN} pv e4 Kd7 Ke2;`);
  await app.button("Position of the record (Shift+K)").click();
  await expect(app.square("e2")).toHaveAccessibleName("e2, white pawn");
  await app.button("Step forward (j)").click();
  await expect(app.square("e4")).toHaveAccessibleName("e4, white pawn");
  await app.button("Kd7").click();
  await expect(app.square("d7")).toHaveAccessibleName("d7, black king");
  await app.button("Step back (k)").click();
  await expect(app.square("d7")).toHaveAccessibleName("d7, empty");
});

test("a promotion asks for the piece", async ({ app }) => {
  await app.drop({ name: "quirks.epd", bytes: own("quirks.epd") });
  await app.row(6).click();
  await app.playMode("sm");
  await app.square("a7").click();
  await app.square("a8").click();
  await app.button("knight").click();
  await expect(app.text).toHaveValue('4k3/P7/8/8/8/8/8/4K3 w - - id "promotion"; sm a8=N;');
});

test("castling is played by the king", async ({ app }) => {
  await app.drop({ name: "crlf.epd", bytes: own("crlf.epd") });
  await app.playMode("am");
  await app.square("e1").click();
  await app.square("g1").click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/R3K2R w KQ - am O-O; bm O-O; id "crlf one";');
  await expect(app.problems).toContainText("both best and to be avoided");
});

test("the board is played by keyboard alone", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.playMode("bm");
  await app.square("e4").focus();
  for (const key of ["ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await expect(app.text).toHaveValue(`${PAWN} bm e3;`);
});

test("the board turns round", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  const before = await app.square("a1").boundingBox();
  await page.keyboard.press("f");
  await expect(async () => {
    const after = await app.square("a1").boundingBox();
    expect(after!.y).toBeLessThan(before!.y);
  }).toPass();
});

test("moves that are tried out are not written", async ({ app }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.square("e2").click();
  await app.square("e4").click();
  await expect(app.square("e4")).toHaveAccessibleName("e4, white pawn");
  await expect(app.text).toHaveValue(PAWN);
  await expect(app.button("Undo")).toBeDisabled();
});

test("moves tried out on one record are not played on another", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN}\n8/8/4k3/8/8/4K3/8/8 w - -\n`);
  for (const [from, to] of [
    ["e1", "d2"],
    ["e8", "d7"],
    ["d2", "c3"],
  ]) {
    await app.square(from).click();
    await app.square(to).click();
  }
  await expect(app.square("c3")).toHaveAccessibleName("c3, white king");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(app.square("e3")).toHaveAccessibleName("e3, white king");
  await expect(app.button("Undo")).toBeDisabled();
});

test("a choice of promotion ends with its record", async ({ app, page }) => {
  await app.dropText("a.epd", `4k3/P7/8/8/8/8/8/4K3 w - -\n${PAWN}\n`);
  await app.playMode("bm");
  await app.square("a7").click();
  await app.square("a8").click();
  await expect(page.getByRole("dialog", { name: "Promote to" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByRole("dialog", { name: "Promote to" })).toHaveCount(0);
  await expect(app.text).toHaveValue(PAWN);
});

test("a line with move numbers is stepped through, and grows behind them", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN} pv 1. e4 Kd7 2. Ke2;\n`);
  for (let ply = 0; ply < 3; ply++) await page.keyboard.press("j");
  await expect(app.square("e2")).toHaveAccessibleName("e2, white king");
  await expect(app.square("d7")).toHaveAccessibleName("d7, black king");
  await app.playMode("pv");
  await app.button("Position of the record (Shift+K)").click();
  for (let ply = 0; ply < 2; ply++) await page.keyboard.press("j");
  await app.square("e1").click();
  await app.square("d2").click();
  await expect(app.text).toHaveValue(`${PAWN} pv 1. e4 Kd7 2. Kd2;`);
});

test("arrows show bm, am and the numbered pv", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN} am e3; bm Kd2 e4; pv e4 Kd7 Kd2;\n`);
  await expect(page.locator(".arrow--bm")).toHaveCount(2);
  await expect(page.locator(".arrow--am")).toHaveCount(1);
  await expect(page.locator(".arrow--pv")).toHaveCount(3);
  await expect(page.locator(".arrow__number")).toHaveText(["1", "2", "3"]);
  await app.button("Step forward (j)").click();
  await expect(page.locator(".arrow--bm")).toHaveCount(0);
});

test("sv grows and is stepped through", async ({ app }) => {
  await app.dropText("a.epd", `${PAWN}\n`);
  await app.playMode("sv");
  await app.square("e2").click();
  await app.square("e4").click();
  await app.square("e8").click();
  await app.square("e7").click();
  await expect(app.text).toHaveValue(`${PAWN} sv e4 Ke7;`);
  await app.button("Step back (k)").click();
  await expect(app.square("e8")).toHaveAccessibleName("e8, black king");
});

test("who does not see the board goes by piece, rank and file, and is told", async ({ app, page }) => {
  await app.dropText("a.epd", 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - bm d5; ce 20; pv d5 exd5;\n');
  const said = page.getByRole("status", { name: "Announcements" });
  await app.square("e4").focus();
  for (const [key, square] of [
    ["n", "g5"],
    ["n", "c6"],
    ["N", "g5"],
    ["k", "e8"],
    ["k", "e1"],
    ["7", "e7"],
    ["Shift+3", "c7"],
  ]) {
    await page.keyboard.press(key);
    await expect(app.square(square)).toBeFocused();
  }
  for (const [key, text] of [
    ["o", "c7, black pawn"],
    ["m", "nothing"],
    ["g", "d5"],
    ["v", "ce 20"],
    ["l", "nothing"],
  ]) {
    await page.keyboard.press(key);
    await expect(said).toHaveText(text);
  }
  await app.square("f6").focus();
  await page.keyboard.press("m");
  await expect(said).toHaveText("Nxe4, Ng4, Nd5, Nh5, Ng8");
  await page.keyboard.press("Shift+M");
  await expect(said).toHaveText("Nxe4");
  await page.keyboard.press("x");
  await expect(said).toHaveText(/^f7, black pawn; .*|.*f7, black pawn/);
  await page.keyboard.press("Shift+G");
  await expect(app.square("d5")).toHaveAccessibleName("d5, black pawn");
  await page.keyboard.press("l");
  await expect(said).toHaveText("d7 d5");
  await page.keyboard.press("Shift+A");
  await expect(app.square("d5")).toHaveAccessibleName("d5, empty");
  await page.keyboard.press("i");
  await expect(app.text).toBeFocused();
});

test("the choice of promotion stands over its file, takes letters, and is left out by Alt", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/P7/8/8/8/8/8/4K3 w - -\n");
  await app.playMode("bm");
  await app.square("a7").click();
  await app.square("a8").click();
  const choice = page.getByRole("dialog", { name: "Promote to" });
  const [square, list] = [await app.square("a8").boundingBox(), await choice.boundingBox()];
  expect(Math.abs(square!.x - list!.x)).toBeLessThan(2);
  expect(Math.abs(square!.width - list!.width)).toBeLessThan(2);
  await expect(choice.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("n");
  await expect(app.text).toHaveValue("4k3/P7/8/8/8/8/8/4K3 w - - bm a8=N;");
  await app.square("a7").click();
  await app.square("a8").click({ modifiers: ["Alt"] });
  await expect(choice).toBeHidden();
  await expect(app.text).toHaveValue("4k3/P7/8/8/8/8/8/4K3 w - - bm a8=N a8=Q+;");
});

test("the wheel over the board goes through the moves of a line", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - pv e4 Kd7 e5;\n");
  await app.square("e2").hover();
  await page.mouse.wheel(0, 100);
  await expect(app.square("e4")).toHaveAccessibleName("e4, white pawn");
  await page.mouse.wheel(0, 100);
  await expect(app.square("d7")).toHaveAccessibleName("d7, black king");
  await page.mouse.wheel(0, -100);
  await expect(app.square("e8")).toHaveAccessibleName("e8, black king");
});

test("with Shift the wheel over the board goes through the records", async ({ app, page }) => {
  await app.dropText("a.epd", `${PAWN} id "one";\n${PAWN} id "two";\n`);
  await app.square("e2").hover();
  await page.keyboard.down("Shift");
  await page.mouse.wheel(0, 100);
  await expect(app.text).toHaveValue(/two/);
  await page.mouse.wheel(0, -100);
  await expect(app.text).toHaveValue(/one/);
  await page.keyboard.up("Shift");
});

test("a piece goes back from where it cannot go, and rests where it was brought back to", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/8/8/8/8/8/4PP2/4K3 w - -\n");
  const picked = page.locator('[role="gridcell"][aria-selected="true"]');
  const middle = async (name: string): Promise<[number, number]> => {
    const box = (await app.square(name).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  // The piece it was dropped on is not picked up in its place.
  await app.square("e1").dragTo(app.square("f2"));
  await expect(picked).toHaveCount(0);
  // Brought back, it is put down; a short pull on its square picks it up.
  await page.mouse.move(...(await middle("e2")));
  await page.mouse.down();
  await page.mouse.move(...(await middle("d5")));
  await page.mouse.move(...(await middle("e2")));
  await page.mouse.up();
  await expect(picked).toHaveCount(0);
  await app.square("e2").click();
  await expect(picked).toHaveCount(1);
  // The square under the pointer is filled where the piece can go, and only there.
  const filled = page.locator(".board__drawing rect.target");
  await app.square("e4").hover();
  await expect(filled).toHaveCount(1);
  await app.square("e5").hover();
  await expect(filled).toHaveCount(0);
});

test("a press elsewhere takes the promotion back", async ({ app, page }) => {
  await app.dropText("a.epd", "4k3/P7/8/8/8/8/4P3/4K3 w - -\n");
  await app.playMode("bm");
  const choice = page.getByRole("dialog", { name: "Promote to" });
  for (const elsewhere of [app.square("e2"), page.getByRole("heading", { name: "Epidote" })]) {
    await app.square("a7").click();
    await app.square("a8").click();
    await expect(choice).toBeVisible();
    await elsewhere.click();
    await expect(choice).toBeHidden();
  }
  await expect(app.text).toHaveValue("4k3/P7/8/8/8/8/4P3/4K3 w - -");
});
