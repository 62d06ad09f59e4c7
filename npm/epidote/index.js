// EPD in JavaScript. The work is done by a program in wasm; this file gives it the shape that JavaScript expects.
// Nothing happens when it is imported: `init` loads the program.
import load, * as bound from "./bound.js";

const bytesOf = new TextEncoder();
let isLoaded = false;
let loading;

/** Something cannot be done with a record or a text. `line` and `paragraph` say where and by which rule, if they are known. */
export class EpidoteError extends Error {
  constructor(message, { line = null, paragraph = null, ...options } = {}) {
    super(message, options);
    this.name = "EpidoteError";
    this.line = line;
    this.paragraph = paragraph;
  }
}

/** The bytes or the response behind a URL, which may name a file in Node. */
async function fetched(source) {
  if (!(source instanceof URL || typeof source === "string")) return source;
  const url = new URL(source, globalThis.location?.href);
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    // Bundlers for the browser must not look for it.
    const name = ["node:fs", "promises"].join("/");
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new EpidoteError(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

export async function init(source = new URL("./epidote.wasm", import.meta.url)) {
  loading ??= (async () => {
    await load({ module_or_path: await fetched(await source) });
    isLoaded = true;
  })();
  try {
    await loading;
  } catch (error) {
    // The next call tries again.
    loading = undefined;
    throw error;
  }
}

/** Calls a function of the program. */
const call = (name, ...values) => caught(() => bound[name](...values));

/** Does something with the program. */
function caught(act) {
  if (!isLoaded) throw new EpidoteError("the program is not loaded: await init() first");
  try {
    return act();
  } catch (error) {
    if (typeof error !== "string") throw error;
    const { message, ...place } = JSON.parse(error);
    throw new EpidoteError(message, place);
  }
}

/** The bytes of a line. */
function lineBytes(line) {
  if (typeof line === "string") return bytesOf.encode(line);
  if (line instanceof Uint8Array) return line;
  if (line instanceof Record) return line.bytes;
  throw new TypeError("a line is a string, a Uint8Array or a Record");
}

/** A text that an argument has to be. */
function needText(name, value) {
  if (typeof value !== "string") throw new TypeError(`${name} is a string, not ${shown(value)}`);
  return value;
}

/** The greatest number that depths, moves and lines can be; the program has its own, lower ones. */
const MOST_DEPTH = 0xffff_ffff;

/** A whole number from 1 to `most` that an argument has to be. */
function count(name, value, most = Number.MAX_SAFE_INTEGER) {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (!Number.isInteger(number) || number < 1 || number > most) throw new TypeError(`${name} is a whole number from 1 to ${most}, not ${shown(value)}`);
  return number;
}

function shown(value) {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

export function parse(line, number) {
  return new Record(line, number);
}

/** Marks bytes that come from the program: they are one line without its end. */
const CHECKED = Symbol();

export class Record {
  #bytes;
  #line;
  #described;

  constructor(line, number = line instanceof Record ? line.line : null, mark) {
    this.#line = number === null || number === undefined ? null : count("the number of a line", number, 0xffff_ffff);
    this.#bytes = mark === CHECKED ? line : call("content", lineBytes(line), this.#line ?? 0);
  }

  get #parts() {
    return (this.#described ??= JSON.parse(call("describe", this.#bytes, this.#line ?? 0)));
  }

  get bytes() {
    return this.#bytes.slice();
  }

  get line() {
    return this.#line;
  }

  get text() {
    return this.#parts.text;
  }

  get kind() {
    return this.#parts.kind;
  }

  get fields() {
    return [...this.#parts.fields];
  }

  get operations() {
    return this.#parts.operations.map(([opcode, operands]) => [opcode, [...operands]]);
  }

  get fen() {
    return call("fen", this.#bytes, this.#line ?? 0);
  }

  get isLegal() {
    return call("is_legal", this.#bytes);
  }

  get findings() {
    return lint(this);
  }

  get severity() {
    return call("severity", this.#bytes) ?? null;
  }

  has(opcode) {
    return this.#parts.operations.some(([name]) => name === opcode);
  }

  get(opcode) {
    const found = this.#parts.operations.find(([name]) => name === opcode);
    return found ? [...found[1]] : undefined;
  }

  moves(opcode) {
    return JSON.parse(call("moves", this.#bytes, this.#line ?? 0, needText("an opcode", opcode), false)) ?? undefined;
  }

  uci(opcode) {
    return JSON.parse(call("moves", this.#bytes, this.#line ?? 0, needText("an opcode", opcode), true)) ?? undefined;
  }

  normalize() {
    return this.#made(call("normalize", this.#bytes));
  }

  fix({ unsafe = false } = {}) {
    return this.#made(call("fix", this.#bytes, unsafe));
  }

  set(opcode, operands) {
    const words = [operands].flat();
    const endless = words.find((word) => typeof word === "number" && !Number.isFinite(word));
    if (endless !== undefined) throw new TypeError(`${endless} is no operand`);
    if (!words.every((word) => ["string", "number", "bigint"].includes(typeof word))) throw new TypeError(`operands are a string, a number or a list of them, not ${shown(operands)}`);
    return this.#made(call("set", this.#bytes, this.#line ?? 0, needText("an opcode", opcode), words.join(" ")));
  }

  remove(opcode) {
    return this.#made(call("remove", this.#bytes, needText("an opcode", opcode)));
  }

  check() {
    call("check", this.#bytes, this.#line ?? 0);
  }

  toString() {
    return this.text;
  }

  toJSON() {
    return this.text;
  }

  #made(bytes) {
    return new Record(bytes, this.#line, CHECKED);
  }
}

export function lint(line) {
  return JSON.parse(call("findings", lineBytes(line)));
}

export function fix(line, options) {
  return parse(line).fix(options).text;
}

export function normalize(line) {
  return parse(line).normalize().text;
}

/** The first bytes of packed files that are unpacked when all their bytes have come. */
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];
const ZSTD = [
  [0x28, 0xb5, 0x2f, 0xfd],
  // Files of zstd may begin with a frame to be skipped.
  ...Array.from({ length: 16 }, (_, at) => [0x50 + at, 0x2a, 0x4d, 0x18]),
];

/** The first bytes of packed files that are not read, with the name of the format. */
const PACKED = [
  [[0x42, 0x5a, 0x68], "bzip2"],
  [[0xfd, 0x37, 0x7a, 0x58], "xz"],
  [[0x37, 0x7a, 0xbc, 0xaf], "7-Zip"],
  [[0x52, 0x61, 0x72, 0x21], "RAR"],
  [[4, 0x22, 0x4d, 0x18], "LZ4"],
];

const UTF_16 = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Pieces in another encoding as UTF-8. */
async function* recoded(pieces, name) {
  const decoder = new TextDecoder(name);
  for await (const piece of pieces) yield bytesOf.encode(decoder.decode(piece, { stream: true }));
  yield bytesOf.encode(decoder.decode());
}

const beginsWith = (bytes, first) => first.every((byte, at) => bytes[at] === byte);

/** The most bytes that are worked on at once. */
const PIECE = 256 * 1024;

/**
 * The bytes of a source in pieces. A list of lines is passed on as it is. A generator that waits for a piece cannot be ended
 * by those over it; `waiting.end` ends the wait of a stream.
 */
async function* piecesOf(source, waiting) {
  if (source instanceof ArrayBuffer) yield* piecesOf(new Uint8Array(source));
  else if (ArrayBuffer.isView(source)) {
    const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  } else if (typeof source.stream === "function") yield* piecesOf(source.stream(), waiting);
  else if (typeof source.arrayBuffer === "function" && "body" in source) {
    if (source.ok === false) throw new EpidoteError(`${source.url}: ${source.status} ${source.statusText}`);
    if (source.body) yield* piecesOf(source.body, waiting);
  } else if (typeof source.getReader === "function") yield* encoded(streamed(source, waiting));
  else if (typeof source.pipe === "function") {
    if (waiting) waiting.end = () => source.destroy?.();
    yield* encoded(source);
  }
  else if (typeof (source[Symbol.asyncIterator] ?? source[Symbol.iterator]) === "function") yield* source;
  else throw new TypeError(READABLE);
}

const MIXED = "lines and bytes are mixed";
const READABLE = "read takes text, bytes, a Blob, a Response, a stream or lines";

/** The pieces of a stream, which may be text or buffers, as bytes. */
async function* encoded(pieces) {
  // The first half of a character whose other half comes in the next piece.
  let half = "";
  for await (const piece of pieces) {
    if (typeof piece === "string") {
      const text = half + piece;
      half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
      if (text.length > half.length) yield bytesOf.encode(half ? text.slice(0, -1) : text);
    } else yield piece instanceof ArrayBuffer ? new Uint8Array(piece) : piece;
  }
  if (half) yield bytesOf.encode(half);
}

/** Pieces of a bounded size: a source may give all of its bytes at once. */
async function* inPieces(pieces) {
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array && piece.length > PIECE) yield* piecesOf(piece);
    else yield piece;
  }
}

/** The pieces of a stream, which is cancelled if nobody wants the rest. */
async function* streamed(stream, waiting) {
  const reader = stream.getReader();
  let isOver = false;
  if (waiting) waiting.end = () => reader.cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isOver) await reader.cancel().catch(() => {});
  }
}

/** Where pieces come from: they are given, or in an archive, where they may be packed once more, or they were packed. */
const [GIVEN, MEMBER, UNPACKED] = [0, 1, 2];

/** The texts in pieces: several if they are an archive, else one. Each is a list of pieces, unpacked. */
async function* texts(pieces, from, waiting) {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;
  let head = first.value;
  // A stream may begin with a piece of a few bytes.
  while (head instanceof Uint8Array && head.length < 4) {
    head = head.slice();
    const { done, value } = await rest.next();
    if (done) break;
    if (!(value instanceof Uint8Array)) {
      await rest.return?.();
      throw new TypeError(MIXED);
    }
    head = joined(head, value);
  }
  async function* all() {
    try {
      yield head;
      for (;;) {
        const { done, value } = await rest.next();
        if (done) return;
        yield value;
      }
    } finally {
      await rest.return?.();
    }
  }
  if (!(head instanceof Uint8Array)) return yield all();
  const packed = from !== UNPACKED && PACKED.find(([bytes]) => beginsWith(head, bytes));
  if (packed) {
    await rest.return?.();
    throw new EpidoteError(`this is ${packed[1]}: unpack it first`);
  }
  for (const [bytes, name] of UTF_16) if (beginsWith(head, bytes)) return yield recoded(all(), name);
  const is = (kinds) => from !== UNPACKED && kinds.some((bytes) => beginsWith(head, bytes));
  if (is(ZIP)) {
    if (from === MEMBER) {
      await rest.return?.();
      throw new EpidoteError("an archive in an archive: unpack it first");
    }
    return yield* textsOfArchive(await whole(all()));
  }
  if (is(ZSTD)) return yield* texts(unzstd(await whole(all())), UNPACKED);
  if (is([[0x1f, 0x8b]])) return yield* texts(gunzipped(all(), waiting), UNPACKED);
  yield inPieces(all());
}

/** The bytes of all pieces. */
async function whole(pieces) {
  const all = [];
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) throw new TypeError(MIXED);
    all.push(piece.slice());
  }
  return gathered(all);
}

/** The pieces of what Zstandard has packed. */
async function* unzstd(bytes) {
  const packed = caught(() => new bound.Unpacked(bytes));
  try {
    for (;;) {
      const piece = caught(() => packed.piece());
      if (piece.length === 0) return;
      yield piece;
    }
  } finally {
    packed.free();
  }
}

/** The texts in a zip archive. */
async function* textsOfArchive(bytes) {
  const archive = caught(() => new bound.Archive(bytes));
  try {
    for (;;) {
      const numbers = caught(() => archive.next_text());
      if (!numbers) return;
      const [start, end, isPacked, size, crc] = numbers;
      const content = bytes.subarray(start, end);
      const deflated = isPacked ? piecesOf(content) : storedBlocks(content);
      // Like in a folder, it may be packed itself.
      yield* texts(gunzipped(gzipOf(deflated, size, crc)), MEMBER);
    }
  } finally {
    archive.free();
  }
}

/** Deflated bytes as gzip, which proves size and checksum, and which all platforms know. */
async function* gzipOf(deflated, size, crc) {
  yield Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  yield* deflated;
  yield new Uint8Array(Uint32Array.of(crc, size % 2 ** 32).buffer);
}

/** Bytes as deflate stores what it does not pack: in blocks with their length. */
function* storedBlocks(content) {
  for (let at = 0; at === 0 || at < content.length; at += 0xffff) {
    const block = content.subarray(at, at + 0xffff);
    const length = block.length;
    yield Uint8Array.of(at + length === content.length ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255);
    yield block;
  }
}

/** The pieces of what gzip has packed. */
async function* gunzipped(own, waiting) {
  let failure;
  const stream = new ReadableStream({
    async pull(controller) {
      let next;
      try {
        next = await own.next();
        if (!next.done && !(next.value instanceof Uint8Array)) throw new TypeError(MIXED);
      } catch (error) {
        failure = error;
        controller.error(error);
        return;
      }
      if (next.done) controller.close();
      // The owner may use its memory again before it is unpacked.
      else controller.enqueue(next.value.slice());
    },
    async cancel() {
      await waiting?.end?.();
      await own.return();
    },
  });
  try {
    yield* streamed(stream.pipeThrough(new DecompressionStream("gzip")));
  } catch (error) {
    if (failure) throw failure;
    throw new EpidoteError(`it cannot be unpacked: ${error.message}`, { cause: error });
  }
}

function joined(before, piece) {
  const all = new Uint8Array(before.length + piece.length);
  all.set(before);
  all.set(piece, before.length);
  return all;
}

/** The records of a text in pieces, which may end in the middle of a line. */
async function* recordsOf(pieces, recordsOnly) {
  let rest = [];
  let number = 0;
  let isBegin = true;
  const take = function* (text) {
    const places = call("lines", text, isBegin);
    isBegin = false;
    for (let at = 0; at < places.length; at += 3) {
      number += 1;
      if (recordsOnly && !places[at + 2]) continue;
      yield new Record(text.slice(places[at], places[at + 1]), number, CHECKED);
    }
  };
  let areLines;
  for await (const piece of pieces) {
    const isLine = !(piece instanceof Uint8Array);
    if (areLines === !isLine) throw new TypeError(MIXED);
    areLines = isLine;
    if (isLine) {
      number += 1;
      const record = new Record(piece, number);
      if (!recordsOnly || record.kind === "record") yield record;
      continue;
    }
    const end = wholeLines(piece);
    if (end > 0) {
      yield* take(gathered([...rest, piece.subarray(0, end)]));
      rest = [];
    }
    // The owner of the piece may use its memory again.
    if (end < piece.length) rest.push(piece.slice(end));
  }
  if (rest.length > 0) yield* take(gathered(rest));
}

/** The length of the lines at the beginning of a piece that are whole, whatever follows. */
function wholeLines(piece) {
  const end = piece.lastIndexOf(10) + 1;
  if (end > 0) return end;
  // A CR at the end may be part of a longer line end.
  let last = piece.length;
  while (last > 0 && piece[last - 1] === 13) last -= 1;
  return last > 0 ? piece.lastIndexOf(13, last - 1) + 1 : 0;
}

function gathered(pieces) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export async function* read(source, { recordsOnly = true } = {}) {
  const awaited = await source;
  const given = typeof awaited === "string" ? bytesOf.encode(awaited) : awaited;
  if (given === null || typeof given !== "object") throw new TypeError(READABLE);
  const waiting = {};
  for await (const text of texts(piecesOf(given, waiting), GIVEN, waiting)) yield* recordsOf(text, recordsOnly);
}

/** A step as the program reads it. */
function stepText(step) {
  const json = JSON.stringify(step);
  if (json === undefined) throw new TypeError(`a step is an object or a word, not ${shown(step)}`);
  return json;
}

export function run(line, step) {
  const record = line instanceof Record ? line : parse(line);
  const done = JSON.parse(call("run_step", record.bytes, stepText(step), record.line ?? 0, Date.now() / 1000));
  const made = (bytes) => new Record(Uint8Array.from(bytes), record.line);
  return { record: made(done.line), more: done.more.map(made), ended: done.ended };
}

export function analyze(line, { nodes, depth, seconds, lines = 1 } = {}) {
  const limits = {};
  if (nodes !== undefined) limits.nodes = count("nodes", nodes);
  if (depth !== undefined) limits.depth = count("depth", depth, MOST_DEPTH);
  if (seconds !== undefined) {
    if (typeof seconds !== "number" || !(seconds >= 0.001 && seconds <= 1e9)) throw new TypeError(`seconds is a number from 0.001 to 1e9, not ${shown(seconds)}`);
    limits.time_ms = Math.round(seconds * 1000);
  }
  if (Object.keys(limits).length === 0) throw new EpidoteError("a search needs a limit: nodes, depth or seconds");
  return run(line, { analyze: { limits, lines: count("lines", lines, MOST_DEPTH) } }).record;
}

export function mate(line, moves, { nodes } = {}) {
  const settings = { moves: count("moves", moves, MOST_DEPTH) };
  if (nodes !== undefined) settings.nodes = count("nodes", nodes);
  return run(line, { mate: settings }).record;
}

export function grade(records, by) {
  if (typeof records === "string" || typeof records?.[Symbol.iterator] !== "function") {
    throw new TypeError("grade takes a list of records; those of read are collected first");
  }
  const pieces = [];
  const numbers = [];
  for (const line of records) {
    const record = line instanceof Record ? line : parse(line);
    pieces.push(record.bytes, Uint8Array.of(10));
    numbers.push(record.line ?? numbers.length + 1);
  }
  return JSON.parse(call("grade", gathered([new Uint8Array(), ...pieces]), Uint32Array.from(numbers), "records", by === undefined || by === null ? undefined : needText("an opcode", by)));
}

export function version() {
  return call("version");
}

export function hasEngine() {
  return call("has_engine");
}
