declare global {
  // Declared here too, for programs of Node without the types of the browser.
  namespace WebAssembly {
    interface Module {}
  }
}

/** A line: text, its bytes, or a record. */
export type Line = string | Uint8Array | Record;

/** Bytes, or where to get them: a URL or a response. */
export type Source = URL | string | Response | ArrayBuffer | Uint8Array;

/** Something cannot be done with a record or a text. */
export class EpidoteError extends Error {
  /** The number of the line, if it is known. */
  readonly line: number | null;
  /** The paragraph of the EPD text of 1995, if a rule is meant. */
  readonly paragraph: string | null;
}

/**
 * Loads the program. Call it once, before anything else. Without a source it loads the file beside this one, which
 * Node and most bundlers find.
 */
export function init(source?: Source | Promise<Source> | WebAssembly.Module): Promise<void>;

/**
 * A record of one line, kept byte for byte. `number` is that of the line, from 1, for errors and reports:
 * `lines.map((line, at) => parse(line, at + 1))`.
 *
 * @throws EpidoteError if there are several lines
 */
export function parse(line: Line, number?: number | null): Record;

/** One line: its fields, operations and findings, and the lines made from it. It never changes. */
export class Record {
  constructor(line: Line, number?: number | null);
  /** A copy of the bytes of the line, without its end. */
  readonly bytes: Uint8Array;
  /** The number of the line, from 1. */
  readonly line: number | null;
  /** The line as text. Bytes that are not UTF-8 are decoded with the code page that fits them best. */
  readonly text: string;
  readonly kind: "record" | "comment" | "blank";
  /** The four fields as they are written; fewer if the line has fewer. */
  readonly fields: string[];
  /** Opcodes with their operands, in the order of the line. */
  readonly operations: [opcode: string, operands: string[]][];
  /**
   * The six fields of FEN of the position.
   *
   * @throws EpidoteError if it is not legal
   */
  readonly fen: string;
  /** Whether the four fields are a legal position. */
  readonly isLegal: boolean;
  /** What is wrong with the line. */
  readonly findings: Finding[];
  /** The worst severity of the findings; null without findings. */
  readonly severity: Severity | null;
  /** Whether the record has an opcode. */
  has(opcode: string): boolean;
  /** The operands of an opcode; undefined if the record does not have it. */
  get(opcode: string): string[] | undefined;
  /**
   * The moves of an operation in SAN; undefined if the record does not have it.
   *
   * @throws EpidoteError if the position is not legal, or a move cannot be played
   */
  moves(opcode: string): string[] | undefined;
  /**
   * The moves of an operation in coordinates; undefined if the record does not have it.
   *
   * @throws EpidoteError if the position is not legal, or a move cannot be played
   */
  uci(opcode: string): string[] | undefined;
  /** The record in normal form (§7.1), or the record itself if it has none. */
  normalize(): Record;
  /** The record with all fixes that keep the meaning; with `unsafe`, also with those that may change it. */
  fix(options?: { unsafe?: boolean }): Record;
  /**
   * The record with an operation; the operands as they are written in the line, strings in quotes.
   *
   * @throws EpidoteError if they cannot be read (§5.1)
   */
  set(opcode: string, operands: string | number | readonly (string | number)[]): Record;
  /** The record without an opcode. */
  remove(opcode: string): Record;
  /**
   * Nothing, if no finding is an error.
   *
   * @throws EpidoteError with the first one
   */
  check(): void;
  /** The text. */
  toString(): string;
  /** The text. */
  toJSON(): string;
}

export type Severity = "error" | "warning" | "info";

/** What a rule says about a place in a line. */
export interface Finding {
  /** The code of the rule, such as E305; docs/diagnostics.md explains it. */
  code: string;
  /** The name of the rule. */
  name: string;
  severity: Severity;
  message: string;
  /** The paragraph of the EPD text of 1995. */
  paragraph: string;
  /** Where it begins, in bytes of the line. */
  start: number;
  /** Where it ends, in bytes of the line. */
  end: number;
  /** What could be done: the line with each fix, and whether that keeps the meaning. */
  fixes: { title: string; line: string; isSafe: boolean }[];
}

/** The findings of a line. */
export function lint(line: Line): Finding[];

/** The line with all fixes that keep its meaning; with `unsafe`, also with those that may change it. */
export function fix(line: Line, options?: { unsafe?: boolean }): string;

/** The line in normal form; as it is, if it has none. */
export function normalize(line: Line): string;

/** What `read` takes: a text, bytes, a file, a stream; or lines, each of them text. */
export type Readable =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | ReadableStream<string>
  | AsyncIterable<Uint8Array>
  | AsyncIterable<string>
  | Iterable<Uint8Array>
  | Iterable<string>;

/**
 * Reads the records of a text of any size one after another, with only a piece of it in memory. Streams of Node work
 * too. Gzip is unpacked (in browsers, files with a single member only), and UTF-16 is decoded. Zstd and zip are unpacked
 * piece by piece, too, but all of the packed bytes are kept in memory. Of an archive the files ending with `.epd` are
 * read one after another, each from line 1; if there are none, those that may be texts; a single file in any case. A
 * string is the text itself; in a list, each string is one line. Comments and blank lines are left out unless
 * `recordsOnly` is false.
 */
export function read(source: Readable | Promise<Readable>, options?: { recordsOnly?: boolean }): AsyncGenerator<Record, void, undefined>;

/**
 * The record with `pv`, `ce` and the effort of a search. With a limit on nodes the result is the same everywhere.
 * The call blocks until the search is done, so use a worker in a page. Needs the package epidote-engine.
 *
 * @throws EpidoteError without a limit or an engine, or if the position cannot be searched
 */
export function analyze(line: Line, limits: { nodes?: number; depth?: number; seconds?: number; lines?: number }): Record;

/**
 * The record with `dm`, `pm` and `pv` if the side to move mates in that many moves at most. The call blocks until the
 * proof is done. Needs the package epidote-engine.
 *
 * @throws EpidoteError without an engine, or if the position cannot be searched
 */
export function mate(line: Line, moves: number, limits?: { nodes?: number }): Record;

/**
 * Carries out a step of a recipe (docs/recipes.md) on a line. Returns the record afterwards, records to insert after
 * it, and how it ended.
 */
export function run(line: Line, step: string | object): { record: Record; more: Record[]; ended: string };

/**
 * Which records of a test suite are solved: the report of docs/report.md. `by` is the opcode that names groups.
 * Collect what `read` yields before you pass it.
 */
export function grade(records: Iterable<Line>, by?: string): { runs: { entries: { solved: boolean; [name: string]: unknown }[]; [name: string]: unknown }[]; [name: string]: unknown };

/** Whether this package can search (`analyze`, `mate`, some steps). Only epidote-engine can. */
export function hasEngine(): boolean;

/** The version of the package. */
export function version(): string;
