import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { before, describe, test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";

// Both packages pass the same tests.
const NAME = process.env.PACKAGE ?? "epidote-engine";
const { EpidoteError, Record, analyze, fix, grade, hasEngine, init, lint, mate, normalize, parse, read, run, version } = await import(NAME);

const KINGS = "4k3/8/8/8/8/8/8/4K3 w - -";
const ROOK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

const bytes = (text) => new TextEncoder().encode(text);

/** A number in bytes, the lowest first. */
function low(number, length) {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(number, 0, length);
  return bytes;
}

/** A frame of Zstandard (RFC 8878) with blocks as they are. */
function zstd(content) {
  const whole = Buffer.from(content);
  const blocks = [];
  for (let at = 0; at === 0 || at < whole.length; at += 1 << 17) {
    const block = whole.subarray(at, at + (1 << 17));
    blocks.push(low(block.length * 8 + (at + block.length >= whole.length ? 1 : 0), 3), block);
  }
  // A single segment, the size in four bytes, no checksum.
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), low(whole.length, 4), ...blocks]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A zip archive. With `stored` its files are not packed, with `flags` they have these. */
function zip(files, { stored = false, flags = 0 } = {}) {
  const [locals, entries] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = stored ? plain : deflateRawSync(plain);
    // Version, flags (the name is UTF-8), method, time and date.
    const common = [low(20, 2), low(0x800 | flags, 2), low(stored ? 0 : 8, 2), low(0, 4), low(crc32(plain), 4), low(packed.length, 4), low(plain.length, 4), low(Buffer.byteLength(name), 2), low(0, 2)];
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), ...common, Buffer.from(name), packed]);
    entries.push(Buffer.from("PK\x01\x02"), low(20, 2), ...common, low(0, 2), low(0, 2), low(0, 2), low(0, 4), low(at, 4), Buffer.from(name));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = Object.keys(files).length;
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), low(0, 4), low(count, 2), low(count, 2), low(directory.length, 4), low(at, 4), low(0, 2)]);
}

async function all(source, options) {
  const records = [];
  for await (const record of read(source, options)) records.push(record);
  return records;
}

// First of all: nothing is loaded yet.
test("before the program is loaded everything says what to do", async () => {
  const isHelp = (error) => error instanceof EpidoteError && /await init\(\)/.test(error.message);
  for (const use of [() => parse(KINGS), () => lint(KINGS), () => fix(KINGS), () => normalize(KINGS), () => mate(KINGS, 1), () => grade([KINGS]), () => version(), () => hasEngine()]) {
    assert.throws(use, isHelp);
  }
  await assert.rejects(all(KINGS), isHelp);
  // A program that cannot be loaded leaves the way open for another try.
  await assert.rejects(init(bytes("no program")));
  await assert.rejects(init(new URL("no-such.wasm", import.meta.url)));
});

