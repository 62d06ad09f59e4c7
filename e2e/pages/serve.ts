// The program that serves the page with engines of this machine.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const built = (name: string) => ["debug", "release"].map((profile) => path(`target/${profile}/${name}`)).find(existsSync);

/** The programs that were built (`make native`), if they were. */
export const PROGRAM = built("epidote");
export const MOCK = built("examples/mock_engine");
export const STOCKFISH = ["/usr/games/stockfish", "/usr/bin/stockfish"].find(existsSync);

export class Server {
  /** Where the page is, without and with the token. */
  address = "";
  withToken = "";
  readonly #child: ChildProcess;

  private constructor(words: string[]) {
    this.#child = spawn(PROGRAM as string, ["serve", "--listen", "127.0.0.1:0", "--page", path("dist"), ...words]);
  }

  /** Starts it with these engines. */
  static start(...engines: string[]): Promise<Server> {
    return Server.with(...engines.flatMap((engine) => ["--engine", engine]));
  }

  /** Starts it with these words on its command line. */
  static async with(...words: string[]): Promise<Server> {
    const server = new Server(words);
    for await (const line of createInterface({ input: server.#child.stdout! })) {
      const found = /(http:.*)#\/token\/.*/.exec(line);
      if (found) {
        [server.withToken, server.address] = found;
        return server;
      }
    }
    throw new Error("it does not serve");
  }

  /** The programs that it runs, by their numbers. */
  async engines(): Promise<number[]> {
    const { readdirSync, readFileSync } = await import("node:fs");
    const parent = (id: string) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "utf8"))?.[1]);
      } catch {
        return 0;
      }
    };
    // It may have ended in the meantime.
    const isWarden = (id: string) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("argus-warden");
      } catch {
        return true;
      }
    };
    const children = readdirSync("/proc").filter((id) => /^\d+$/.test(id) && parent(id) === this.#child.pid);
    return children.filter((id) => !isWarden(id)).map(Number);
  }

  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const ended = new Promise<number | null>((done) => this.#child.once("exit", done));
    this.#child.kill("SIGINT");
    return ended;
  }
}
