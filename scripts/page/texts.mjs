// The texts of a language as the page brings them: without what only those who translate read, and what only the
// command line says.
import { readFileSync, writeFileSync } from "node:fs";

/** Whether a file of the page holds the texts of a language. */
export const isTexts = (name) => /^[a-z]{2}\.txt$/.test(name);

/** The entries of a file of texts that the page has a use for. */
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
