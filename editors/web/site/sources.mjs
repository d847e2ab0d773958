// The sources of the site: Markdown files of the repository, which also read well where they are. A link from one of them may lead to another page,
// to a picture, or to any file of the repository; a link to anything else is dead.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));
const address = "https://github.com/pcl-lsp/pcl-lsp";

/** The pages by groups, as the navigation shows them. */
export const groups = JSON.parse(read("editors/web/site/nav.json")).map(({ title, pages }) => ({
  title,
  pages: pages.map((source) => ({ source, url: urlOf(source), title: /^# (.+)$/m.exec(read(source))[1] })),
}));

/** The pages by their sources. */
export const pages = new Map(groups.flatMap(({ pages }) => pages).map((page) => [page.source, page]));

const missing = readdirSync(path.join(repository, "docs"), { recursive: true }).filter((name) => name.endsWith(".md") && !pages.has(`docs/${name}`));
if (missing.length > 0) {
  throw new Error(`editors/web/site/nav.json has no page for ${missing.join(", ")}`);
}

export function read(source) {
  return readFileSync(path.join(repository, source), "utf8");
}

/** docs/a.md is a.html, and editors/b/README.md is editors/b.html. */
function urlOf(source) {
  return source === "README.md" ? "index.html" : source.toLowerCase().replace(/^docs\//, "").replace(/(?:\/readme)?\.md$/, ".html");
}

/** Where a file of docs/ is on the site, if it is a picture. */
export function pictureOf(source) {
  return /^docs\/.*\.png$/.test(source) && existsSync(path.join(repository, source)) ? source.slice("docs/".length) : undefined;
}

/** The way from one page to a file of the site. */
export function relative(from, to) {
  return path.posix.relative(path.posix.dirname(from), to);
}

/** The address of a file of the repository; undefined if there is none. */
export function addressOf(file) {
  const there = path.join(repository, file);
  return existsSync(there) ? `${address}/${statSync(there).isDirectory() ? "tree" : "blob"}/main/${file}` : undefined;
}

/** The file of the repository that a link of a source names; undefined for the source itself and for what is elsewhere. */
export function fileOf(source, href) {
  const [whole] = href.split("#");
  const ours = /^https:\/\/github\.com\/pcl-lsp\/pcl-lsp\/(?:blob|tree|raw)\/main\/(.*)$/.exec(whole);
  if (whole === "" || (!ours && /^[a-z]+:/.test(whole))) {
    return undefined;
  }
  return ours ? ours[1] : path.posix.join(path.posix.dirname(source), decodeURI(whole));
}

/** Where a link of a source leads on the site. It fails if the link is dead. */
export function resolve(source, href) {
  const file = fileOf(source, href);
  if (file === undefined) {
    return href;
  }
  const [, fragment] = /^[^#]*(#.*)?$/.exec(href);
  const here = pages.get(source).url;
  const inside = pages.get(file)?.url ?? pictureOf(file);
  const found = inside === undefined ? addressOf(file) : relative(here, inside);
  if (found === undefined || file.startsWith("..")) {
    throw new Error(`${href} leads to ${file}, which does not exist`);
  }
  return found + (fragment ?? "");
}
