// Plays two builds, two settings or two nets of the engine against each other by `epidote argus`, at a fixed number of
// nodes, until a test decides. `make match` runs it; the words are in the environment:
//
//   make match BASE=main                            the working tree against a commit
//   make match NEW="option.cut_reduction=64"        a number of the search (engine/src/search/tuning.rs) against the present one
//   make match NEW="arg=--net arg=new.bin"          a net of the same shape against the present one
//   make match OLD="cmd=phalanx proto=xboard" EACH="st=0.1" SPRT=none ROUNDS=100    against another program
//
// NODES (5000), SPRT ("0 5", in normalised Elo, or none), ROUNDS (20000 pairs at most), SEED (1), BOARDS (as many as
// cores). It stops by itself; the games are in target/match/games.pgn, and the last line is the one for the commit.
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { built, cargo, folder, openings } from "./games.mjs";

const root = new URL("..", import.meta.url).pathname;
const { BASE, NEW = "", OLD, EACH, NODES = "5000", SPRT = "0 5", ROUNDS = "20000", SEED = "1" } = process.env;
const boards = process.env.BOARDS ?? String(cpus().length);
const words = (text) => text.split(/\s+/).filter(Boolean);
const run = (command, args, options = {}) => execFileSync(command, args, { stdio: ["ignore", "pipe", "inherit"], ...options });

// Builds a tree and keeps the program.
function build(tree, name) {
  const program = join(folder, name);
  cargo(tree, ["build", "--no-default-features", "--features", "cli", "--bin", "epidote"]);
  copyFileSync(join(built, "release/epidote"), program);
  return program;
}

// The program of a commit: built once.
function buildCommit(commit) {
  const sha = run("git", ["rev-parse", "--short=12", `${commit}^{commit}`], { cwd: root }).toString().trim();
  if (existsSync(join(folder, sha))) return join(folder, sha);
  const tree = join(folder, `tree-${sha}`);
  if (!existsSync(tree)) run("git", ["worktree", "add", "--detach", tree, sha], { cwd: root });
  const program = build(tree, sha);
  run("git", ["worktree", "remove", "--force", tree], { cwd: root });
  return program;
}

const start = openings(SEED);
const fresh = build(root, "working-tree");
const base = BASE ? buildCommit(BASE) : fresh;
// A commit from before the numbers could be set does not know the word; settings are only given where they are asked.
const own = (program, more) => [`cmd=${program}`, "arg=uci", ...(more.includes("option.") ? ["arg=--parameters"] : []), ...words(more)];
const isOther = OLD?.includes("cmd=");
const games = join(folder, "games.pgn");
rmSync(games, { force: true });
const args = ["argus",
  "--engine", "name=new", ...own(fresh, NEW),
  "--engine", "name=old", ...(isOther ? words(OLD) : own(base, OLD ?? "")),
  "--each", ...(EACH ? words(EACH) : [`nodes=${NODES}`]), ...(isOther ? [] : ["option.Hash=8"]),
  "--openings", `file=${start}`, "order=random", "--srand", SEED,
  "--rounds", ROUNDS, "--games", "2", "--concurrency", boards,
  "--draw", "movenumber=40", "movecount=8", "score=10", "--resign", "movecount=3", "score=600", "twosided=true",
  "--pgnout", games, "--output", "format=fastchess", "--ratinginterval", "200"];
if (SPRT !== "none") {
  const [low, high] = words(SPRT);
  args.push("--sprt", `elo0=${low}`, `elo1=${high}`, "alpha=0.05", "beta=0.05", "model=normalized");
}
const referee = spawn(fresh, args, { stdio: ["inherit", "pipe", "inherit"] });
const last = {};
createInterface(referee.stdout).on("line", (line) => {
  if (/^(Started|Finished) game/.test(line)) return;
  console.log(line);
  const found = /^(Elo|Games|Ptnml\(0-2\)|LLR): (.*)/.exec(line);
  if (found) last[found[1]] = found[2];
});
referee.on("close", (code) => {
  if (last.Games) {
    const elo = (last.Elo ?? "-").split(",")[0].replace("+/-", "±");
    const pairs = /\[(.*?)\]/.exec(last["Ptnml(0-2)"] ?? "")?.[1] ?? "-";
    const [, llr, verdict] = /^(-?[\d.]+)(?:.* - (.*))?/.exec(last.LLR ?? "") ?? [];
    const test = llr === undefined ? "" : `, SPRT [${SPRT.replace(" ", ", ")}] llr ${llr}${verdict ? `: ${verdict}` : ""}`;
    const limit = EACH ?? `${NODES} nodes a move`;
    console.log(`\nElo ${/^\d/.test(elo) ? "+" : ""}${elo} in ${/^\d+/.exec(last.Games)[0]} games at ${limit}, pairs ${pairs}${test}`);
  }
  process.exitCode = code ?? 1;
});
process.on("SIGINT", () => referee.kill("SIGINT"));
