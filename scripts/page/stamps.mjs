// What was made of what: a step whose inputs have not changed is not done again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The hash of texts and of what is in files, in hexadecimal. A file is given as `{ file }`. */
export function hashOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : readFileSync(part.file);
    // With lengths: two parts are not one.
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest("hex");
}

/** All files under a folder, as paths inside it, in order. None if it is not there. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort();
}

/** The hash of all that is in a folder, names included. */
export function hashOfFolder(folder) {
  return hashOf(...filesUnder(folder).flatMap((name) => [name, { file: join(folder, name) }]));
}

/**
 * Does `make` unless what it made is there and `key`, the hash of all that it depends on, is the same. `state` gives
 * the hash of what was made: it is made anew as well when that is no longer as it was left.
 *
 * Gives whether it was made.
 */
export async function unlessMade(stamp, key, state, make) {
  const known = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const written = () => `${key} ${state()}`;
  try {
    if (known.startsWith(`${key} `) && known === written()) return false;
  } catch {
    // Something of it is gone.
  }
  // A build that is ended half-way leaves no stamp.
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, written());
  return true;
}
