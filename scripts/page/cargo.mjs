// Runs cargo and other programs, and reports the progress of cargo.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** A program has failed, and its messages were shown to the user. */
export class Failed extends Error {}

const running = new Set();

/** Ends all running programs, when a build is given up. */
export function endAll() {
  for (const child of running) child.kill();
}

/**
 * Runs a program and returns what it wrote to standard output. Lines on standard error are passed to `heard`; they
 * are part of the error if the program fails.
 */
export async function run(command, args, { env, heard } = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  running.add(child);
  const ended = once(child, "close");
  let out = "";
  let said = "";
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => {
    if (!heard) return void (said += text);
    // A line that will be overwritten ends with a carriage return.
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop();
    for (const line of lines) if (heard(line)) said += `${line}\n`;
  });
  let status;
  try {
    [status] = await ended;
  } catch (error) {
    throw new Failed(`${command} cannot be started: ${error.message}`);
  } finally {
    running.delete(child);
  }
  if (heard?.(rest)) said += rest;
  if (status !== 0) throw new Failed(`${said.trim() || out.trim()}\n${command} ${args[0]} failed.`);
  return { out, said };
}

// Reports of cargo about its work; all other lines are warnings and errors.
const CHATTER = /^\s*(Blocking|Building|Compiling|Dirty|Downloaded|Downloading|Finished|Fresh|Locking|Updating)\b/;

/**
 * Builds programs with cargo. Returns the path of each by its name, and whether anything was compiled. `tell`
 * receives the progress in words, and `warn` the warnings. `linking` are arguments for the linker of the one program
 * that is built.
 */
export async function cargoBuild(args, tell, warn, linking = []) {
  const plain = (line) => line.replace(/\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, "");
  const heard = (line) => {
    const text = plain(line);
    const [, done, all] = text.match(/\b(\d+)\/(\d+)\b.*$/) ?? [];
    if (/^\s*Building\b/.test(text)) tell(all ? `${done}/${all}` : "");
    if (/^\s*Blocking\b/.test(text)) tell("waits for another cargo");
    return text.trim() !== "" && !CHATTER.test(text);
  };
  const color = process.stdout.isTTY ? "always" : "never";
  const [verb, last] = linking.length ? ["rustc", ["--", ...linking.map((argument) => `-Clink-arg=${argument}`)]] : ["build", []];
  const { out, said } = await run("cargo", [verb, "--locked", "--color", color, "--message-format", "json-render-diagnostics", ...args, ...last], {
    env: { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "120", CARGO_TERM_QUIET: "false" },
    heard,
  });
  if (said.trim()) warn(said.trimEnd());
  const paths = new Map();
  let isMade = false;
  for (const line of out.split("\n")) {
    if (!line.startsWith("{")) continue;
    const message = JSON.parse(line);
    if (message.reason !== "compiler-artifact") continue;
    isMade ||= !message.fresh;
    const program = message.filenames.find((name) => name.endsWith(".wasm")) ?? message.executable;
    if (message.target.kind.some((kind) => kind === "bin" || kind === "cdylib") && program) paths.set(message.target.name, program);
  }
  return { paths, isMade };
}
