// Looks for dead links in a site: node check.mjs FOLDER. Each link must lead to a file of the site and, with a fragment, to an element of that page.
// Links to other sites are not followed.

import { Parser } from "htmlparser2";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Returns a sentence for each dead link in the pages of a folder. The pages of the playground are not looked at. */
export function deadLinks(folder) {
  const read = new Map();
  const page = (file) => {
    if (!read.has(file)) {
      read.set(file, linksAndIds(readFileSync(path.join(folder, file), "utf8")));
    }
    return read.get(file);
  };
  const why = (file, link) => {
    const [, way, fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(link);
    const target = way === "" ? file : path.posix.join(path.posix.dirname(file), decodeURI(way));
    const there = path.join(folder, target);
    if (target.startsWith("..") || !existsSync(there) || !statSync(there).isFile()) {
      return `there is no ${target}`;
    }
    const anchor = fragment && target.endsWith(".html") && !fragment.startsWith("program=");
    return anchor && !page(target).ids.has(decodeURIComponent(fragment)) ? `${target} has no #${fragment}` : undefined;
  };
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html") && !file.startsWith("playground/"));
  if (files.length === 0) {
    throw new Error(`${folder} has no pages`);
  }
  return files.sort().flatMap((file) => {
    const dead = [...page(file).links].filter((link) => !/^[a-z]+:/.test(link)).map((link) => [link, why(file, link)]);
    return dead.filter(([, reason]) => reason).map(([link, reason]) => `${file}: the link ${link} is dead: ${reason}`);
  });
}

function linksAndIds(html) {
  const links = new Set();
  const ids = new Set();
  new Parser({
    onopentag: (_, { href, src, id }) => {
      [href, src].forEach((link) => link !== undefined && links.add(link));
      ids.add(id);
    },
  }).end(html);
  return { links, ids };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dead = deadLinks(process.argv[2]);
  console.log(dead.join("\n") || "no dead links");
  process.exitCode = dead.length > 0 ? 1 : 0;
}
