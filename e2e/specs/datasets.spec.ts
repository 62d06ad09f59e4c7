// Files in other formats: packed by Zstandard, and data sets.
import { gzipSync } from "node:zlib";
import type { Locator } from "@playwright/test";
import type { App } from "../pages/app.ts";
import { expect, test } from "../fixtures.ts";

const K = "4k3/8/8/8/8/8/8/4K3 w - -";

// Three puzzles in the layout of lichess, made for this test: the move of the third cannot be played. Packed by `zstd -19`.
const PUZZLES = Buffer.from(
  "KLUv/WSEAOUGABIPLxgweQMXPJ1rEytCwkB5tezF60TCVUQECJSAEwkx/Le1DHzH2gvE8eEYF9mL12+NP97qH94ej7xniwlIX4LSyCU67YPnq42h8J747fTvVUix" +
    "LDcvx3AjbQafL/fnQ3acOEYc45wdyXJmB2zYjgmrA4vZDA0VcSmK0iNyRVEsbu4MzyAaAqS2LQ3kwBcn98brv+04+d9vlpPq9ihMcrXkxu2ZYkg5GHLl5s5fNJAr" +
    "d+Xkn2HkEtN49ry3riYVCwB8wQAQLiAMBNE0fjFD3q4saHFgAlCPXI4pK2O7HmIR",
  "base64",
);

// A frame of Zstandard that holds a text as it is, in blocks of this size.
function stored(text: string, size = 100_000): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const parts = [head];
  for (let at = 0; at === 0 || at < bytes.length; at += size) {
    const block = bytes.subarray(at, at + size);
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.length * 8 + Number(at + size >= bytes.length), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}

test("packed puzzles open as records, and what cannot be read is told", async ({ app }) => {
  await app.drop({ name: "puzzles.csv.zst", bytes: PUZZLES });
  await expect(app.tab("puzzles.epd")).toBeVisible();
  await expect(app.messages).toContainText("puzzles.csv.zst: 1 of 3 rows cannot be read; line 4: `e8e9` cannot be played. The others are open.");
  await expect(app.row(1)).toContainText("own1");
  await expect(app.text).toHaveValue(/^6k1\/5ppp\/8\/8\/8\/8\/1r3PPP\/3R2K1 w - - bm Rd8#; .*id "own1"; pv Rd8#;$/);
  await expect(app.problemCount).toHaveText("No problems");
});

const FORMS: [name: string, text: string, record: string, words: string][] = [
  ["a.csv", `id,fen,bm\r\nx,${K},e1d2\r\n`, `${K} bm Kd2; id "x";`, "1 record from 1 row"],
  ["a.tsv", `\tFEN\tBM\tce\r\n0\t${K}\te1d2\t-0,5\r\n`, `${K} bm Kd2; ce -50;`, "1 record from 1 row"],
  ["a.csv", `epd;id\n"${K} c0 ""a;b""; bm Kd2;";x\n`, `${K} c0 "a;b"; bm Kd2; id "x";`, "1 record from 1 row"],
  ["a.jsonl", `{"fen":"${K}","evals":[{"pvs":[{"cp":31,"line":"e1d2"}],"knodes":2,"depth":9}]}\n`, `${K} acd 9; acn 2000; ce 31; pm Kd2; pv Kd2;`, "1 record from 1 row"],
  ["a.plain", `fen ${K} 0 1\nmove e1d2\nscore 5\nply 0\nresult 0\ne`, `${K} ce 5; pm Kd2; ptp Result "1/2-1/2";`, "1 record from 1 row"],
];
for (const [name, text, record, words] of FORMS) {
  test(`a data set opens as records, packed or not: ${name}, ${record.length} letters`, async ({ app }) => {
    for (const [given, bytes] of [[name, Buffer.from(text)], [`${name}.gz`, gzipSync(text)], [`${name}.zst`, stored(text, 40)]] as const) {
      await app.drop({ name: given, bytes });
      await expect(app.messages).toContainText(`${given.replace(".gz", "")}: ${words}`);
      await expect(app.tab("a.epd")).toBeVisible();
      await expect(app.text).toHaveValue(record);
      await app.button("Close a.epd").click();
      await expect(app.tab("a.epd")).toHaveCount(0);
    }
  });
}

test("a table that is pasted is read as one that is dropped", async ({ app, page }) => {
  const paste = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await app.menu("File", "Paste");
  };
  await paste(`fen\tbm\n${K}\te1d2\n`);
  await expect(app.text).toHaveValue(`${K} bm Kd2;`);
  await paste(`Position\tBest\n${K}\te1d2\n`);
  await page.getByRole("dialog", { name: "Open a table" }).getByRole("button", { name: "Open", exact: true }).click();
  await expect(app.text).toHaveValue(K);
  // A text that looks like a table, and is none, has the name of records.
  await paste(`Suite, by hand\n${K} id "c";\n`);
  await expect(app.text).toHaveValue("Suite, by hand");
  await expect(app.tab("pasted-3.epd •")).toBeVisible();
  // Records are no table.
  await paste(`${K} id "a";\n${K} id "b";\n`);
  await expect(app.text).toHaveValue(`${K} id "a";`);
});

