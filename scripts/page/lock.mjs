// Allows one build at a time in a working copy, since two would overwrite each other's files.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error.code === "EPERM";
  }
};

/**
 * Waits until nobody else has the lock, and takes it. Returns the function that releases it, which is also called
 * when this process ends. The lock of a process that was killed is ignored.
 */
export async function lock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    for (let isSaid = false; !take(mine, path); await sleep(200)) {
      const owner = ownerOf(path);
      if (owner === null) continue;
      // Process number 0 does not exist: the file is empty because the disk was full.
      if (!owner || !isAlive(owner)) {
        forget(path, owner);
      } else if (!isSaid) {
        isSaid = true;
        console.log(`Another build is at work here (process ${owner}); waiting for it`);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  const release = () => {
    rmSync(path, { force: true });
    process.off("exit", release);
  };
  process.on("exit", release);
  return release;
}

/** A link is created completely or not at all, and only if there is no file. */
function take(mine, path) {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function ownerOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Removes the lock of a dead process, unless another process was quicker and has it now. */
function forget(path, owner) {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
    if (ownerOf(aside) !== owner) take(aside, path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  rmSync(aside, { force: true });
}
