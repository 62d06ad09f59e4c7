// Measures the search against Stockfish in the same browser on the same positions, and writes the section "Search" of
// docs/benchmarks.md.
//
// Usage: node scripts/bench-search.mjs [--quick | --speed | --suites | --mates | --scores]. The suites are read from
// EPIDOTE_CORPUS (../shared/epd). An option that names a part measures that part alone, and --quick leaves out the
// searches by time; both only print. The page and the program must be built.
//
// EPIDOTE_FULL may name the script of Stockfish with its full net, which runs in node. Then the errors of the scores
// are also measured, with it as the reference.
import { spawn, execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chromium } from "../e2e/node_modules/@playwright/test/index.mjs";
import { writeSection } from "./section.mjs";

const root = new URL("..", import.meta.url).pathname;
const corpus = process.env.EPIDOTE_CORPUS ?? join(root, "../shared/epd");
const only = ["speed", "suites", "mates", "scores"].find((part) => process.argv.includes(`--${part}`));
const isQuick = process.argv.includes("--quick");
const measures = (part) => (only ? part === only : !isQuick || part === "suites");
const port = Number(process.env.PORT ?? 8127);
const engines = { Epidote: "/worker.js?engine", Stockfish: "/engines/stockfish-19-lite-single.js" };
const middlegames = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
];

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

const program = join(root, "target/release/epidote");
function legalMoves(fields) {
  const lines = execFileSync(program, ["perft", "1", ...fields.split(" ")]).toString().trim().split("\n");
  return lines.slice(0, -1).map((line) => line.split(" ")[0]);
}

