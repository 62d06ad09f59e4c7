// Games against other engines by `epidote argus`, each opening twice.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openings } from "../games.mjs";
import { started } from "./processes.mjs";
import { program } from "./suites.mjs";

const root = new URL("../..", import.meta.url).pathname;


// All of the time is for thinking, as with the others.
const EXACT = "option.Move Overhead=0";
const ours = [`cmd=${program}`, "arg=uci", EXACT];
const wasm = (name) => ["cmd=node", `arg=${join(root, name)}`];
const debian = (name, ...more) => [`cmd=/usr/games/${name}`, "proto=uci", ...more];

// What a program needs to be there.
const files = (side) => side.map((word) => /^(?:cmd|arg)=(\/.*)/.exec(word)?.[1]).filter(Boolean);

// Games that may end by a fault, as a share: more say nothing about strength.
const MOST_FAULTS = 0.02;

/** The opponents: what both sides are, how many games they play, and the seconds for each move. */
export const opponents = {
  "Stockfish 19 lite, both as WebAssembly": {
    games: 1000,
    pace: 0.01,
    ours: [...wasm("scripts/bench-search/engine.mjs"), EXACT],
    theirs: wasm("dist/engines/stockfish-19-lite-single.js"),
  },
  toga2: { games: 200, pace: 0.02, ours, theirs: debian("toga2") },
  glaurung: { games: 200, pace: 0.02, ours, theirs: debian("glaurung", "option.Threads=1") },
  "Stockfish 15.1, UCI_Elo 2600": {
    games: 200,
    pace: 0.02,
    ours,
    theirs: debian("stockfish", "option.UCI_LimitStrength=true", "option.UCI_Elo=2600"),
  },
};

/**
 * The games against an opponent: how many were won, drawn and lost, and those that ended by a fault of either side.
 * `undefined` if a program is absent or the games came to an early end.
 */
export async function play(name, seed = "1") {
  const { games, pace, ours, theirs } = opponents[name];
  const absent = [...files(ours), ...files(theirs)].filter((path) => !existsSync(path));
  if (absent.length) {
    console.log(`NOT MEASURED: ${absent.join(", ")} is absent`);
    return undefined;
  }
  const args = ["argus", "--engine", "name=Epidote", ...ours, "--engine", "name=other", ...theirs,
    "--each", `st=${pace}`, "timemargin=1000",
    "--openings", `file=${openings(seed)}`, "order=random", "--srand", seed,
    "--rounds", String(games / 2), "--games", "2", "--concurrency", String(cpus().length),
    "--draw", "movenumber=40", "movecount=8", "score=10", "--resign", "movecount=3", "score=600", "twosided=true"];
  const referee = started(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));
  const result = { won: 0, drawn: 0, lost: 0, faults: { ours: 0, theirs: 0 } };
  createInterface({ input: referee.stdout }).on("line", (line) => {
    const [, white, end, why] = /^Finished game \d+ \((\w+) vs \w+\): (\S+)(.*)/.exec(line) ?? [];
    if (end === "1/2-1/2") result.drawn += 1;
    else if (end === "1-0" || end === "0-1") {
      const isWon = (end === "1-0") === (white === "Epidote");
      result[isWon ? "won" : "lost"] += 1;
      // These are lost by whoever is at fault.
      if (/loses on time|illegal move|disconnects|connection stalls|breaks the protocol/.test(why)) {
        result.faults[isWon ? "theirs" : "ours"] += 1;
      }
    }
  });
  const code = await new Promise((done) => referee.on("close", done));
  const played = result.won + result.drawn + result.lost;
  const { ours: own, theirs: other } = result.faults;
  if (code === 0 && played === games && own + other <= MOST_FAULTS * games) return result;
  if (own + other) console.log(`by a fault of a program ended ${own + other} games; ${own} of them were ours`);
  console.log(`NOT MEASURED: after ${played} of ${games} games against ${name} the referee ended (${code})`);
  return undefined;
}

/** Elo of a share of points, and the bounds within which it is in 95 % of such matches; games are taken as independent. */
export function elo({ won, drawn, lost }) {
  const games = won + drawn + lost;
  const share = (won + drawn / 2) / games;
  const spread = Math.sqrt((won * (1 - share) ** 2 + drawn * (0.5 - share) ** 2 + lost * share ** 2) / games / games);
  const of = (value) => -400 * Math.log10(1 / Math.min(1 - 1e-3, Math.max(1e-3, value)) - 1);
  return { share, value: of(share), low: of(share - 1.96 * spread), high: of(share + 1.96 * spread) };
}