test("what is packed is known by its bytes, whatever its name", async ({ app }) => {
  for (const name of ["x.epd", "x.txt", "x"]) {
    await app.drop({ name, bytes: stored(`${K} id "inside";\n`) });
    await expect(app.tab(name)).toBeVisible();
    await expect(app.text).toHaveValue(`${K} id "inside";`);
    await app.button(`Close ${name}`).click();
  }
});

test("a packed file of records opens as it is, changes and is saved", async ({ app }) => {
  const text = `${K} id "one";\r\n\r\n# é\n${K} id "two";`;
  await app.drop({ name: "x.epd.zst", bytes: stored(text, 10) });
  await expect(app.row(4)).toContainText("two");
  await app.text.fill("changed");
  expect((await app.save()).toString()).toBe(text.replace(/.*\r\n/, "changed\r\n"));
});

test("packed games are asked about, and open as their positions", async ({ app, page }) => {
  await app.drop({ name: "g.pgn.zst", bytes: stored('[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. d4 *\n') });
  const question = page.getByRole("dialog", { name: "Open games" });
  await question.getByLabel("Positions").selectOption("The last position of each game");
  await question.getByRole("button", { name: "Open" }).click();
  await expect(app.tab("g.epd")).toBeVisible();
  await expect(app.row(1)).toContainText("a");
});

test("records of games keep what the dialog says", async ({ app, page }) => {
  const game = '[Event "Cup"]\n[ECO "B20"]\n[Result "1-0"]\n\n1. e4 {+0.35/12 0.5s} c5 {a bold reply} (1... e5) 1-0\n';
  const open = async (name: string, choose: (question: Locator) => Promise<void>) => {
    await app.drop({ name: `${name}.pgn`, bytes: Buffer.from(game) });
    const question = page.getByRole("dialog", { name: "Open games" });
    await choose(question);
    await question.getByRole("button", { name: "Open" }).click();
    await expect(app.tab(`${name}.epd`)).toBeVisible();
  };
  // At first, what was said of a position.
  await open("usual", async () => undefined);
  await expect(app.text).toHaveValue(/ acd 12; acs 1; ce 35; .*sm e4;$/);
  await expect(app.text).not.toHaveValue(/eco|ptp/);
  await app.row(3).click();
  await expect(app.text).toHaveValue(/ c0 "a bold reply"; /);
  await expect(app.row(4)).toHaveCount(0);
  // By keys alone: everything the other way round.
  await open("other", async (question) => {
    await expect(question.getByRole("checkbox")).toHaveCount(6);
    for (const box of await question.getByRole("checkbox").all()) {
      await box.focus();
      await page.keyboard.press("Space");
    }
  });
  await expect(app.text).toHaveValue(/ eco "B20"; .*ptp .*Event "Cup".*Result "1-0"/);
  await expect(app.text).not.toHaveValue(/ce|c0/);
  // The variation has a record of its own.
  await expect(app.row(4)).toBeVisible();
});