describe("loaded", () => {
  // Twice at the same time, and once more, is once.
  before(async () => {
    await Promise.all([init(), init()]);
    await init();
  });

  test("the version is that of the package", () => assert.equal(version(), process.env.EPIDOTE_VERSION ?? version()));

  test("a record has what its line has", () => {
    const record = parse(`${KINGS} bm Kd2 Kf2; id "a b";\r\n`, 3);
    assert.equal(record.text, `${KINGS} bm Kd2 Kf2; id "a b";`);
    assert.equal(`${record}`, record.text);
    assert.equal(JSON.stringify([record]), JSON.stringify([record.text]));
    assert.deepEqual([record.kind, record.line, record.fields], ["record", 3, KINGS.split(" ")]);
    assert.deepEqual(record.operations, [["bm", ["Kd2", "Kf2"]], ["id", ["a b"]]]);
    assert.deepEqual([record.get("id"), record.get("am"), record.has("bm"), record.has("am")], [["a b"], undefined, true, false]);
    assert.deepEqual([record.moves("bm"), record.uci("bm"), record.moves("am")], [["Kd2", "Kf2"], ["e1d2", "e1f2"], undefined]);
    assert.deepEqual([record.fen, record.isLegal, record.severity, record.findings], [`${KINGS} 0 1`, true, null, []]);
    record.check();
    for (const [line, kind] of [["", "blank"], ["# x", "comment"], ["x", "record"]]) assert.equal(parse(line).kind, kind);
  });

  test("what is given out is a copy", () => {
    const line = bytes(`${KINGS} id "a";`);
    const record = parse(line);
    line.fill(0);
    record.bytes.fill(0);
    record.fields.push("x");
    record.operations[0][1].push("x");
    record.get("id").push("x");
    assert.deepEqual([record.text, record.fields.length, record.operations], [`${KINGS} id "a";`, 4, [["id", ["a"]]]]);
    assert.throws(() => (record.text = ""), TypeError);
    assert.deepEqual([parse("a\r\r\n").text, parse("a\r").text], ["a", "a"]);
    assert.throws(() => parse("a\rb"), EpidoteError);
  });

  test("a very long line with many findings has findings, the first of them with fixes", () => {
    const found = lint(`${KINGS} c1 "${"x".repeat(1e6)}";${" c0 1;".repeat(100)}`);
    const fixed = found.flatMap((finding) => finding.fixes).reduce((sum, fix) => sum + fix.line.length, 0);
    assert.ok(found.length > 100 && fixed > 1e6 && fixed < 20e6, `${found.length} findings, ${fixed} bytes`);
    assert.equal(parse("9".repeat(3e6)).text.length, 3e6);
  });

  test("findings have rule, place, paragraph and fixes", () => {
    const found = lint("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;");
    assert.equal(found.length, 1);
    const [{ code, severity, message, paragraph, start, end, fixes }] = found;
    assert.deepEqual([code, severity, start, end], ["E303", "error", 31, 35]);
    assert.match(message, /e2e4/);
    assert.match(fixes[0].title, / `?e4/);
    assert.match(paragraph, /^§/);
    assert.deepEqual(fixes.map(({ line, isSafe }) => [line, isSafe]), [["4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;", true]]);
  });

  test("lines are made from lines, which stay as they are", () => {
    const record = parse(`${KINGS}  bm Kd2 ;id "a"`, 5);
    const check = (made, text) => assert.deepEqual([made.text, made.line], [text, 5]);
    check(record.fix(), `${KINGS} bm Kd2; id "a";`);
    check(record.normalize(), `${KINGS} bm Kd2; id "a";`);
    check(record.fix().set("acd", 7).remove("bm"), `${KINGS} acd 7; id "a";`);
    check(record, `${KINGS}  bm Kd2 ;id "a"`);
    assert.equal(fix(record), `${KINGS} bm Kd2; id "a";`);
    assert.equal(normalize(record.bytes), fix(record));
    check(new Record(record), record.text);
  });

  test("bytes that are no UTF-8 stay", () => {
    const line = Uint8Array.from([...bytes(`${KINGS} id "M`), 0xfc, ...bytes('ller";')]);
    assert.deepEqual(parse(line).get("id"), ["Müller"]);
    assert.deepEqual(parse(line).bytes, line);
    assert.deepEqual(parse(line).set("acd", 1).remove("acd").bytes, line);
  });

  test("errors have line and paragraph", () => {
    const check = (use, words, line, paragraph) => {
      assert.throws(use, (error) => {
        assert.ok(error instanceof EpidoteError && error instanceof Error, String(error));
        assert.match(error.message, words);
        assert.deepEqual([error.name, error.line, error.paragraph], ["EpidoteError", line, paragraph]);
        return true;
      });
    };
    check(() => parse("8/8/8/8/8/8/8/4K3 w - -", 9).fen, /^line 9: no legal position \(§4\)$/, 9, "§4");
    check(() => parse(`${KINGS} bm Ke5;`).moves("bm"), /`Ke5` cannot be played/, null, "§5.2.2");
    check(() => parse(`${KINGS} bm Ke5;`, 2).check(), /^line 2: /, 2, "§6.4");
    check(() => parse(KINGS).set("0c", "1"), /`0c` is no opcode/, null, "§5.1");
    check(() => parse(KINGS).set("c0", '"x'), /./, null, "§5.1");
    check(() => parse("a\nb"), /more than one line/, null, null);
    check(() => analyze(KINGS), /needs a limit/, null, null);
    check(() => run(KINGS, "no such step"), /./, null, null);
    for (const bad of [undefined, null, 3, {}, []]) assert.throws(() => parse(bad), TypeError);
  });

  test("a number that is none is no operand", () => {
    for (const value of [NaN, Infinity, [1, -Infinity]]) assert.throws(() => parse(KINGS).set("ce", value), /^TypeError: -?(NaN|Infinity) is no operand/);
  });

  test("values of another kind are told, and nothing breaks", () => {
    const check = (use, words) => assert.throws(use, (error) => error instanceof TypeError && words.test(error.message), String(use));
    const record = parse(`${KINGS} bm Kd2;`);
    for (const bad of [5, undefined, null, {}]) {
      for (const use of [() => record.moves(bad), () => record.uci(bad), () => record.remove(bad), () => record.set(bad, "1")]) check(use, /^an opcode is a string, not /);
    }
    for (const bad of [undefined, null, {}, [undefined], true]) check(() => record.set("c0", bad), /^operands are a string, a number or a list of them, not /);
    for (const bad of [-1, 0, 1.5, "x", NaN, 2 ** 32]) check(() => parse(KINGS, bad), /^the number of a line is a whole number/);
    check(() => grade([record], 5), /^an opcode is a string, not 5$/);
    check(() => run(record), /^a step is an object or a word, not undefined$/);
    for (const bad of [-1, 0, 1.5, NaN, "x"]) {
      check(() => analyze(KINGS, { nodes: bad }), /^nodes is a whole number from 1 to \d+, not /);
      check(() => analyze(KINGS, { depth: bad }), /^depth is a whole number/);
      check(() => mate(KINGS, bad), /^moves is a whole number/);
    }
    for (const bad of [-1, 0, 0.0004, 1e10, NaN, Infinity, "1"]) check(() => analyze(KINGS, { seconds: bad }), /^seconds is a number from 0.001 to 1e9, not /);
    check(() => analyze(KINGS, { depth: 2 ** 40 }), /^depth is a whole number from 1 to 4294967295, not /);
    assert.deepEqual([record.set("bm", ["Kd2", "Kf2"]).text, record.set("ce", -5n).get("ce"), record.set("ce", 7).get("ce")], [`${KINGS} bm Kd2 Kf2;`, ["-5"], ["7"]]);
    assert.deepEqual([parse(KINGS, null).line, parse(KINGS).line, parse(record).line], [null, null, null]);
  });

  test("whatever a line is, nothing breaks", () => {
    const words = [];
    let seed = 7;
    const random = (most) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % most;
    const start = bytes(`${ROOK} bm Ra8#; pv e4 e5; ce 12; id "a";`);
    for (let round = 0; round < 3_000; round += 1) {
      const line = start.slice(0, random(start.length));
      for (let change = 0; change < 3 && line.length > 0; change += 1) line[random(line.length)] = random(256);
      let record;
      try {
        record = parse(line);
      } catch (error) {
        assert.match(error.message, /more than one line/);
        continue;
      }
      for (const { message, fixes } of record.findings) words.push(message, ...fixes.map(({ title }) => title));
      assert.equal(typeof record.severity, record.findings.length ? "string" : "object");
      assert.equal(record.normalize().normalize().text, record.normalize().text);
      for (const use of [() => record.fen, () => record.moves("bm"), () => record.uci("pv"), () => record.set("c0", "1"), () => record.check()]) {
        try {
          use();
        } catch (error) {
          assert.ok(error instanceof EpidoteError, String(error));
          words.push(error.message);
        }
      }
    }
    // Each has a text: nothing is the key of one.
    assert.deepEqual(words.filter((text) => !text.includes(" ") || /\b(?:fix|why|words|type|field|opcode|operands|range|side|role|piece)\.[a-z]/.test(text)), []);
  });

  describe("read", () => {
    const text = `# remark\r\n${KINGS} id "1";\n\n\uFEFF${KINGS} id "2";\r${ROOK}`;
    const expected = [[2, "1"], [4, "2"], [5, undefined]];
    const found = (records) => records.map((record) => [record.line, record.get("id")?.[0]]);

    test("takes whatever has a text, in pieces of any size", async () => {
      const pieces = (size) => Array.from({ length: Math.ceil(bytes(text).length / size) }, (_, at) => bytes(text).slice(at * size, (at + 1) * size));
      for (const source of [
        () => text,
        () => bytes(text),
        () => bytes(text).buffer,
        () => new DataView(bytes(`x${text}`).buffer, 1),
        () => new Blob([text]),
        () => new Response(text),
        () => Promise.resolve(new Response(text)),
        () => new Blob([text]).stream(),
        () => Readable.from([bytes(text)]),
        () => Promise.resolve(text),
        () => new Blob([text]).text(),
        () => bytes(`\uFEFF${text}`),
        () => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le")),
        () => new Blob([text]).stream().pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true })),
        () => Readable.from([Buffer.from(text)]).setEncoding("utf8"),
        () => gzipSync(text),
        () => new Blob([gzipSync(text)]),
        () => zstd(text),
        () => new Blob([zstd(text)]).stream(),
        // Frames to be skipped, and several frames.
        () => Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]), zstd(text.slice(0, 9)), zstd(text.slice(9))]),
        () => zip({ "suite.epd": text }),
        () => zip({ "suite.epd": text }, { stored: true }),
        () => zip({ "suite.epd": `${text}# ${"x".repeat(70_000)}\n`, "none.epd": "" }, { stored: true }),
        () => gzipSync(Buffer.from(`\uFEFF${text}`, "utf16le")),
        () => new Response(zip({ "read me.txt": "x", "folder/suite.EPD": text })),
        () => zip({ "suite.epd.gz": gzipSync(text), "read me": "x" }),
        () => zip({ suite: zstd(Buffer.from(`\uFEFF${text}`, "utf16le")) }),
        ...[1, 2, 3, 7, 50].flatMap((size) => [() => pieces(size), () => Readable.from(pieces(size))]),
      ]) {
        // The mark in the middle of the text belongs to its line, which then is no record of a position.
        assert.deepEqual(found(await all(source())).map(([line]) => line), expected.map(([line]) => line), String(source));
      }
      const kinds = (await all(text, { recordsOnly: false })).map((record) => record.kind);
      assert.deepEqual(kinds, ["comment", "record", "blank", "record", "record"]);
    });

    test("reads the files of an archive one after another", async () => {
      const archive = zip({ "a.epd": `${KINGS} id "1";\n${KINGS} id "2";`, "b.pgn": "1. e4 *", "c.epd": `${KINGS} id "3";` });
      assert.deepEqual((await all(archive)).map((record) => [record.line, ...record.get("id")]), [[1, "1"], [2, "2"], [1, "3"]]);
      const many = `${KINGS} id "x";\n`.repeat(50_000);
      for (const packed of [zip({ "a.epd": many, "b.epd": many }), Buffer.concat([zstd(many), zstd(many)])]) assert.equal((await all(packed)).length, 100_000);
      // What is not read to its end leaves nothing behind, and the next one is read.
      for await (const record of read(archive)) {
        assert.equal(record.line, 1);
        break;
      }
      assert.equal((await all(archive)).length, 3);
    });

    test("does not keep memory that its owner uses again", async () => {
      for (const text of [`${KINGS} id "1";\r${KINGS} id "2";\r`, `${KINGS} id "${"x".repeat(300)}";\n${ROOK}\n`]) {
        const buffer = new Uint8Array(3);
        async function* pieces(source) {
          for (let at = 0; at < source.length; at += buffer.length) {
            const piece = source.subarray(at, at + buffer.length);
            buffer.set(piece);
            yield buffer.subarray(0, piece.length);
          }
        }
        const lines = text.split(/[\r\n]/).slice(0, 2);
        assert.deepEqual((await all(pieces(bytes(text)))).map((record) => record.text), lines);
        assert.deepEqual((await all(pieces(gzipSync(text)))).map((record) => record.text), lines);
      }
    });

    test("gives lines before the end, whatever their line ends", async () => {
      for (const end of ["\n", "\r\n", "\r"]) {
        async function* endless() {
          for (;;) yield bytes(`${KINGS}${end}`.repeat(3));
        }
        let count = 0;
        for await (const record of read(endless())) {
          assert.equal(record.text, KINGS);
          count += 1;
          if (count === 10) break;
        }
        assert.equal(count, 10);
      }
    });

    test("takes lists of lines", async () => {
      const lines = [KINGS, "", "# x", `${ROOK}\n`];
      assert.deepEqual((await all(lines)).map((record) => record.line), [1, 4]);
      async function* later() {
        yield* lines;
      }
      assert.deepEqual((await all(later())).map((record) => record.line), [1, 4]);
      await assert.rejects(all([`${KINGS}\n${KINGS}`]), /line 1: more than one line/);
      assert.deepEqual(await all([]), []);
      assert.deepEqual(await all(""), []);
      assert.deepEqual(await all(new Blob([])), []);
    });

    test("reads a file of Node as it comes, and ends early without a rest", async () => {
      const folder = mkdtempSync(join(tmpdir(), "epidote-npm-"));
      try {
        const path = join(folder, "many.epd");
        writeFileSync(path, `${KINGS} id "x";\n`.repeat(100_000));
        assert.equal((await all(createReadStream(path))).length, 100_000);
        const stream = createReadStream(path);
        for await (const record of read(stream)) {
          assert.equal(record.line, 1);
          break;
        }
        assert.ok(stream.destroyed);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test("the pieces of a stream may be buffers", async () => {
      const pieces = [bytes(`${KINGS}\n${KINGS} bm`), bytes(" Kd2;\n")].map((piece) => piece.buffer.slice(piece.byteOffset, piece.byteOffset + piece.byteLength));
      assert.deepEqual((await all(ReadableStream.from(pieces))).map(String), [KINGS, `${KINGS} bm Kd2;`]);
    });

    test("a character may be cut between the pieces of a stream of text", async () => {
      const [record] = await all(ReadableStream.from([`${KINGS} id "\ud83d`, "", '\ude00";\n']));
      assert.deepEqual(record.get("id"), ["\u{1f600}"]);
      const [half] = await all(ReadableStream.from([`${KINGS} id "`, "\ud83d"]));
      assert.equal(half.text, `${KINGS} id "\ufffd`);
    });

    test("a source that gives all bytes at once is read in pieces", async () => {
      const line = `${KINGS} id "${"x".repeat(900)}";`;
      const many = bytes(`${line}\n`.repeat(1000));
      for (const source of [[many], new Blob([many]), new Response(many), ReadableStream.from([many])]) {
        const records = await all(source);
        assert.deepEqual([records.length, records[999].text, records[999].line], [1000, line, 1000]);
      }
    });

    test("a source that is refused is told that no more is wanted", async () => {
      for (const first of ["a", "abcdef"]) {
        let isLeft = false;
        async function* mixed() {
          try {
            yield bytes(first);
            yield "x";
          } finally {
            isLeft = true;
          }
        }
        await assert.rejects(all(mixed()), /mixed/);
        assert.ok(isLeft, first);
      }
    });

    test("what is damaged is told in the same words by all platforms", async () => {
      const packed = gzipSync(text);
      for (let at = 3; at < packed.length; at += 1) {
        const damaged = Uint8Array.from(packed);
        damaged[at] ^= 0xff;
        const error = await all([damaged]).then(() => null, (error) => error);
        assert.ok(error === null || error instanceof EpidoteError, `${at}: ${error}`);
      }
      await assert.rejects(all([gzipSync(text).subarray(0, 12), "x"]), /mixed/);
    });

    test("a stream that is not read to its end is cancelled", async () => {
      for (const content of [bytes(`${KINGS}\n`.repeat(9)), gzipSync(`${KINGS}\n`.repeat(9))]) {
        let isCancelled = false;
        const stream = new ReadableStream({
          pull: (controller) => controller.enqueue(content),
          cancel: () => void (isCancelled = true),
        });
        for await (const _ of read(stream)) break;
        await new Promise((resolve) => setTimeout(resolve, 0));
        assert.ok(isCancelled);
      }
    });

    test("a stream that waits for more is cancelled", async () => {
      for (const content of [bytes(`${KINGS}\n`.repeat(9)), gzipSync(`${KINGS}\n`.repeat(9))]) {
        let cancel;
        const isCancelled = new Promise((resolve) => (cancel = resolve));
        const stream = new ReadableStream({ start: (controller) => controller.enqueue(content), cancel });
        for await (const _ of read(stream)) break;
        await isCancelled;
      }
    });

    test("says what it cannot read", async () => {
      for (const cut of [Uint8Array.of(0x50, 0x4b, 3, 4, 0), Uint8Array.of(0x50, 0x4b, 5, 6), zip({ a: text }).subarray(0, -9), zstd(text).subarray(0, -9), Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)])
        await assert.rejects(all(cut), (error) => error instanceof EpidoteError && /^it cannot be unpacked: /.test(error.message));
      const damaged = zip({ "a.epd": text });
      damaged[40] ^= 1;
      await assert.rejects(all(damaged), /^EpidoteError: it cannot be unpacked: /);
      await assert.rejects(all(zip({ "a.epd": text }, { flags: 1 })), /a\.epd is protected by a password/);
      await assert.rejects(all(zip({ "a.zip": zip({ "a.epd": text }) })), /an archive in an archive: unpack it first/);
      const changed = zip({ "a.epd": text }, { stored: true });
      changed[40] ^= 1;
      await assert.rejects(all(changed), /it cannot be unpacked: /);
      // What is before a damage is read.
      const before = [];
      await assert.rejects(async () => {
        for await (const record of read(Buffer.concat([zstd(`${KINGS} id "1";\n${KINGS} id "2";\n`), zstd(text).subarray(0, -9)]))) before.push(...record.get("id"));
      }, /it cannot be unpacked: /);
      assert.deepEqual(before.slice(0, 2), ["1", "2"]);
      await assert.rejects(all(zip({ "a.png": "x", "b.jpg": "y" })), /an archive without files whose names end with \.epd/);
      await assert.rejects(all(zip({})), /an archive without files/);
      await assert.rejects(all(Uint8Array.of(0x42, 0x5a, 0x68, 0x39)), /this is bzip2: unpack it first/);
      await assert.rejects(all(gzipSync(text).subarray(0, 30)), (error) => error instanceof EpidoteError && /cannot be unpacked/.test(error.message));
      await assert.rejects(all(new Response("no such page", { status: 404 })), (error) => error instanceof EpidoteError && /404/.test(error.message));
      assert.deepEqual(await all(new Response(null, { status: 204 })), []);
      for (const mixed of [[KINGS, bytes(KINGS)], [bytes("ab"), KINGS], [bytes(KINGS), KINGS]]) await assert.rejects(all(mixed), /mixed/);
      for (const bad of [null, undefined, 3, {}, new URL("https://example.org"), parse(KINGS)]) await assert.rejects(all(bad), (error) => error instanceof TypeError && /^read takes /.test(error.message));
      async function* failing() {
        yield bytes(`${KINGS}\n`);
        throw new RangeError("the line is down");
      }
      // Packed or not, the reason is that of the source.
      async function* failingPacked() {
        yield gzipSync(text).subarray(0, 30);
        throw new RangeError("the line is down");
      }
      await assert.rejects(all(failingPacked()), RangeError);
      const found = [];
      await assert.rejects(async () => {
        for await (const record of read(failing())) found.push(record.text);
      }, /the line is down/);
      assert.deepEqual(found, [KINGS]);
    });
  });

  describe("the engine", { skip: NAME !== "epidote-engine" && "this package has none" }, () => {
    const without = (record) => record.remove("acs").text;

    test("proves a mate, and the same again", () => {
      assert.equal(hasEngine(), true);
      for (let round = 0; round < 2; round += 1) {
        const proved = mate(parse(ROOK, 4), 2);
        assert.deepEqual([proved.get("dm"), proved.moves("pv"), proved.line], [["1"], ["Ra8#"], 4]);
      }
      assert.equal(mate(KINGS, 2).text, KINGS);
      assert.throws(() => mate("8/8/8/8/8/8/8/8 w - -", 2), EpidoteError);
      assert.throws(() => mate("no position", 2), /no position of eight ranks to search/);
      assert.equal(mate("# a comment", 2).text, "# a comment");
    });

    test("analyses, and the same again", () => {
      const first = analyze(ROOK, { nodes: 1000 });
      assert.deepEqual([first.get("ce"), first.moves("pv")], [["32766"], ["Ra8#"]]);
      assert.ok(analyze(KINGS, { depth: 3, lines: 2 }).has("c1"));
      assert.equal(without(analyze(ROOK, { nodes: 1000 })), without(first));
      const start = performance.now();
      analyze("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", { seconds: 0.2 });
      assert.ok(performance.now() - start < 20_000);
      const both = run(KINGS, { analyze: { limits: { depth: 2 }, lines: 3, as_records: true } });
      assert.equal(both.more.length, 2);
    });
  });

  test("without an engine a search says where there is one", { skip: NAME === "epidote-engine" }, () => {
    assert.equal(hasEngine(), false);
    for (const search of [() => mate(ROOK, 2), () => analyze(ROOK, { nodes: 9 }), () => run(ROOK, { perft: { depth: 1, write: true } })]) {
      assert.throws(search, (error) => error instanceof EpidoteError && /epidote-engine/.test(error.message));
    }
  });

  test("steps of recipes are run", () => {
    const { record, more, ended } = run(`${KINGS} ce 5;`, "tenths");
    assert.deepEqual([record.text, more, ended], [`${KINGS} ce 50;`, [], "written"]);
    assert.equal(run(KINGS, "tenths").ended, "unchanged");
    assert.equal(run("# x", "tenths").ended, "no record");
    assert.match(run(KINGS, { stamp: { everywhere: true } }).record.get("ts").join(" "), /^20\d\d\.\d\d\.\d\d \d\d:/);
    assert.throws(() => run(parse(KINGS, 7), { tenths: 1 }), (error) => error instanceof EpidoteError && error.line === 7);
    assert.equal(run(parse(KINGS, 8), { set: { opcode: "c0", operands: '"{n}"' } }).record.get("c0")[0], "8");
  });

  test("a suite is graded", () => {
    const lines = [`${ROOK} bm Ra8#; id "a"; pv Ra8#;`, parse(`${ROOK} bm Ra8#; id "b"; pv Ra7;`)];
    const entries = grade(lines).runs[0].entries;
    assert.deepEqual(entries.map((entry) => entry.solved), [true, false]);
    assert.deepEqual(grade([]).runs[0].entries, []);
    assert.ok(grade(new Set(lines), "id"));
    // The numbers are those of the records, or else of their places.
    const numbers = (records) => grade(records).runs[0].entries.map((entry) => entry.line);
    assert.deepEqual([numbers(lines), numbers([parse(lines[0], 7), parse(lines[0], 9)])], [[1, 2], [7, 9]]);
    for (const bad of ["text", read("x"), null]) assert.throws(() => grade(bad), TypeError);
  });
});
