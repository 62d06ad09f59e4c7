import assert from "node:assert/strict";
import { test } from "node:test";
import { inTwo, isLate, isTexts, textsOfThePage } from "./texts.mjs";

test("texts of the page are without remarks and without those of the command line", () => {
  assert.equal(textsOfThePage("# Remark\n\na.b = c\ncli.x = y\nclick = z # no remark\n"), "a.b = c\nclick = z # no remark");
});

test("texts of dialogs and explanations come late, in a file that the first one names", () => {
  for (const [key, late] of [["E101.why", true], ["E101.kind", true], ["problems.kind", false], ["E101", true], ["W314.moves", true], ["tool.sort", true], ["tools.title", true], ["turn.white", false], ["command.open.about", true], ["command.open", false], ["ask.close", false]])
    assert.equal(isLate(key), late, key);
  assert.deepEqual(inTwo("a = b\na.why = c\ntour.x = y", "late.txt"), ["a = b\nlanguage.late = late.txt", "a.why = c\ntour.x = y"]);
});

test("texts are told from other files by their names", () => {
  for (const [name, is] of [["en.txt", true], ["ru.txt", true], ["stockfish.txt", false], ["en.js", false]]) assert.equal(isTexts(name), is, name);
});
