// What engines say in UCI, and a conversation with one that is a program.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { started } from "./processes.mjs";

/** The answer to a search: move, score, nodes, depth, and for each depth the nodes and the first move of its last line. */
export function answer(said) {
  const number = (line, word) => Number(new RegExp(` ${word} (-?\\d+)`).exec(line)?.[1] ?? 0);
  const infos = said.filter((line) => / nodes \d+/.test(line) && / score /.test(line));
  const last = infos.at(-1) ?? "";
  const best = infos.filter((line) => !/ (upper|lower)bound/.test(line) && number(line, "multipv") <= 1);
  const lines = new Map(best.map((line) => [number(line, "depth"), { nodes: number(line, "nodes"), first: / pv (\S+)/.exec(line)?.[1] }]));
  return {
    move: said.at(-1).split(" ")[1],
    score: / score (\w+ -?\d+)/.exec(last)?.[1],
    nodes: number(last, "nodes"),
    depth: number(last, "depth"),
    // Some engines tell of a new best move at once, others only at the end of a depth.
    lines: [...lines.values()],
  };
}

/** Answers of a program to one search in each position. */
export async function ask(command, args, settings, records, how) {
  const child = started(spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] }));
  const failed = new Promise((_, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => fail(new Error(`${command} ended (${code})`)));
  });
  let hear = () => {};
  createInterface({ input: child.stdout }).on("line", (line) => hear(line.trim()));
  const until = (send, word) =>
    Promise.race([
      failed,
      new Promise((done) => {
        const said = [];
        hear = (line) => {
          said.push(line);
          if (line.startsWith(word)) done(said);
        };
        child.stdin.write(`${send.join("\n")}\n`);
      }),
    ]);
  await until(["uci"], "uciok");
  await until([...settings.map(([name, value]) => `setoption name ${name} value ${value}`), "isready"], "readyok");
  const answers = [];
  for (const { fields } of records) {
    answers.push(answer(await until(["ucinewgame", `position fen ${fields} 0 1`, how], "bestmove")));
  }
  failed.catch(() => {});
  child.kill();
  return answers;
}
