// Builds the site of this version: node build.mjs OUT. OUT/VERSION and OUT/latest get the same files, for any web server or a folder of one, and
// OUT/versions.json lists the versions in OUT. `make site` calls this after it has built the program and the playground.

import Eleventy from "@11ty/eleventy";
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { cpSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { notices } from "../scripts/notices.mjs";
import { deadLinks } from "./check.mjs";
import { configuration } from "./eleventy.config.mjs";
import { fragments } from "./examples.mjs";
import { pages, repository } from "./sources.mjs";

const out = path.resolve(process.argv[2]);
const [, version] = /^pcl-lsp ([\w.+-]+)/.exec(execFileSync(`${repository}bin/pcl-lsp`, ["version"], { encoding: "utf8" }));
const folder = path.join(out, version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const tools = path.join(repository, "bin/web-build/site-tools.mjs");
await build({ entryPoints: ["tools.ts"], outfile: tools, bundle: true, platform: "node", format: "esm", logLevel: "warning" });
const { highlight, pack } = await import(pathToFileURL(tools).href);

const problems = [];
const sections = new Map();
const parts = { version, highlight, fragments: await fragments(pack), problems, sections };
const eleventy = new Eleventy("pages", folder, { quietMode: true, configPath: false, config: configuration(parts) });
await eleventy.write();

const scripts = await build({
  entryPoints: ["client/site.ts", "client/theme.ts"], outdir: folder, bundle: true, target: "es2022", minify: true, format: "iife", legalComments: "none", metafile: true, logLevel: "warning",
});
copyFileSync("site.css", path.join(folder, "site.css"));
cpSync(path.join(repository, "docs/images"), path.join(folder, "images"), { recursive: true });
cpSync(path.join(repository, "bin/web"), path.join(folder, "playground"), { recursive: true });
writeFileSync(path.join(folder, "THIRD_PARTY_NOTICES.txt"), `The playground has its own notices: playground/THIRD_PARTY_NOTICES.txt.\n${notices(scripts)}`);
writeFileSync(path.join(folder, "search.json"), JSON.stringify(index()));

problems.push(...deadLinks(folder));
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
const latest = path.join(out, "latest");
rmSync(latest, { recursive: true, force: true });
cpSync(folder, latest, { recursive: true });
writeFileSync(path.join(out, "versions.json"), JSON.stringify(versions()));
copyFileSync("index.html", path.join(out, "index.html"));
console.log(`${folder}: ${pages.size} pages, ${Object.keys(parts.fragments).length} findings with examples to check`);

/** What the search looks through: each part of a page below a heading. */
function index() {
  const all = [...pages.values()].flatMap(({ source, url, title: page }) =>
    sections.get(source).map(({ level, id, title, text }) => ({ url: level === 1 ? url : `${url}#${id}`, page, title, text: text.join(" ") })),
  );
  return all.map((section, id) => ({ id, ...section }));
}

/** The versions in OUT, the newest first. */
function versions() {
  const folders = readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "latest");
  return ["latest", ...folders.map(({ name }) => name).sort(new Intl.Collator("en", { numeric: true }).compare).reverse()];
}
