import { expect, test } from "../fixtures.ts";

test("an empty file", async ({ app }) => {
  await app.drop({ name: "empty.epd", bytes: Buffer.alloc(0) });
  await expect(app.messages).toContainText("empty.epd is empty.");
  await app.button("Add record").first().click();
  await expect(app.text).toHaveValue(/^rnbqkbnr/);
  await app.button("Undo").click();
  expect((await app.save()).length).toBe(0);
});

test("a binary file opens, is marked, and is saved unchanged", async ({ app }) => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
  await app.drop({ name: "binary.bin", bytes });
  await expect(app.tab("binary.bin")).toBeVisible();
  await expect(app.problemCount).not.toHaveText("No problems");
  expect((await app.save()).equals(bytes)).toBe(true);
});

test("what only begins as an archive does not open", async ({ app }) => {
  await app.drop({ name: "book.zip", bytes: Buffer.from("PK\x03\x04 and more") });
  await expect(app.messages).toContainText("book.zip cannot be opened: ");
});

test("a line of a megabyte", async ({ app }) => {
  const long = Buffer.from(`4k3/8/8/8/8/8/8/4K3 w - - c0 "${"x".repeat(1 << 20)}";\n4k3/8/8/8/8/8/8/4K3 w - - id "next";\n`);
  await app.drop({ name: "long.epd", bytes: long });
  await expect(app.problems).toContainText("a string of 1048576 bytes; at most 255 are allowed");
  await expect(app.square("e1")).toHaveAccessibleName("e1, white king");
  await app.row(2).click();
  await expect(app.text).toHaveValue(/next/);
  expect((await app.save()).equals(long)).toBe(true);
});

test("a file of 200 MB opens without freezing, to its last line", async ({ app, page }) => {
  test.setTimeout(120_000);
  // Made inside the page, since 200 MB would not fit through the driver.
  const transfer = await page.evaluateHandle(() => {
    const line = '2rr3k/8/1n6/8/3pN3/2pP4/2P5/R4RK1 w - - bm Nf6; id "made for this test";\n';
    const block = line.repeat(Math.ceil((1 << 20) / line.length));
    const transfer = new DataTransfer();
    transfer.items.add(new File([...Array(200).fill(block), '4k3/8/8/8/8/8/8/4K3 w - - id "last";'], "huge.epd"));
    // The longest pause between two ticks shows whether the page froze.
    Object.assign(window, { longest: 0 });
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      Object.assign(window, { longest: Math.max((window as never as { longest: number }).longest, now - before) });
      before = now;
    }, 5);
    return transfer;
  });
  const start = Date.now();
  await page.getByRole("heading", { name: "Epidote" }).dispatchEvent("drop", { dataTransfer: transfer });
  await expect(app.tab("huge.epd")).toBeVisible({ timeout: 60_000 });
  await expect(app.text).toHaveValue(/made for this test/);
  const shown = Date.now() - start;
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 60_000 });
  const opened = Date.now() - start;
  await app.records.focus();
  await page.keyboard.press("End");
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4K3 w - - id "last";');
  await app.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "changed";');
  await app.records.focus();
  await page.keyboard.press("Control+Home");
  await expect(app.text).toHaveValue(/made for this test/);
  await app.records.focus();
  await page.keyboard.press("Control+End");
  await expect(app.text).toHaveValue(/changed/);
  // Saved as a download, which the browser puts together from slices of the file.
  const saved = await app.save();
  expect(saved.length).toBeGreaterThan(200 << 20);
  const last = '\n4k3/8/8/8/8/8/8/4K3 w - - id "changed";';
  expect(saved.subarray(-last.length).toString()).toBe(last);
  const longest = await page.evaluate(() => (window as never as { longest: number }).longest);
  console.log(`figure: 200 MB opened in ${opened} ms, longest pause of the page ${longest.toFixed(0)} ms`);
});
