import { expect, test } from "../fixtures.ts";

const EMPTY = "8/8/8/8/8/8/8/8 w - -";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

test.describe("setting up a position", () => {
  test.beforeEach(async ({ app, page }) => {
    await app.dropText("a.epd", `${EMPTY} id "x";\n`);
    await page.keyboard.press("b");
    await expect(app.board).toHaveAccessibleName("Board, set up");
  });

  /** The palettes above and below the board have the same tools; White's pieces are below. */
  const take = (app, name: string) => app.page.getByRole("button", { name, exact: true }).last();

  test("the start position takes at most twenty actions by painting", async ({ app, page }) => {
    let actions = 0;
    const stroke = async (from: string, to: string, button: "left" | "right") => {
      actions++;
      const [a, b] = [await app.square(from).boundingBox(), await app.square(to).boundingBox()];
      await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2);
      await page.mouse.down({ button });
      await page.mouse.move(b!.x + b!.width / 2, b!.y + b!.height / 2, { steps: 16 });
      await page.mouse.up({ button });
    };
    for (const [piece, from, to] of [
      ["rook", "a", "h"],
      ["knight", "b", "g"],
      ["bishop", "c", "f"],
      ["queen", "d", "d"],
      ["king", "e", "e"],
    ]) {
      actions++;
      await take(app, `white ${piece}`).click();
      await stroke(`${from}1`, `${to}1`, "left");
      await stroke(`${from}8`, `${to}8`, "right");
    }
    actions++;
    await take(app, "white pawn").click();
    await stroke("a2", "h2", "left");
    await stroke("a7", "h7", "right");
    await expect(app.text).toHaveValue(`${START.replace("KQkq", "-")} id "x";`);
    expect(actions).toBeLessThanOrEqual(20);
    // A stroke is one undo step.
    await page.keyboard.press("Control+z");
    await expect(app.text).toHaveValue('rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - id "x";');
    await page.keyboard.press("Control+Shift+z");
    for (const right of ["White O-O", "White O-O-O", "Black O-O", "Black O-O-O"]) {
      await page.getByRole("checkbox", { name: right, exact: true }).check();
    }
    await expect(app.text).toHaveValue(`${START} id "x";`);
  });

  test("pieces are moved, dropped and dragged away", async ({ app, page }) => {
    await app.button("Start position").click();
    await app.square("e2").dragTo(app.square("e4"));
    await expect(app.square("e4")).toHaveAccessibleName("e4, white pawn");
    await app.square("d8").click();
    await app.square("h5").click();
    await expect(app.square("h5")).toHaveAccessibleName("h5, black queen");
    // A piece dragged off the board is removed.
    await app.square("a1").dragTo(page.getByRole("heading", { name: "Epidote" }));
    await expect(app.square("a1")).toHaveAccessibleName("a1, empty");
    await take(app, "white queen").dragTo(app.square("a1"));
    await expect(app.text).toHaveValue('rnb1kbnr/pppppppp/8/7q/4P3/8/PPPP1PPP/QNBQKBNR w Kkq - id "x";');
    // The drag was not a click, so nothing is selected as a stamp.
    await expect(take(app, "white queen")).toHaveAttribute("aria-pressed", "false");
  });

  test("a piece on its like goes, the right button places the other colour", async ({ app }) => {
    await take(app, "white knight").click();
    await app.square("c3").click();
    await app.square("f6").click({ button: "right" });
    await expect(app.text).toHaveValue(/^8\/8\/5n2\/8\/8\/2N5\/8\/8 /);
    await app.square("c3").click();
    await app.square("f6").click();
    await expect(app.text).toHaveValue(/^8\/8\/5N2\/8\/8\/8\/8\/8 /);
    await take(app, "Remove pieces").click();
    await app.square("f6").click();
    await expect(app.text).toHaveValue(`${EMPTY} id "x";`);
  });

  test("all of it by keys", async ({ app, page }) => {
    await app.square("e4").focus();
    await page.keyboard.press("K");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("k");
    await expect(app.text).toHaveValue(/^8\/8\/4k3\/8\/4K3\/8\/8\/8 w - - /);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect(app.square("a6")).toHaveAccessibleName("a6, black king");
    await page.keyboard.press("q");
    await page.keyboard.press("Delete");
    await expect(app.text).toHaveValue(/^8\/8\/8\/8\/4K3\/8\/8\/8 w - - /);
    await page.getByRole("radio", { name: "Black", exact: true }).check();
    await expect(app.text).toHaveValue(/^8\/8\/8\/8\/4K3\/8\/8\/8 b - - /);
  });

  test("en passant lists what can be, and goes when it cannot be any more", async ({ app, page }) => {
    const field = page.getByLabel("En passant");
    await expect(field).toBeDisabled();
    await page.getByLabel("FEN", { exact: true }).fill("4k3/8/8/2pP1p2/8/8/8/4K3 w - - 0 7");
    await page.keyboard.press("Enter");
    await expect(field).toBeEnabled();
    // Fields and counters are one undo step.
    await app.button("Undo").click();
    await expect(app.text).toHaveValue(`${EMPTY} id "x";`);
    await app.button("Redo").click();
    await expect(field).toBeEnabled();
    expect(await field.locator("option").allTextContents()).toEqual(["–", "c6", "f6"]);
    await field.selectOption("c6");
    await expect(app.text).toHaveValue('4k3/8/8/2pP1p2/8/8/8/4K3 w - c6 fmvn 7; hmvc 0; id "x";');
    await page.getByRole("radio", { name: "Black", exact: true }).check();
    await expect(app.text).toHaveValue(/ b - - /);
    await page.getByLabel("Move number").fill("9");
    await page.getByLabel("Move number").press("Enter");
    await expect(app.text).toHaveValue(/ fmvn 9; hmvc 0;/);
  });

  test("a FEN that is none is told and changes nothing", async ({ app, page }) => {
    const field = page.getByLabel("FEN", { exact: true });
    await field.fill("4k3/8/8/9 w");
    await field.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("alert").filter({ hasText: "This is not a position" })).toBeVisible();
    await expect(app.text).toHaveValue(`${EMPTY} id "x";`);
    // A position that is set up otherwise is the end of it.
    await app.button("Start position").click();
    await expect(field).toHaveAttribute("aria-invalid", "false");
    await expect(page.getByRole("alert").filter({ hasText: "This is not a position" })).toHaveCount(0);
  });

  test("Chess960, mirror, colours", async ({ app, page }) => {
    await page.getByLabel(/^Chess960 start position/).fill("0");
    await app.button("Set").click();
    await expect(app.text).toHaveValue('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - id "x";');
    await app.button("Mirror").click();
    await expect(app.text).toHaveValue('rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w - - id "x";');
    await app.button("Clear board").click();
    await app.square("e4").focus();
    await page.keyboard.press("P");
    await app.button("Reverse colours").click();
    await expect(app.text).toHaveValue('8/8/8/4p3/8/8/8/8 b - - id "x";');
  });

  test("an impossible position is set up all the same, and said why", async ({ app, page }) => {
    await app.square("e8").focus();
    await page.keyboard.press("P");
    await expect(page.getByText("a pawn on the first or last rank: e8")).toBeVisible();
    await expect(page.getByText("a king is missing")).toBeVisible();
    await app.button("Set up").click();
    await expect(app.board).toHaveAccessibleName("Board, illegal position");
  });

  test("what makes a position impossible is mended by a button", async ({ app, page }) => {
    for (const [square, piece] of [
      ["e8", "P"],
      ["a3", "k"],
      ["h3", "k"],
    ]) {
      await app.square(square).focus();
      await page.keyboard.press(piece);
    }
    const mend = async (name: string) => {
      const fix = app.problems.getByRole("button", { name });
      await fix.click();
      // The rows move up with the next findings; a click between would meet another one.
      await expect(fix).toHaveCount(0);
    };
    await mend("Put the white king on e1");
    await mend("Remove the king on a3");
    await mend("Remove the pawns on e8");
    await expect(app.text).toHaveValue('8/8/8/8/8/7k/8/4K3 w - - id "x";');
    await expect(app.problemCount).toHaveText("No problems");
    await page.keyboard.press("Control+z");
    await expect(app.text).toHaveValue('4P3/8/8/8/8/7k/8/4K3 w - - id "x";');
  });

  test("letters are those of the places on the keyboard, whatever the layout", async ({ app, page }) => {
    // A Russian layout: the letter is another one, and the place says which it would be.
    const press = (key: string, code: string, shiftKey = false) =>
      page.evaluate(([key, code, shiftKey]) => {
        const event = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, [key, code, shiftKey] as const);
    await app.square("c3").focus();
    await press("т", "KeyN");
    await app.square("d4").focus();
    await press("К", "KeyR", true);
    await expect(app.text).toHaveValue('8/8/8/8/3R4/2n5/8/8 w - - id "x";');
    await expect(app.board).toHaveAccessibleName("Board, set up");
  });

  test("a pasted FEN is the position, several lines are a file", async ({ app, page }) => {
    const paste = async (text: string) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await page.keyboard.press("Control+v");
    };
    await app.square("e8").focus();
    await paste("4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 17\n");
    await expect(app.text).toHaveValue('4k3/8/8/3pP3/8/8/8/4K3 w - d6 fmvn 17; hmvc 3; id "x";');
    await paste("nothing of chess");
    await expect(app.text).toHaveValue("nothing of chess");
    // Set-up does not begin in another file unless asked for.
    await expect(app.button("Set up")).toHaveAttribute("aria-pressed", "false");
  });
});
