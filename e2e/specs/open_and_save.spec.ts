import { expect, own, real, test } from "../fixtures.ts";

test("a dropped file is shown with its first record", async ({ app }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await expect(app.tab("mates.epd")).toBeVisible();
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
  await expect(app.text).toHaveValue('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "own.1";');
  await expect(app.square("a1")).toHaveAccessibleName("a1, white rook");
  await expect(app.square("g8")).toHaveAccessibleName("g8, black king");
  await expect(app.problemCount).toHaveText("No problems");
});

test("several files are open side by side", async ({ app }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") }, { name: "crlf.epd", bytes: own("crlf.epd") });
  await expect(app.tab("crlf.epd")).toHaveAttribute("aria-current", "true");
  await expect(app.records).toHaveAttribute("aria-rowcount", "3");
  await app.tab("mates.epd").click();
  await expect(app.records).toHaveAttribute("aria-rowcount", "6");
  await app.button("Close mates.epd").click();
  await expect(app.tab("mates.epd")).toHaveCount(0);
  await expect(app.tab("crlf.epd")).toBeVisible();
});

test("files come by the file dialog", async ({ app, page }) => {
  await page.getByLabel("Files to open").setInputFiles({ name: "a.epd", mimeType: "text/plain", buffer: own("mates.epd") });
  await expect(app.tab("a.epd")).toBeVisible();
});

test("pasted lines are opened", async ({ app, page }) => {
  await page.evaluate(() => navigator.clipboard.writeText('4k3/8/8/8/8/8/8/4K3 w - - id "pasted";\n'));
  await page.keyboard.press("Control+v");
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4K3 w - - id "pasted";');
});

for (const name of ["mates.epd", "crlf.epd", "latin1.epd", "nul.epd", "quirks.epd"]) {
  test(`open then save changes no byte: ${name}`, async ({ app }) => {
    await app.drop({ name, bytes: own(name) });
    await expect(app.tab(name)).toBeVisible();
    expect((await app.save()).equals(own(name))).toBe(true);
  });
}

for (const name of ["perft_marcel_nul.epd", "matetrack_chestuci_crlf.epd", "arasan18_latin1.epd"]) {
  test(`open then save changes no byte of a real file: ${name}`, async ({ app }) => {
    const bytes = real(name);
    test.skip(!bytes, "the real files are absent");
    await app.drop({ name, bytes: bytes! });
    await expect(app.tab(name)).toBeVisible();
    expect((await app.save()).equals(bytes!)).toBe(true);
  });
}

test("an edit changes its own line only, in its encoding", async ({ app }) => {
  await app.drop({ name: "latin1.epd", bytes: own("latin1.epd") });
  await app.row(2).click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4K3 w - - id "Düne"; bm Ke2;');
  await app.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "Dünen"; bm Ke2;');
  const saved = (await app.save()).toString("latin1");
  expect(saved).toBe(own("latin1.epd").toString("latin1").replace("Düne", "Dünen"));
});

test("a file with a handle is written in place", async ({ app, page }) => {
  // The file system of the browser stands in for that of the machine.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle("place.epd", { create: true });
    const stream = await handle.createWritable();
    await stream.write('4k3/8/8/8/8/8/8/4K3 w - - id "before";\r\n');
    await stream.close();
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
  });
  await app.button("Open").click();
  await expect(app.text).toHaveValue('4k3/8/8/8/8/8/8/4K3 w - - id "before";');
  await app.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "after";');
  await expect(page).toHaveTitle("• place.epd – Epidote");
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved place.epd.");
  await expect(page).toHaveTitle("place.epd – Epidote");
  const text = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle("place.epd")).getFile()).text();
  });
  expect(text).toBe('4k3/8/8/8/8/8/8/4K3 w - - id "after";\r\n');
});

test("a file that is open already is gone to, not opened a second time", async ({ app, page }) => {
  const tabs = page.getByRole("navigation", { name: "Open files" });
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle("twice.epd", { create: true });
    const write = async (text: string) => {
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
    };
    await write('4k3/8/8/8/8/8/8/4K3 w - - id "before";\n');
    // Another handle of the same file each time, as the dialog gives them.
    Object.assign(window, { showOpenFilePicker: async () => [await root.getFileHandle("twice.epd")], write });
  });
  await app.button("Open").click();
  await app.text.fill('4k3/8/8/8/8/8/8/4K3 w - - id "first";');
  await app.dropText("other.epd", "8/8/8/8/8/8/8/8 w - -\n");
  await expect(app.text).toHaveValue("8/8/8/8/8/8/8/8 w - -");
  await app.button("Open").click();
  await expect(app.messages).toContainText("twice.epd is open already.");
  await expect(app.text).toHaveValue(/first/);
  await expect(tabs.getByText("twice.epd")).toHaveCount(1);
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved twice.epd.");
  // Once more, saved; and after another program has written it, when there is something new to read.
  await app.tab("other.epd").click();
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/first/);
  await expect(tabs.getByText("twice.epd")).toHaveCount(1);
  await page.evaluate(() => Reflect.get(window, "write")('4k3/8/8/8/8/8/8/4K3 w - - id "by another program";\n'));
  await app.button("Open").click();
  await expect(app.text).toHaveValue(/by another program/);
});

test("a file that another program changed is overwritten only when the user says so", async ({ app, page }) => {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle("shared.epd", { create: true });
    const write = async (text: string) => {
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
    };
    await write('4k3/8/8/8/8/8/8/4K3 w - - id "before";\n');
    Object.assign(window, { showOpenFilePicker: async () => [handle], write, read: async () => (await handle.getFile()).text() });
  });
  const read = () => page.evaluate(() => (window as unknown as { read: () => Promise<string> }).read());
  await app.button("Open").click();
  await app.text.fill("mine");
  await page.evaluate(() => (window as unknown as { write: (text: string) => Promise<void> }).write("theirs\n"));
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.keyboard.press("Control+s");
  await expect.poll(() => questions).toEqual(["shared.epd has been changed by another program. Overwrite it?"]);
  expect(await read()).toBe("theirs\n");
  await expect(app.text).toHaveValue("mine");
  answer = true;
  await page.keyboard.press("Control+s");
  await expect(app.messages).toContainText("Saved shared.epd.");
  expect(await read()).toBe("mine\n");
});

test("a save that fails says so and loses nothing", async ({ app, page }) => {
  await app.drop({ name: "mates.epd", bytes: own("mates.epd") });
  await app.text.fill('6k1/8/8/8/8/8/8/R5K1 w - - id "kept";');
  await page.evaluate(() => {
    Object.assign(window, { showSaveFilePicker: () => Promise.reject(new DOMException("disk full", "QuotaExceededError")) });
  });
  await app.button("Save").click();
  await expect(app.messages).toContainText("mates.epd could not be saved: disk full");
  await expect(app.text).toHaveValue('6k1/8/8/8/8/8/8/R5K1 w - - id "kept";');
  await expect(page).toHaveTitle("• mates.epd – Epidote");
});