test("games that are opened meanwhile wait for their question", async ({ app, page }) => {
  const game = (name: string) => ({ name: `${name}.pgn`, bytes: Buffer.from('[Event "a"]\n\n1. e4 *\n') });
  const question = page.getByRole("dialog", { name: "Open games" });
  await app.drop(game("one"));
  await expect(question).toContainText("one.pgn contains games.");
  await app.drop(game("two"));
  await app.drop({ name: "t.csv", bytes: Buffer.from(`Position,Best\n${K},e1d2\n`) });
  await app.drop(game("three"));
  await question.getByRole("button", { name: "Open" }).click();
  await expect(app.tab("one.epd")).toBeVisible();
  await expect(question).toContainText("two.pgn contains games.");
  await page.keyboard.press("Escape");
  // The table has to be looked into, so it may come behind the games.
  const table = page.getByRole("dialog", { name: "Open a table" });
  const answered = { games: 0, table: 0 };
  for (let at = 0; at < 2; at++) {
    await expect(question.or(table)).toBeVisible();
    if (await table.isVisible()) {
      await table.getByRole("button", { name: "Open as text" }).click();
      await expect(table).toBeHidden();
      answered.table += 1;
    } else {
      await expect(question).toContainText("three.pgn contains games.");
      await question.getByRole("button", { name: "Open" }).click();
      await expect(question).toBeHidden();
      answered.games += 1;
    }
  }
  expect(answered).toEqual({ games: 1, table: 1 });
  await expect(app.tab("three.epd")).toBeVisible();
  await expect(app.tab("two.epd")).toHaveCount(0);
  await expect(app.tab("t.csv")).toBeVisible();
});

test("a table of any names opens once its columns are known", async ({ app, page }) => {
  const table = (...rows: string[]) => Buffer.from(["Position,Best=move,Eval,Who", ...rows, ""].join("\r\n"));
  const question = page.getByRole("dialog", { name: "Open a table" });
  const two = table(`${K} 3 9,e1d2,-0.35,Anna`, `${K},"Kf1 Kf2",5.00,Boris`);
  await app.drop({ name: "t.csv", bytes: two }, { name: "u.csv.zst", bytes: stored(two.toString()) });
  for (const name of ["t", "u"]) {
    await expect(question).toContainText(`${name}.csv is a table with positions.`);
    await expect(question).toContainText("e1d2");
    // The position is found; without it there is nothing to open.
    await expect(question.getByLabel("Position")).toHaveValue("fen");
    await question.getByLabel("Position").selectOption("Leave out");
    await expect(question.getByRole("button", { name: "Open", exact: true })).toBeDisabled();
    await expect(question.getByRole("status")).toHaveText("Choose the column with the position.");
    await question.getByLabel("Position").selectOption("Position (FEN)");
    await question.getByLabel("Best=move").selectOption("ce");
    await question.getByLabel("Eval").selectOption("ce");
    await expect(question.getByRole("status")).toHaveText("Two columns cannot both become ce.");
    await expect(question.getByRole("button", { name: "Open", exact: true })).toBeDisabled();
    await question.getByLabel("Best=move").selectOption("bm");
    await question.getByLabel("Eval").selectOption("ce");
    await question.getByRole("button", { name: "Open", exact: true }).click();
    await expect(app.tab(`${name}.epd`)).toBeVisible();
  }
  await expect(app.text).toHaveValue(`${K} bm Kd2; ce -35; fmvn 9; hmvc 3;`);
  await expect(app.row(2)).toBeVisible();

  await app.drop({ name: "v.csv", bytes: table(`${K},e1d2,1,Anna`) });
  await question.getByRole("button", { name: "Open as text" }).click();
  await expect(app.tab("v.csv")).toBeVisible();
  await app.drop({ name: "w.csv", bytes: table(`${K},e1d2,1,Anna`) });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(app.tab("w.csv")).toHaveCount(0);
  await expect(app.tab("w.epd")).toHaveCount(0);
});

