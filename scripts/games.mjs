// What games between engines need: programs that are built for this machine alone, and openings.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;

/** Where everything about games is kept. */
export const folder = join(root, "target/match");

/** Where cargo puts programs that are built for this machine alone. */
export const built = join(root, "target/native");

/** Runs cargo on a tree, for this machine alone; returns what it printed. */
export function cargo(tree, [verb, ...args]) {
  const env = { ...process.env, RUSTFLAGS: "-C target-cpu=native" };
  const options = { cwd: tree, env, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] };
  return execFileSync("cargo", [verb, "--quiet", "--release", "--target-dir", built, ...args], options);
}

/**
 * The path of a file of 4,000 openings: positions after some random moves that the trainer holds for even. The same seed
 * gives the same ones.
 */
export function openings(seed) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `openings-${seed}.epd`);
  if (!existsSync(path)) {
    writeFileSync(path, cargo(root, ["run", "-p", "epidote-trainer", "--bin", "openings", "--", seed, "4000"]));
  }
  return path;
}
