// Puts into the built page what its first paint waits for, the style sheets and static/looks.js. So it can be drawn
// as soon as the first response has come, without further requests. The policy of the page allows each by its hash.
// The style sheets that a first view does not need become one file, which static/boot.js adds.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STYLES = "style-src 'self'";
/** The style sheets that come late. */
const LATE = "late.css";
const SCRIPTS = "script-src 'self' 'wasm-unsafe-eval'";

/** @param {string} staging the folder in which the page is put together */
export function firstPaint(staging) {
  const index = join(staging, "index.html");
  let html = readFileSync(index, "utf8");
  const replace = (from, to) => {
    if (html.split(from).length !== 2) throw new Error(`not once in the page: ${from}`);
    html = html.replace(from, () => to);
  };
  /** Removes a file from the folder and returns its text. */
  const take = (name) => {
    const path = join(staging, name);
    const text = readFileSync(path, "utf8").replace(/\r\n?/g, "\n");
    rmSync(path);
    return text;
  };
  const allow = (source, name, text) => {
    if (new RegExp(`</${name}|<!--`, "i").test(text)) throw new Error(`a ${name} that ends itself`);
    replace(source, `${source} 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    return `<${name}>${text}</${name}>`;
  };

  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"[^>]*>\s*/g)];
  if (!links.length) throw new Error("the page has no style sheets");
  const isLate = ([link]) => link.includes(" data-late");
  const together = (some) => some.map(([, href]) => take(href)).join("\n");
  const style = together(links.filter((link) => !isLate(link)));
  writeFileSync(join(staging, LATE), together(links.filter(isLate)));
  // One style element takes the place of the first link.
  links.forEach(([link], at) => replace(link, at ? "" : "<style></style>\n"));
  replace("<style></style>", allow(STYLES, "style", style));
  replace('<script src="looks.js"></script>', allow(SCRIPTS, "script", take("looks.js")));
  writeFileSync(index, html);
}