test("what looks like a table and has no position opens as it is", async ({ app }) => {
  await app.drop({ name: "t.csv", bytes: Buffer.from("name,town\nAnna,Bonn\n") }, { name: "t.json", bytes: Buffer.from('{"name":"Anna"}\n') });
  await expect(app.tab("t.csv")).toBeVisible();
  await expect(app.tab("t.json")).toBeVisible();
  await app.tab("t.csv").click();
  await expect(app.text).toHaveValue("name,town");
});

test("several at once, and the same one again", async ({ app }) => {
  const file = { name: "a.csv", bytes: Buffer.from(`fen,id\n${K},first\n`) };
  await Promise.all([app.drop(file, { name: "b.csv.zst", bytes: stored(`fen,id\n${K},second\n`) }), app.drop(file)]);
  for (const name of ["a.epd", "a.epd (2)"]) await expect(app.tab(name)).toHaveCount(1);
  await expect(app.tab("b.epd")).toHaveCount(1);
  await app.tab("b.epd").click();
  await expect(app.text).toHaveValue(`${K} id "second";`);
});

test("what stands before the damage of a packed file is open", async ({ app }) => {
  const whole = stored(`${K} id "one";\n${K} id "two";\n`, 20);
  await app.drop({ name: "x.epd.zst", bytes: whole.subarray(0, whole.length - 3) });
  await expect(app.messages).toContainText("x.epd.zst is damaged, or has extra data after its end. What could be unpacked is open.");
  await expect(app.row(1)).toContainText("one");
  await app.drop({ name: "y.epd.zst", bytes: whole.subarray(0, 6) });
  await expect(app.messages).toContainText("y.epd.zst cannot be opened: the packed file is damaged here.");
  await app.drop({ name: "z.csv", bytes: Buffer.from("fen,id\n8/8,x\n") });
  await expect(app.messages).toContainText("z.csv cannot be opened: none of its rows can be read; line 2:");
  await expect(app.tab("z.epd")).toHaveCount(0);
});

/** Drops a table with many rows, made in the page. */
async function dropLong(app: App, rows: number): Promise<void> {
  // A page that is being loaded has nothing yet on which a file could be dropped.
  await app.page.getByRole("heading", { name: "Epidote" }).waitFor();
  await app.page.evaluate(
    ({ row, rows }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["fen,pv,id\n", row.repeat(rows)], "long.csv"));
      document.querySelector("h1")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { row: `${K},e1d2 e8d7 d2d3 d7d6,x\n`, rows },
  );
}

test("a long one can be cancelled, and leaves nothing", async ({ app, page }) => {
  await dropLong(app, 1_000_000);
  await expect(page.getByRole("progressbar", { name: "Reading long.csv" })).toBeVisible();
  await app.button("Cancel").click();
  await expect(app.messages).toContainText("Opening long.csv was cancelled.");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(app.tab("long.epd")).toHaveCount(0);
  await dropLong(app, 50_000);
  await expect(app.messages).toContainText("long.csv: 50,000 records from 50,000 rows");
});

test.describe("a worker that dies", () => {
  test.use({ expectedErrors: [[/dies/], { scope: "test" }] as never });

  test("gives no piece twice", async ({ app, page }) => {
    // The third task after its file is never answered: the worker dies instead.
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      const tasks = new Map<Worker, number>();
      Worker.prototype.postMessage = function (message: unknown) {
        const count = tasks.get(this);
        if (message instanceof File && tasks.size === 0) tasks.set(this, 0);
        if (count !== undefined) tasks.set(this, count + 1);
        if (count !== 2) return post.call(this, message);
        setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "dies" })));
      };
    });
    await page.reload();
    await dropLong(app, 100_000);
    await expect(app.messages).toContainText("long.csv cannot be opened: a background worker crashed: dies.");
    await expect(app.tab("long.epd")).toHaveCount(0);
  });
});
