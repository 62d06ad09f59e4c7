// The texts of a language as served with the page: without comments for translators, and without the texts of the
// command line. The English ones, which every visit loads, are in two files: what a first view needs, and the rest,
// which is loaded behind it.
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

// Explanations, tooltips (what a button does, and why it cannot), messages, and what is in dialogs. Not questions of
// the browser (`ask`): they are asked at once, and cannot be filled in later.
const LATE_ENDS = /\.(?:why|help|about|note)$|^[EWI]\d+(?:\.\w+)?$|^command\..*\.many$|^(?:check|engine|find|lines|list|operations|play|problems|status|study)\..*\.title$/;
const LATE_ONES =
  /^(?:check\.(?:filter|fix.*|foresee|kinds.*|list|no-rule|none.*|rule.*|running.*|severit.*|show|stop)|engine\.(?:crashed|deaf|no-.*|refused|silent)|find\.(?:comparing|groups|keep-order|problem|refused|so-far|sorted|sorting)|lines\.(?:lost|reorder)|list\.(?:dialog|given|groups|none-found|opcodes|same-.*)|operations\.(?:is-there|no-opcode)|problems\.(?:example|failed|fix-kind|safe|show|some|unsafe)|status\.(?:found-in-file|messages)|study\.(?:game-over|into-.*|no-threat|play.*|taken|waits-for-run|written))$/;
const LATE_GROUPS = /^(?:E214|aim|announce|autosave|chart|counts|density|endgame|example|extension|field|fix|fixes|game|games|help|hint|level|looks|looseness|meaning|obstacle|opcode|opcodes|operands|palette|query|range|recent|recipe|registers|report|run|search|setup|sharing|sheet|step|table|toast|tool|tools|tour|type|version|watched|why|words)\./;

/** Whether the text of this key may come after the first view. */
export const isLate = (key) => LATE_ENDS.test(key) || LATE_ONES.test(key) || LATE_GROUPS.test(key);

/** The file of the other texts is named in the first one, under this key. */
const NAME = "language.late";

/** The texts in two files: the first names the second. */
export function inTwo(text, late) {
  const lines = text.split("\n");
  const isOfLate = (line) => isLate(line.split(" = ")[0]);
  return [
    [...lines.filter((line) => !isOfLate(line)), `${NAME} = ${late}`].join("\n"),
    lines.filter(isOfLate).join("\n"),
  ];
}

/** Writes the texts for the page. */
export function putTexts(from, to) {
  const text = textsOfThePage(readFileSync(from, "utf8"));
  if (!to.endsWith("en.txt")) {
    writeFileSync(to, text);
    return;
  }
  const [first, late] = inTwo(text, "en-late.txt");
  writeFileSync(to, first);
  writeFileSync(to.replace(/en\.txt$/, "en-late.txt"), late);
}