// The records of a suite: position, best moves, moves to avoid, points.
function suite(name, stride = 1) {
  const path = join(corpus, name);
  if (!existsSync(path)) {
    console.log(`NOT RUN: ${path} is absent`);
    return undefined;
  }
  const lines = readFileSync(path, "latin1").replaceAll("\0", "").split(/\r?\n/).filter((line) => line.trim());
  return lines.filter((_, at) => at % stride === 0).map((line) => {
    const fields = line.split(/\s+/).slice(0, 4).join(" ");
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

// Runs in the page: an engine in a worker that answers one request at a time.
function harness() {
  window.engine = (url, module) => {
    const start = performance.now();
    const worker = new Worker(module ? `${url}&shared` : url);
    if (module) worker.postMessage(module);
    let compiled;
    let hear = () => {};
    worker.onmessage = (event) => hear(event.data);
    let fail = () => {};
    worker.onerror = (event) => fail(new Error(`${url}: ${event.message ?? "cannot be loaded"}`));
    const until = (send, isLast) =>
      new Promise((done, failed) => {
        fail = failed;
        const lines = [];
        hear = (data) => {
          if (data instanceof WebAssembly.Module) compiled = data;
          // Any other message means that the worker of Epidote is ready.
          else if (typeof data !== "string" && isLast === "ready") done(lines);
          if (typeof data !== "string") return;
          lines.push(data);
          if (isLast !== "ready" && isLast(data)) done(lines);
        };
        for (const line of send) worker.postMessage(line);
      });
    const starts = (word) => (line) => line.startsWith(word);
    return {
      async ready(isOurs) {
        if (isOurs) await until([], "ready");
        await until(["uci"], starts("uciok"));
        const took = performance.now() - start;
        await until(["setoption name Hash value 64", "isready"], starts("readyok"));
        return took;
      },
      async go(fen, how) {
        const before = performance.now();
        const lines = await until(["ucinewgame", `position fen ${fen}`, how], starts("bestmove"));
        const took = performance.now() - before;
        const infos = lines.filter((line) => / nodes \d+/.test(line) && / score /.test(line));
        const last = infos.at(-1) ?? "";
        const number = (word) => Number(new RegExp(` ${word} (-?\\d+)`).exec(last)?.[1] ?? 0);
        return { move: lines.at(-1).split(" ")[1], nodes: number("nodes"), depth: number("depth"), took, score: / score (\w+ -?\d+)/.exec(last)?.[1] };
      },
      async prove(fen, moves) {
        const lines = await until([`position fen ${fen}`, `prove ${moves}`], starts("proof"));
        return lines.at(-1);
      },
      module: () => compiled,
      end: () => worker.terminate(),
    };
  };
}

const server = spawn("node", [join(root, "scripts/serve.mjs"), String(port)], { stdio: ["ignore", "pipe", "inherit"] });
await new Promise((ready) => server.stdout.once("data", ready));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

async function page() {
  const fresh = await browser.newPage();
  // A page of this origin without any content, so that nothing but the workers runs.
  await fresh.goto(`http://127.0.0.1:${port}/engines/stockfish.txt`);
  await fresh.evaluate(harness);
  return fresh;
}

// Asks both engines alternately, so that a machine that is slow for a while is slow for both.
async function speed() {
  const rows = {};
  for (const [name, url] of Object.entries(engines)) {
    const where = await page();
    rows[name] = await where.evaluate(
      async ([url, isOurs, fens]) => {
        const engine = window.engine(url);
        const ready = await engine.ready(isOurs);
        const speeds = [];
        await engine.go(fens[0], "go nodes 300000");
        for (const fen of fens) {
          const { nodes, took, depth } = await engine.go(fen, "go nodes 1000000");
          speeds.push([nodes / took, depth]);
        }
        engine.end();
        const second = window.engine(url, engine.module());
        const again = await second.ready(isOurs);
        second.end();
        return { ready, again, speeds };
      },
      [url, name === "Epidote", middlegames],
    );
    await where.close();
  }
  return rows;
}

async function solve(records, how) {
  const out = {};
  for (const [name, url] of Object.entries(engines)) {
    const where = await page();
    const results = await where.evaluate(
      async ([url, isOurs, fields, how]) => {
        const engine = window.engine(url);
        await engine.ready(isOurs);
        const results = [];
        for (const four of fields) results.push(await engine.go(`${four} 0 1`, how));
        engine.end();
        return results;
      },
      [url, name === "Epidote", records.map((record) => record.fields), how],
    );
    await where.close();
    const tally = { solved: 0, points: 0, most: 0, seconds: 0 };
    results.forEach(({ move, took }, at) => {
      const { best, avoid, points } = records[at];
      if (best.length ? best.includes(move) : !avoid.includes(move)) tally.solved++;
      tally.points += points[move] ?? 0;
      tally.most += Math.max(0, ...Object.values(points));
      tally.seconds += took / 1000;
    });
    out[name] = tally;
  }
  return out;
}

// The mates that a file claims for the side to move.
function mates(name, least, most, stride = 1) {
  const path = join(corpus, name);
  if (!existsSync(path)) return [];
  const claims = readFileSync(path, "latin1").split(/\r?\n/).map((line) => {
    const moves = Number(/ (?:bm #|dm )(\d+)/.exec(line)?.[1] ?? 0);
    return { fields: line.split(/\s+/).slice(0, 4).join(" "), moves };
  });
  return claims.filter(({ moves }) => moves >= least && moves <= most).filter((_, at) => at % stride === 0);
}

// Has one engine look for mates; returns for each the time and the number of moves of the mate, 0 if none was found.
// An engine that takes more than `most` milliseconds is ended.
async function findMates(name, records, most) {
  const where = await page();
  const found = await where.evaluate(
    async ([url, isOurs, records, most]) => {
      const begin = async () => {
        const engine = window.engine(url);
        await engine.ready(isOurs);
        return engine;
      };
      let engine = await begin();
      const found = [];
      for (const { fields, moves } of records) {
        const before = performance.now();
        const told = isOurs
          ? engine.prove(`${fields} 0 1`, moves).then((line) => Number(/^proof mate (\d+)/.exec(line)?.[1] ?? 0))
          : engine.go(`${fields} 0 1`, `go mate ${moves} nodes 1000000`).then(({ score }) => Math.max(0, Number(/^mate (-?\d+)/.exec(score)?.[1] ?? 0)));
        const late = new Promise((done) => setTimeout(() => done(undefined), most));
        const mate = await Promise.race([told, late]);
        found.push({ took: performance.now() - before, mate: mate ?? 0 });
        if (mate === undefined) {
          engine.end();
          engine = await begin();
        }
      }
      engine.end();
      return found;
    },
    [engines[name], name === "Epidote", records, most],
  );
  await where.close();
  return found;
}

// Converts a score to the chance of winning, for the side to move.
const chance = (score, scale) => {
  const [kind, value] = (score ?? "cp 0").split(" ");
  return kind === "mate" ? (Number(value) > 0 ? 1 : 0) : 1 / (1 + Math.exp(-Number(value) * 0.00368 * scale));
};

// Answers of Stockfish with its full net.
async function reference(records) {
  const child = spawn("node", [process.env.EPIDOTE_FULL], { stdio: ["pipe", "pipe", "ignore"] });
  let rest = "";
  let hear = () => {};
  child.stdout.on("data", (data) => {
    const parts = (rest + data).split("\n");
    rest = parts.pop();
    parts.forEach((line) => hear(line.trim()));
  });
  const until = (send, word) =>
    new Promise((done) => {
      let score;
      hear = (line) => {
        score = / multipv 1 score (\w+ -?\d+)/.exec(line)?.[1] ?? score;
        if (line.startsWith(word)) done({ score, move: line.split(" ")[1] });
      };
      child.stdin.write(`${send.join("\n")}\n`);
    });
  await until(["uci"], "uciok");
  const answers = [];
  for (const { fields } of records) {
    answers.push(await until(["ucinewgame", `position fen ${fields} 0 1`, "go nodes 500000"], "bestmove"));
  }
  child.kill();
  return answers;
}

const lines = [];
const say = (line) => {
  console.log(line);
  lines.push(line);
};
try {
  const machine = `${cpus().length} × ${cpus()[0].model}, Chromium ${browser.version()}`;
  say(`Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}, one worker, table of 64 MiB.\n`);
  const rows = [];
  for (let run = 0; run < (only && only !== "speed" ? 1 : 3); run++) rows.push(await speed());
  const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  say("| | Epidote | Stockfish 19 lite | ratio |\n|---|---|---|---|");
  const of = (take) => Object.keys(engines).map((name) => middle(rows.map((row) => take(row[name]))));
  const row = (what, [ours, theirs], digits = 0) =>
    say(`| ${what} | ${ours.toFixed(digits)} | ${theirs.toFixed(digits)} | ${(ours / theirs).toFixed(2)} |`);
  ["start position", "Kiwipete", "Queen's Gambit"].forEach((what, at) =>
    row(`${what}, thousand nodes/s at a million`, of((engine) => engine.speeds[at][0])),
  );
  row("worker ready, ms", of((engine) => engine.ready));
  row("a second worker ready, ms", of((engine) => engine.again));
  // The file, the stride through its records, and whether they are also searched for a second each.
  const suites = { WAC: ["wac_new_arasan.epd", 1, true], BK: ["bk_python_chess.epd", 1, true], STS: ["sts_v8.epd", 4, false], Arasan: ["arasan2024_utf8.epd", 2, false] };
  for (const [title, [file, stride, isTimed]] of measures("suites") ? Object.entries(suites) : []) {
    const records = suite(file, stride);
    if (!records) continue;
    for (const [limit, how] of [["100,000 nodes", "go nodes 100000"], ["1 s", "go movetime 1000"]]) {
      if ((isQuick || !isTimed) && limit === "1 s") continue;
      const { Epidote: ours, Stockfish: theirs } = await solve(records, how);
      row(`${title}, ${limit}, solved of ${records.length}`, [ours.solved, theirs.solved]);
      if (ours.most) row(`${title}, ${limit}, % of points`, [ours, theirs].map((t) => (100 * t.points) / t.most), 1);
    }
  }
  for (const [title, least, most, stride, ms] of measures("mates") ? [["up to 4 moves", 1, 4, 1, 60_000], ["5 moves", 5, 5, 1, 60_000], ["6 moves, every sixth", 6, 6, 6, 5_000]] : []) {
    const records = mates("matetrack.epd", least, most, stride);
    if (!records.length) continue;
    const tell = async (name) => {
      const found = await findMates(name, records, ms);
      const right = found.filter(({ mate }, at) => mate > 0 && mate <= records[at].moves);
      const times = found.map(({ took }) => took).sort((a, b) => a - b);
      const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
      return `${right.length} of ${records.length}; median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)} ms`;
    };
    const [ours, theirs] = [await tell("Epidote"), await tell("Stockfish")];
    say(`| mates in ${title} | ${ours} | ${theirs} | |`);
  }
  if (process.env.EPIDOTE_FULL && measures("scores")) {
    const records = suite("sts_v8.epd", 9);
    const truth = await reference(records);
    const judged = {};
    for (const [name, url] of Object.entries(engines)) {
      const where = await page();
      judged[name] = await where.evaluate(
        async ([url, isOurs, fields]) => {
          const engine = window.engine(url);
          await engine.ready(isOurs);
          const answers = [];
          for (const four of fields) answers.push(await engine.go(`${four} 0 1`, "go movetime 1000"));
          engine.end();
          return answers;
        },
        [url, name === "Epidote", records.map((record) => record.fields)],
      );
      await where.close();
    }
    const error = (answers, scale) =>
      answers.reduce((sum, { score }, at) => sum + Math.abs(chance(score, scale) - chance(truth[at].score, 1)), 0) / answers.length;
    const fitted = (answers) =>
      Array.from({ length: 60 }, (_, at) => 0.5 + at / 30).map((scale) => [100 * error(answers, scale), scale]).sort(([a], [b]) => a - b)[0];
    const [ours, theirs] = Object.keys(engines).map((name) => judged[name]);
    row(`error of the score at 1 s against the full net, % to win (${records.length} of STS)`, [100 * error(ours, 1), 100 * error(theirs, 1)], 2);
    row("the same, with the scale that fits best", [fitted(ours)[0], fitted(theirs)[0]], 2);
    row("that scale", [fitted(ours)[1], fitted(theirs)[1]], 2);
    const same = (answers) => (100 * answers.filter(({ move }, at) => move === truth[at].move).length) / answers.length;
    row("same best move as the full net, %", [same(ours), same(theirs)]);
    const most = records.reduce((sum, { points }) => sum + Math.max(0, ...Object.values(points)), 0);
    const points = (answers) => answers.reduce((sum, { move }, at) => sum + (records[at].points[move] ?? 0), 0);
    row("points of these records at 1 s, %", [points(ours), points(theirs)].map((sum) => (100 * sum) / most), 1);
  }
  if (!isQuick && !only) writeSection("Search", lines.join("\n"));
} finally {
  await browser.close();
  server.kill();
}
