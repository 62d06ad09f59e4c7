import assert from "node:assert/strict";
import { test } from "node:test";
import { isTexts, textsOfThePage } from "./texts.mjs";

test("texts of the page are without remarks and without those of the command line", () => {
  assert.equal(textsOfThePage("# Remark\n\na.b = c\ncli.x = y\nclick = z # no remark\n"), "a.b = c\nclick = z # no remark");
});

test("texts are told from other files by their names", () => {
  for (const [name, is] of [["en.txt", true], ["ru.txt", true], ["stockfish.txt", false], ["en.js", false]]) assert.equal(isTexts(name), is, name);
});
