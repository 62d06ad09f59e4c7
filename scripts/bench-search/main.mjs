// Measures the search against Stockfish in the same browser on the same positions, and against other engines in games;
// writes the section "Search" of docs/benchmarks.md, and says what falls short of the goals.
//
// Usage: node scripts/bench-search/main.mjs [speed | suites | scores | mates | games ...]. The section is written only if
// everything was measured; QUICK=1 leaves out what is searched by time. The suites are read from EPIDOTE_CORPUS
// (../shared/epd), the engines from /usr/games; what is absent is told. The page and the program must be built, and
// nothing else may run on the machine: all of it takes an hour.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { writeSection } from "../section.mjs";
import { engines, open } from "./browser.mjs";
import { Verdicts } from "./goals.mjs";
import { elo, opponents, play } from "./matches.mjs";
import { grade, mates, nodesToSolution, suite } from "./suites.mjs";
import { ask } from "./uci.mjs";

const root = new URL("../..", import.meta.url).pathname;
const isQuick = Boolean(process.env.QUICK);
const names = Object.keys(engines);
const verdicts = new Verdicts();
const lines = [];
const say = (line) => {
  console.log(line);
  lines.push(line);
};
const table = (...heads) => say(`\n| ${heads.join(" | ")} |\n${"|---".repeat(heads.length)}|`);
const cells = (...values) => say(`| ${values.join(" | ")} |`);
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const compared = () => table("", "Epidote", "Stockfish 19 lite", "ratio", "floor", "aim");
const row = (what, [ours, theirs], digits = 0, goal = ["", ""]) =>
  cells(what, ours.toFixed(digits), theirs.toFixed(digits), (ours / theirs).toFixed(2), ...goal);

// One after the other, so that neither disturbs the other.
async function both(task) {
  const found = [];
  for (const name of names) found.push(await task(name));
  return found;
}

const middlegames = {
  "start position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "Kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "Queen's Gambit": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
};

// Medians of three runs, the engines in turn, so that a machine that is slow for a while is slow for both.
async function speed(browser) {
  const runs = [];
  for (let run = 0; run < 3; run++) runs.push(await both((name) => browser.speed(name, Object.values(middlegames))));
  const of = (take) => names.map((_, engine) => middle(runs.map((run) => take(run[engine]))));
  say("Speed, medians of three runs:");
  compared();
  Object.keys(middlegames).forEach((what, at) => {
    const speeds = of(({ speeds }) => speeds[at]);
    const goal = verdicts.cells("speed", speeds[0] / speeds[1], { what: `speed, ${what}` });
    row(`${what}, thousand nodes/s at a million`, speeds, 0, goal);
  });
  row("worker ready, ms", of(({ ready }) => ready));
  row("a second worker ready, ms", of(({ again }) => again));
}

const FIXED = "go nodes 100000";
const TIMED = "go movetime 1000";

// What is compared: title, file, stride, the search, how often, and which figure the goal is about.
const suites = [
  ["WAC, 100,000 nodes", "wac_new_arasan.epd", 1, FIXED, 1, ([ours]) => ours],
  ["BK, 100,000 nodes", "bk_python_chess.epd", 1, FIXED, 1],
  ["BK, 1 s", "bk_python_chess.epd", 1, TIMED, 3, ([ours]) => ours],
  ["STS, 100,000 nodes", "sts_v8.epd", 4, FIXED, 1, ([ours, theirs]) => ours / theirs],
  ["Arasan, 100,000 nodes", "arasan2024_utf8.epd", 2, FIXED, 1, ([ours, theirs]) => ours / theirs],
  ["Arasan, 1 s", "arasan2024_utf8.epd", 2, TIMED, 1, ([ours, theirs]) => ours / theirs],
];

