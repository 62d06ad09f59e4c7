// The contents of the page: index.html lists them in links that Trunk can read as well.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const LINK = /<link\b(?=[^>]*\sdata-trunk\b)[^>]*>/g;

/** The attributes of a tag; an attribute without a value is "". */
function attributes(tag) {
  const all = {};
  for (const [, name, value] of tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)) all[name] = value ?? "";
  return all;
}

/** A program, as described by its link. */
function program(link) {
  return {
    bin: link["data-bin"],
    isPage: link["data-type"] === "main",
    profile: link["data-cargo-profile-release"],
    // Trunk does not know this attribute: the clerk shares a profile, and so its dependencies, with the engine.
    optLevel: link["data-opt-level"],
    features: [
      ...("data-cargo-no-default-features" in link ? ["--no-default-features"] : []),
      ...("data-cargo-features" in link ? ["--features", link["data-cargo-features"]] : []),
    ],
    optimize: [`-O${link["data-wasm-opt"]}`, ...link["data-wasm-opt-params"].split(" ")],
  };
}

/**
 * Reads index.html.
 *
 * Returns the files to put beside the page, its style sheets in order, its programs, and `html`, which makes the text
 * of the page when given the tags that start the program.
 */
export function readManifest(path) {
  const source = readFileSync(path, "utf8").replace(/\r\n?/g, "\n");
  const files = new Map();
  const programs = [];
  const add = (file) => {
    const known = files.get(basename(file));
    if (known && known !== file) throw new Error(`two files of the page have one name: ${known}, ${file}`);
    files.set(basename(file), file);
    return basename(file);
  };
  const replacements = [...source.matchAll(LINK)].map(([tag]) => {
    const link = attributes(tag);
    if (link.rel === "copy-file") return [tag, add(link.href), ""];
    if (link.rel === "css") {
      const late = "data-late" in link ? " data-late" : "";
      return [tag, null, `<link rel="stylesheet" href="${add(link.href)}"${late}>`];
    }
    if (link.rel === "icon") return [tag, null, `<link rel="icon" href="${add(link.href)}" type="${link.type}">`];
    if (link.rel !== "rust") throw new Error(`index.html: unknown kind of link: ${tag}`);
    programs.push(program(link));
    return [tag, null, programs.at(-1).isPage ? "{program}" : ""];
  });
  if (programs.filter(({ isPage }) => isPage).length !== 1) throw new Error("index.html: the page has not one program");
  const html = (start) => {
    let text = source;
    for (const [tag, , put] of replacements) {
      // A tag that is replaced by nothing is removed with its line.
      const from = put ? tag : text.match(new RegExp(`[ \\t]*${escape(tag)}\\n?`))[0];
      text = text.replace(from, () => put.replace("{program}", () => start));
    }
    return text;
  };
  return { files, programs, html };
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
