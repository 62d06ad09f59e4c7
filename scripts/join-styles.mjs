// Puts the style sheets of a build into one file, in their order: the first paint waits for one answer.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} staging the folder that Trunk builds into */
export function joinStyles(staging) {
  const index = join(staging, "index.html");
  const html = readFileSync(index, "utf8");
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"[^>]*>\s*/g)];
  if (!links.length) throw new Error("the page has no style sheets");
  const files = links.map(([, href]) => join(staging, href));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  for (const file of files) rmSync(file);
  const hash = (algorithm, form) => createHash(algorithm).update(text).digest(form);
  const name = `style-${hash("sha256", "hex").slice(0, 16)}.css`;
  writeFileSync(join(staging, name), text);
  // In the place of the first one.
  let link = `<link rel="stylesheet" href="./${name}" integrity="sha384-${hash("sha384", "base64")}">\n`;
  const joined = links.reduce((page, [tag]) => {
    const replaced = page.replace(tag, () => link);
    link = "";
    return replaced;
  }, html);
  writeFileSync(index, joined);
}
