// Files inside others and elsewhere: zip archives, games, folders, and files passed on by the system.
import { deflateRawSync, crc32 } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";

type Member = { name: string; bytes: Buffer; stored?: boolean; says?: number; crc?: number };

// A zip archive. `says` is a false size, `crc` a false checksum.
function zip(members: Member[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, stored, says, crc } of members) {
    const data = stored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc ?? crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(says ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, tail, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

const one = Buffer.from(`${K} id "one";\n`);
const two = Buffer.from(`${K} id "two";\n`);

test("all files of a zip archive that can be records are opened", async ({ app }) => {
  const bytes = zip([
    { name: "folder/", bytes: Buffer.alloc(0), stored: true },
    { name: "folder/a.epd", bytes: one },
    { name: "b.txt", bytes: two, stored: true },
    { name: "picture.png", bytes: Buffer.from("x") },
  ]);
  await app.drop({ name: "x.zip", bytes });
  await expect(app.tab("a.epd")).toBeVisible();
  await expect(app.tab("b.txt")).toBeVisible();
  await expect(app.row(1)).toContainText("two");
  await expect(app.messages).toContainText("1 other file in x.zip was not opened.");
});

test("a member in UTF-16 opens as UTF-8, beside others", async ({ app }) => {
  const wide = Buffer.from(`\ufeff${K} id "Алехин";\n`, "utf16le");
  await app.drop({ name: "x.zip", bytes: zip([{ name: "b.epd", bytes: two }, { name: "a.epd", bytes: wide }]) });
  await expect(app.tab("b.epd")).toBeVisible();
  await expect(app.row(1)).toContainText("Алехин");
  expect((await app.save()).toString()).toBe(`${K} id "Алехин";\n`);
});

test("a member that unpacks to more than it says is given up, the others open", async ({ app }) => {
  const bomb = zip([{ name: "bomb.epd", bytes: Buffer.alloc(50_000_000, "x"), says: 1000 }, { name: "a.epd", bytes: one }]);
  await app.drop({ name: "x.zip", bytes: bomb });
  await expect(app.tab("a.epd")).toBeVisible();
  await expect(app.messages).toContainText("1 of the files in x.zip cannot be unpacked; bomb.epd: it is damaged.");
});

test("an archive that says it holds too much is refused before anything is unpacked", async ({ app }) => {
  await app.drop({ name: "x.zip", bytes: zip([{ name: "bomb.epd", bytes: one, says: 0xf000_0000 }]) });
  await expect(app.messages).toContainText("x.zip cannot be opened");
});

test("a damaged member is told, an archive without records too, and one that is cut off", async ({ app }) => {
  await app.drop({ name: "bad.zip", bytes: zip([{ name: "a.epd", bytes: one, crc: 1 }]) });
  await expect(app.messages).toContainText("1 of the files in bad.zip cannot be unpacked; a.epd: it is damaged.");
  await app.drop({ name: "none.zip", bytes: zip([{ name: "a.png", bytes: one }]) });
  await expect(app.messages).toContainText("none.zip cannot be opened: it contains no file of records, games or data.");
  const cut = zip([{ name: "a.epd", bytes: one }]).subarray(0, 60);
  await app.drop({ name: "cut.zip", bytes: cut });
  await expect(app.messages).toContainText("cut.zip cannot be opened");
});

const games = '[Event "a"]\n[White "Anna"]\n[Black "Boris"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "b"]\n\n1. d4 Ke5 *\n';

async function choose(page: Page, positions: string, plies?: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Open games" });
  await dialog.getByLabel("Positions").selectOption(positions);
  if (plies !== undefined) await dialog.getByLabel("Plies").fill(String(plies));
  await dialog.getByRole("button", { name: "Open" }).click();
}

test("games are opened as every position, and a bad game is told", async ({ app, page }) => {
  await app.drop({ name: "g.pgn", bytes: Buffer.from(games) });
  await choose(page, "Every position");
  await expect(app.tab("g.epd")).toBeVisible();
  await expect(app.records).toHaveAttribute("aria-rowcount", String(1 + 4 + 2));
  await expect(app.messages).toContainText("g.pgn: 1 of 2 games cannot be read to the end; game 2: Ke5 at ply 2 cannot be played. What could be read is open.");
  await expect(app.text).toHaveValue(/id "Anna - Boris, a, ply 0"; sm e4;$/);
});

test("games are opened as one position each, asked once for all files", async ({ app, page }) => {
  await app.drop({ name: "g.pgn", bytes: Buffer.from(games) }, { name: "h.pgn", bytes: Buffer.from("1. c4 c5 *\n") });
  await choose(page, "The position after this many plies", 1);
  await expect(app.tab("h.epd")).toBeVisible();
  await expect(app.tab("g.epd")).toBeVisible();
  await expect(app.records).toHaveAttribute("aria-rowcount", "2");
  await expect(app.text).toHaveValue(/sm c5;$/);
});

test("the question about games is closed, and nothing opens", async ({ app, page }) => {
  await app.drop({ name: "g.pgn", bytes: Buffer.from(games) });
  await expect(page.getByRole("dialog", { name: "Open games" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(app.messages).toContainText("Opening g.pgn was cancelled.");
});

// A folder with files in the browser's private file system.
async function makeFolder(page: Page, files: Record<string, string>): Promise<void> {
  await page.evaluate(async (files) => {
    const root = await navigator.storage.getDirectory();
    const top = await root.getDirectoryHandle("dropped", { create: true });
    for (const [path, text] of Object.entries(files)) {
      const names = path.split("/");
      const name = names.pop() ?? "";
      let folder = top;
      for (const step of names) folder = await folder.getDirectoryHandle(step, { create: true });
      const writer = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writer.write(text);
      await writer.close();
    }
  }, files);
}

// Drops that folder; a script cannot create the content of a drop from the desktop in any other form.
async function dropFolder(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("dropped");
    const item = { kind: "file", getAsFile: () => null, getAsFileSystemHandle: () => Promise.resolve(folder) };
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: { items: [item], types: ["Files"], getData: () => "" } });
    document.querySelector("h1")?.dispatchEvent(event);
  });
}

test("the files of a folder and of those in it are opened, and saved where they stand", async ({ app, page }) => {
  await makeFolder(page, { "a.epd": one.toString(), "deep/er/b.epd": two.toString(), "notes.md": "x" });
  await dropFolder(page);
  await expect(app.tab("a.epd")).toBeVisible();
  await expect(app.tab("b.epd")).toBeVisible();
  await expect(app.messages).toContainText("1 other file in the folder was not opened.");
  await app.tab("b.epd").click();
  await app.text.fill(`${K} id "three";`);
  await app.button("Save").click();
  await expect(app.messages).toContainText("Saved b.epd.");
  const saved = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const deep = await (await (await root.getDirectoryHandle("dropped")).getDirectoryHandle("deep")).getDirectoryHandle("er");
    return (await (await deep.getFileHandle("b.epd")).getFile()).text();
  });
  expect(saved).toBe(`${K} id "three";\n`);
});

test("a folder of a thousand files opens after a question", async ({ app, page }) => {
  // The browser takes most of it, more on a slow disk.
  test.setTimeout(240_000);
  await makeFolder(page, Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}.epd`, `${K} id "n${at}";\n`])));
  let question = "";
  page.once("dialog", (dialog) => {
    question = dialog.message();
    void dialog.accept();
  });
  const start = Date.now();
  await dropFolder(page);
  await expect(page.getByRole("navigation", { name: "Open files" }).getByRole("button", { name: /^f\d+\.epd$/ })).toHaveCount(1000, { timeout: 180_000 });
  console.log(`figure: a folder of 1,000 files opens in ${Date.now() - start} ms`);
  expect(question).toContain("Open all 1,000 files");
  await expect(app.text).toHaveValue(/id "n\d+";/);
});

test("files that the system opens the installed page with are opened", async ({ app, page }) => {
  await makeFolder(page, { "launched.epd": one.toString() });
  await page.addInitScript(() => {
    const launchQueue = {
      setConsumer: async (consumer: (launch: object) => void) => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("dropped");
        consumer({ files: [await folder.getFileHandle("launched.epd")] });
      },
    };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
  });
  await page.reload();
  await expect(app.tab("launched.epd")).toBeVisible();
});