// The nodes after which Stockfish 15.1 and we have the solutions that both find.
async function nodesToSolutions(records, ours) {
  const theirs = await ask("/usr/games/stockfish", [], [["Hash", 64]], records, FIXED).catch((error) => {
    console.log(`NOT MEASURED: nodes to a solution against Stockfish of Debian (${error.message})`);
  });
  if (!theirs) return;
  const pairs = records.map((record, at) => [ours, theirs].map((answers) => nodesToSolution(record, answers[at])));
  const logs = pairs.filter(([a, b]) => a && b).map((pair) => pair.map(Math.log));
  const [a, b] = [0, 1].map((at) => Math.exp(mean(logs.map((pair) => pair[at]))));
  const goal = verdicts.cells("nodes to a solution", a / b);
  row(`WAC, nodes to a solution, geometric mean of ${logs.length} that both find; the other is Stockfish 15.1`, [a, b], 0, goal);
}

async function solve(browser) {
  say("\nSuites, medians of three runs where the limit is a time and the suite short:");
  compared();
  for (const [title, file, stride, how, times, measure] of suites) {
    if (isQuick && how === TIMED) continue;
    const records = suite(file, stride);
    if (!records.length) continue;
    const runs = [];
    for (let run = 0; run < times; run++) runs.push(await both((name) => browser.ask(name, records, how)));
    const of = (take) => names.map((_, engine) => middle(runs.map((run) => take(grade(records, run[engine])))));
    const solved = of((result) => result.solved);
    const percent = of((result) => result.percent);
    const hasPoints = Number.isFinite(percent[0]);
    const goal = measure ? verdicts.cells(title, measure(hasPoints ? percent : solved)) : undefined;
    row(`${title}, solved of ${records.length}`, solved, 0, hasPoints ? undefined : goal);
    if (hasPoints) row(`${title}, % of points`, percent, 1, goal);
    if (title === "BK, 1 s") verdicts.cells("BK, 1 s, ratio", solved[0] / solved[1]);
    if (title.startsWith("WAC")) await nodesToSolutions(records, runs[0][0]);
  }
}

// Converts a score to the chance of winning, for the side to move.
const chance = (score, scale) => {
  const [kind, value] = (score ?? "cp 0").split(" ");
  return kind === "mate" ? (Number(value) > 0 ? 1 : 0) : 1 / (1 + Math.exp(-Number(value) * 0.00368 * scale));
};

// The scores of both after a second, against those of Stockfish's full net.
async function scores(browser) {
  const records = suite("sts_v8.epd", 9);
  if (isQuick || !records.length) return;
  const folder = join(root, "target/stockfish-full");
  execFileSync("scripts/stockfish", [folder, "single"], { cwd: root, stdio: "inherit" });
  const full = join(folder, "stockfish-19-single.js");
  if (!existsSync(full)) return console.log("NOT MEASURED: errors of scores, because Stockfish's full net cannot be had");
  const truth = await ask("node", [full], [["Hash", 64]], records, "go nodes 500000");
  const judged = await both((name) => browser.ask(name, records, TIMED));
  const error = (answers, scale) =>
    100 * mean(answers.map(({ score }, at) => Math.abs(chance(score, scale) - chance(truth[at].score, 1))));
  const scales = Array.from({ length: 60 }, (_, at) => 0.5 + at / 30);
  const best = judged.map((answers) => scales.toSorted((a, b) => error(answers, a) - error(answers, b))[0]);
  say(`\nScores after a second, ${records.length} records of STS, against Stockfish 19 with its full net at 500,000 nodes:`);
  compared();
  const errors = judged.map((answers) => error(answers, 1));
  row("error, points of win-%", errors, 2, verdicts.cells("error of scores", errors[0]));
  row("the same with the scale that fits best", judged.map((answers, at) => error(answers, best[at])), 2);
  row("that scale", best, 2);
  const isSame = (answers) => mean(answers.map(({ move }, at) => (move === truth[at].move ? 100 : 0)));
  row("same best move, %", judged.map(isSame));
}

