// Stamps record what each step was made from: a step whose inputs have not changed is not done again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The hash of texts and of the contents of files, in hexadecimal. A file is given as `{ file }`. */
export function hashOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : readFileSync(part.file);
    // The lengths make sure that two parts differ from one.
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest("hex");
}

/** All files below a folder, as relative paths, in order. None if the folder does not exist. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort();
}

/** The hash of everything in a folder, including names. */
export function hashOfFolder(folder) {
  return hashOf(...filesUnder(folder).flatMap((name) => [name, { file: join(folder, name) }]));
}

/**
 * Calls `make` unless its results are there and `key`, the hash of everything that it depends on, is the same.
 * `state` returns the hash of the results: they are also made again if they were changed.
 *
 * Returns whether they were made.
 */
export async function unlessMade(stamp, key, state, make) {
  const known = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const written = () => `${key} ${state()}`;
  try {
    if (known.startsWith(`${key} `) && known === written()) return false;
  } catch {
    // Some of the results are gone.
  }
  // A build that is interrupted leaves no stamp.
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, written());
  return true;
}
