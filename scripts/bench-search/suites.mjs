// Positions of test suites, and what answers to them are worth.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const corpus = process.env.EPIDOTE_CORPUS ?? join(root, "../shared/epd");

/** The program of the command line. */
export const program = join(root, "target/release/epidote");

// The men on the squares of a position, by square.
function men(fields) {
  const found = {};
  fields.split(" ")[0].split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else found["abcdefgh"[file++] + (8 - row)] = letter;
    }
  });
  return found;
}

// The coordinates of a move in SAN, among the legal ones.
function coordinates(fields, san, legal) {
  const text = san.replace(/[+#!?=]/g, "").replace(/^0-0-0|^O-O-O/, "O-O-O").replace(/^0-0$/, "O-O");
  const on = men(fields);
  const white = fields.split(" ")[1] === "w";
  const rank = white ? "1" : "8";
  if (text === "O-O") return `e${rank}g${rank}`;
  if (text === "O-O-O") return `e${rank}c${rank}`;
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])([QRBN]?)$/.exec(text);
  if (!parts) return undefined;
  const [, piece, file, row, to, promotion] = parts;
  const letter = white ? (piece || "P") : (piece || "P").toLowerCase();
  const fits = legal.filter(
    (move) =>
      move.slice(2, 4) === to &&
      on[move.slice(0, 2)] === letter &&
      (!file || move[0] === file) &&
      (!row || move[1] === row) &&
      (move[4] ?? "") === promotion.toLowerCase(),
  );
  return fits.length === 1 ? fits[0] : undefined;
}

function legalMoves(fields) {
  const lines = execFileSync(program, ["perft", "1", ...fields.split(" ")]).toString().trim().split("\n");
  return lines.slice(0, -1).map((line) => line.split(" ")[0]);
}

// The lines of a file, or none if it is absent.
function records(name) {
  const path = join(corpus, name);
  if (!existsSync(path)) {
    console.log(`NOT MEASURED: ${path} is absent`);
    return [];
  }
  return readFileSync(path, "latin1").replaceAll("\0", "").split(/\r?\n/).filter((line) => line.trim());
}

const fieldsOf = (line) => line.split(/\s+/).slice(0, 4).join(" ");

/** Every `stride`th record of a suite: position, best moves, moves to avoid, points of moves. */
export function suite(name, stride = 1) {
  return records(name).filter((_, at) => at % stride === 0).map((line) => {
    const fields = fieldsOf(line);
    const legal = legalMoves(fields);
    const moves = (opcode) => {
      const found = new RegExp(`[ ;]${opcode} ([^;]*);`).exec(line);
      const words = found ? found[1].replaceAll(" +", "+").split(/\s+/) : [];
      return words.map((san) => coordinates(fields, san, legal)).filter(Boolean);
    };
    const points = {};
    for (const part of /c0 "([^"]*)"/.exec(line)?.[1].split(",") ?? []) {
      const [, san, value] = /^\s*(\S+)=(\d+)$/.exec(part) ?? [];
      const move = san && coordinates(fields, san, legal);
      if (move) points[move] = Number(value);
    }
    return { fields, best: moves("bm"), avoid: moves("am"), points };
  });
}

/** Every `stride`th position for which a file claims a mate in `least` to `most` moves. */
export function mates(name, least, most, stride = 1) {
  const claims = records(name).map((line) => ({ fields: fieldsOf(line), moves: Number(/ (?:bm #|dm )(\d+)/.exec(line)?.[1] ?? 0) }));
  return claims.filter(({ moves }) => moves >= least && moves <= most).filter((_, at) => at % stride === 0);
}

/** Whether a move solves a record. */
export const isSolution = ({ best, avoid }, move) => (best.length ? best.includes(move) : !avoid.includes(move));

/** What an engine got for its answers: solved records, and its share of the points in per cent. */
export function grade(asked, answers) {
  const solved = answers.filter(({ move }, at) => isSolution(asked[at], move)).length;
  const points = answers.reduce((sum, { move }, at) => sum + (asked[at].points[move] ?? 0), 0);
  const most = asked.reduce((sum, record) => sum + Math.max(0, ...Object.values(record.points)), 0);
  return { solved, percent: (100 * points) / most };
}

// Fewer nodes say only how an engine counts those of the first depth.
const FEWEST = 100;

/**
 * The nodes after which an engine ended a depth with a solution and held to it until the end; `undefined` if it ended
 * with another move.
 */
export function nodesToSolution(record, { move, lines }) {
  if (!isSolution(record, move)) return undefined;
  const said = lines.filter(({ first }) => first).reverse();
  const other = said.findIndex(({ first }) => !isSolution(record, first));
  const nodes = said[(other < 0 ? said.length : other) - 1]?.nodes;
  return nodes && Math.max(FEWEST, nodes);
}