// Title, the number of moves, stride, milliseconds, and whether Stockfish is asked, too.
const mateRuns = [
  ["up to 5", 1, 5, 1, 60_000, true],
  ["6, every sixth", 6, 6, 6, 5_000, false],
  ["7, every sixtieth", 7, 7, 60, 10_000, false],
];

async function prove(browser) {
  say("\nMates; for Stockfish `go mate` with a million nodes:");
  table("mate in", "engine", "found", "as the shortest", "median ms", "90 % ms", "longest ms", "floor", "aim");
  for (const [title, least, most, stride, ms, isCompared] of mateRuns) {
    const records = mates("matetrack.epd", least, most, stride);
    if (!records.length) continue;
    for (const name of isCompared ? names : names.slice(0, 1)) {
      const found = await browser.mates(name, records, ms);
      const isFound = ({ mate }, at) => mate > 0 && mate <= records[at].moves;
      const right = found.filter(isFound).length;
      const shortest = found.filter((one, at) => isFound(one, at) && one.isShortest).length;
      const times = found.map(({ took }) => took).sort((a, b) => a - b);
      const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
      const goals = {
        5: () => {
          const all = verdicts.cells("mates in up to 5, missed", records.length - shortest, { words: "all" });
          const times = verdicts.cells("mates in up to 5, longest ms", at(1));
          return times.map((time) => `${all[0]}, ${time}`);
        },
        6: () => verdicts.cells("mates in 6, missed", records.length - shortest, { words: "all" }),
        7: () => verdicts.cells("mates in 7, share found", shortest / records.length, { words: "half" }),
      };
      const [proved, goal] = name === "Epidote" ? [shortest, goals[most]()] : ["", ["", ""]];
      cells(title, name, `${right} of ${records.length}`, proved, at(0.5), at(0.9), at(1), ...goal);
    }
  }
}

async function games() {
  const faults = [];
  say(`\nGames, each opening twice; natively where nothing else is said. The Elo limit of Stockfish is meant for slower games:`);
  table("against", "s a move", "games", "won", "drawn", "lost", "points", "Elo [95 %]", "floor", "aim");
  for (const name of Object.keys(opponents)) {
    if (isQuick) continue;
    const result = await play(name);
    if (!result) continue;
    const { won, drawn, lost } = result;
    const { share, value, low, high } = elo(result);
    const sign = (number) => `${number < 0 ? "-" : "+"}${Math.abs(number).toFixed(0)}`;
    const isShare = name.includes("WebAssembly");
    const goal = verdicts.cells(name, isShare ? 100 * share : value).map((text) => text && text + (isShare ? " %" : ""));
    const points = `${(100 * share).toFixed(1)} %`;
    cells(name, opponents[name].pace, won + drawn + lost, won, drawn, lost, points, `${sign(value)} [${sign(low)}, ${sign(high)}]`, ...goal);
    const { ours, theirs } = result.faults;
    if (ours + theirs) faults.push(`\nBy a fault of a program ended ${ours + theirs} games against ${name}; ${theirs} of them were its own.`);
  }
  faults.forEach(say);
}

const parts = { speed, suites: solve, scores, mates: prove, games };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !parts[part]);
if (unknown.length) {
  console.error(`unknown parts: ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
const lite = join(root, "dist/engines/stockfish-19-lite-single.js");
if (!existsSync(lite)) {
  console.error(`${lite} is absent: the page was built without Stockfish`);
  process.exit(2);
}
const browser = await open();
try {
  const machine = `${cpus().length} × ${cpus()[0].model}, Chromium ${browser.version}, node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  say(`Written by \`make bench-search\` on ${day}: ${machine}, one worker. Tables have 64 MiB, in games what the program begins with. What is missed is bold.\n`);
  for (const [part, measure] of Object.entries(parts)) {
    if (!wanted.length || wanted.includes(part)) await measure(browser);
  }
  say("");
  verdicts.report().forEach(say);
  if (verdicts.isWhole) writeSection("Search", lines.join("\n").replaceAll(/\n{3,}/g, "\n\n"));
} finally {
  await browser.close();
}
