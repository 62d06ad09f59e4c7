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

/** The bytes or the response of a place, which may be a file of Node. */
async function fetched(source) {
  if (!(source instanceof URL || typeof source === "string")) return source;
  const url = new URL(source, globalThis.location?.href);
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
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
function call(name, ...values) {
  if (!isLoaded) throw new EpidoteError("the program is not loaded: await init() first");
  try {
    return bound[name](...values);
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

export function parse(line, number) {
  return new Record(line, number);
}

export class Record {
  #bytes;
  #line;
  #described;

  constructor(line, number = line instanceof Record ? line.line : null) {
    this.#line = number;
    this.#bytes = call("content", lineBytes(line), number ?? 0);
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
    return JSON.parse(call("moves", this.#bytes, this.#line ?? 0, opcode, false)) ?? undefined;
  }

  uci(opcode) {
    return JSON.parse(call("moves", this.#bytes, this.#line ?? 0, opcode, true)) ?? undefined;
  }

  normalize() {
    return this.#made(call("normalize", this.#bytes));
  }

  fix({ unsafe = false } = {}) {
    return this.#made(call("fix", this.#bytes, unsafe));
  }

  set(opcode, operands) {
    return this.#made(call("set", this.#bytes, this.#line ?? 0, opcode, String(operands)));
  }

  remove(opcode) {
    return this.#made(call("remove", this.#bytes, opcode));
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
    return new Record(bytes, this.#line);
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

/** What packed bytes begin with, and what packs in that way. */
const PACKED = [
  [[0x50, 0x4b, 3, 4], "zip"],
  [[0x28, 0xb5, 0x2f, 0xfd], "zstd"],
  [[0x42, 0x5a, 0x68], "bzip2"],
  [[0xfd, 0x37, 0x7a, 0x58], "xz"],
];

const beginsWith = (bytes, first) => first.every((byte, at) => bytes[at] === byte);

/** Pieces of bytes of a source that is no list of lines. */
async function* piecesOf(source) {
  if (source instanceof ArrayBuffer) yield new Uint8Array(source);
  else if (ArrayBuffer.isView(source)) yield new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else if (typeof source.stream === "function") yield* piecesOf(source.stream());
  else if (source.body && typeof source.arrayBuffer === "function") yield* piecesOf(source.body);
  else if (typeof source.getReader === "function") yield* streamed(source);
  else yield* source;
}

/** The pieces of a stream, which is cancelled if nobody wants the rest. */
async function* streamed(stream) {
  const reader = stream.getReader();
  let isOver = false;
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

/** Pieces, unpacked if they are gzip. */
async function* unpacked(pieces) {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;
  let head = first.value;
  // A stream may begin with a piece of a few bytes.
  while (head instanceof Uint8Array && head.length < 4) {
    const { done, value } = await rest.next();
    if (done) break;
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
  if (!(head instanceof Uint8Array)) return yield* all();
  const packed = PACKED.find(([bytes]) => beginsWith(head, bytes));
  if (packed) {
    await rest.return?.();
    throw new EpidoteError(`this is ${packed[1]}: unpack it first`);
  }
  if (!beginsWith(head, [0x1f, 0x8b])) return yield* all();
  const own = all();
  const stream = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await own.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await own.return();
    },
  });
  try {
    yield* streamed(stream.pipeThrough(new DecompressionStream("gzip")));
  } catch (error) {
    if (error instanceof EpidoteError) throw error;
    throw new EpidoteError(`it cannot be unpacked: ${error.message}`, { cause: error });
  }
}

function joined(before, piece) {
  const all = new Uint8Array(before.length + piece.length);
  all.set(before);
  all.set(piece, before.length);
  return all;
}

/** The lines of pieces that end in the middle of lines, with their numbers. */
async function* linesOf(pieces) {
  let rest = [];
  let number = 0;
  let isBegin = true;
  const take = function* (text) {
    const places = call("lines", text, isBegin);
    isBegin = false;
    for (let at = 0; at < places.length; at += 2) {
      number += 1;
      yield [text.subarray(places[at], places[at + 1]), number];
    }
  };
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) {
      // A list of lines.
      number += 1;
      yield [piece, number];
      continue;
    }
    const end = piece.lastIndexOf(10) + 1;
    if (end === 0) {
      rest.push(piece);
      continue;
    }
    yield* take(gathered([...rest, piece.subarray(0, end)]));
    // The owner of the piece may use its memory again.
    rest = end < piece.length ? [piece.slice(end)] : [];
  }
  if (rest.length > 0) yield* take(gathered(rest));
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
  const given = typeof source === "string" ? bytesOf.encode(source) : await source;
  if (given === null || typeof given !== "object") throw new TypeError("read takes text, bytes, a Blob, a Response, a stream or lines");
  for await (const [line, number] of linesOf(unpacked(piecesOf(given)))) {
    const record = new Record(line, number);
    if (!recordsOnly || record.kind === "record") yield record;
  }
}

export function run(line, step) {
  const record = line instanceof Record ? line : parse(line);
  const done = JSON.parse(call("run_step", record.bytes, JSON.stringify(step), record.line ?? 0));
  const made = (bytes) => new Record(Uint8Array.from(bytes), record.line);
  return { record: made(done.line), more: done.more.map(made), ended: done.ended };
}

export function analyze(line, { nodes, depth, seconds, lines = 1 } = {}) {
  const limits = {};
  if (nodes !== undefined) limits.nodes = nodes;
  if (depth !== undefined) limits.depth = depth;
  if (seconds !== undefined) limits.time_ms = Math.round(seconds * 1000);
  if (Object.keys(limits).length === 0) throw new EpidoteError("a search needs a limit: nodes, depth or seconds");
  return run(line, { analyze: { limits, lines } }).record;
}

export function mate(line, moves, { nodes } = {}) {
  return run(line, { mate: nodes === undefined ? { moves } : { moves, nodes } }).record;
}

export function grade(records, by) {
  const pieces = [];
  for (const record of records) pieces.push(lineBytes(record instanceof Record ? record : parse(record)), Uint8Array.of(10));
  return JSON.parse(call("grade", gathered([new Uint8Array(), ...pieces]), "records", by));
}

export function version() {
  return call("version");
}

export function hasEngine() {
  return call("has_engine");
}
