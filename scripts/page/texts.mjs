// The texts of a language as served with the page: without comments for translators, and without the texts of the
// command line.
import { readFileSync, writeFileSync } from "node:fs";

/** Whether a file of the page contains the texts of a language. */
export const isTexts = (name) => /^[a-z]{2}\.txt$/.test(name);

/** The entries of a file of texts that the page uses. */
export function textsOfThePage(text) {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("cli."))
    .join("\n");
}

/** Writes the texts for the page. */
export function putTexts(from, to) {
  writeFileSync(to, textsOfThePage(readFileSync(from, "utf8")));
}
