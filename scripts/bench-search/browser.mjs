// The two engines of the page in workers of a browser, on a page without anything else.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromium } from "../../e2e/node_modules/@playwright/test/index.mjs";
import { started } from "./processes.mjs";
import { answer } from "./uci.mjs";

const root = new URL("../..", import.meta.url).pathname;
const port = Number(process.env.PORT ?? 8127);

/** What is measured, by the scripts of their workers. */
export const engines = { Epidote: "/worker.js?engine", Stockfish: "/engines/stockfish-19-lite-single.js" };

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
        const said = await until(["ucinewgame", `position fen ${fen}`, how], starts("bestmove"));
        return { said, took: performance.now() - before };
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

/** A browser with the built page. */
export async function open() {
  const server = started(spawn("node", [join(root, "scripts/serve.mjs"), String(port)], { stdio: ["ignore", "pipe", "inherit"] }));
  await new Promise((ready, failed) => {
    server.stdout.once("data", ready);
    server.once("exit", () => failed(new Error(`port ${port} cannot be used`)));
  });
  const browser = await chromium.launch({
    // Signals end this program, and the browser with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

  // Runs a function in a page of this origin without any content, so that nothing but the workers runs.
  const inPage = async (task, given) => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/engines/stockfish.txt`);
    await page.evaluate(harness);
    try {
      return await page.evaluate(task, given);
    } finally {
      await page.close();
    }
  };
  const isOurs = (name) => name === "Epidote";

  return {
    version: browser.version(),
    async close() {
      await browser.close();
      server.kill();
    },

    /** Milliseconds until a first and a second worker are ready, and nodes in a millisecond for each position. */
    async speed(name, fens) {
      const { answers, ...times } = await inPage(
        async ([url, isOurs, fens]) => {
          const engine = window.engine(url);
          const ready = await engine.ready(isOurs);
          const answers = [];
          await engine.go(fens[0], "go nodes 300000");
          for (const fen of fens) answers.push(await engine.go(fen, "go nodes 1000000"));
          engine.end();
          const second = window.engine(url, engine.module());
          const again = await second.ready(isOurs);
          second.end();
          return { ready, again, answers };
        },
        [engines[name], isOurs(name), fens],
      );
      return { ...times, speeds: answers.map(({ said, took }) => answer(said).nodes / took) };
    },

    /** The answer to one search in each position. */
    async ask(name, records, how) {
      const answers = await inPage(
        async ([url, isOurs, fields, how]) => {
          const engine = window.engine(url);
          await engine.ready(isOurs);
          const answers = [];
          for (const four of fields) answers.push(await engine.go(`${four} 0 1`, how));
          engine.end();
          return answers;
        },
        [engines[name], isOurs(name), records.map(({ fields }) => fields), how],
      );
      return answers.map(({ said }) => answer(said));
    },

    /**
     * Has an engine look for mates; for each position the time, and what it said: the number of moves of the mate and
     * whether it is proved to be the shortest. An engine that takes more than `most` milliseconds is ended.
     */
    async mates(name, records, most) {
      const found = await inPage(
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
              ? engine.prove(`${fields} 0 1`, moves)
              : engine.go(`${fields} 0 1`, `go mate ${moves} nodes 1000000`).then(({ said }) => said);
            const late = new Promise((done) => setTimeout(() => done(undefined), most));
            const said = await Promise.race([told, late]);
            found.push({ took: performance.now() - before, said });
            if (said === undefined) {
              engine.end();
              engine = await begin();
            }
          }
          engine.end();
          return found;
        },
        [engines[name], isOurs(name), records, most],
      );
      return found.map(({ took, said }) => {
        const line = isOurs(name) ? said : said && `score ${answer(said).score}`;
        const [, kind, moves] = /(?:proof|score) (mate|atmost) (\d+)/.exec(line ?? "") ?? [];
        return { took, mate: Number(moves ?? 0), isShortest: isOurs(name) && kind === "mate" };
      });
    },
  };
}
