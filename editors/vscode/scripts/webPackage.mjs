// Puts the files of the package for editors in a browser into a folder. The server and its worker are those of the playground: `make web` builds them.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as path from "node:path";

import { webManifest } from "./manifest.mjs";

const extension = path.join(import.meta.dirname, "..");
const playground = path.join(extension, "..", "..", "bin", "web");

/** Where the files come from, by their places in the package. */
const sources = {
  ...Object.fromEntries(
    ["README.md", "CHANGELOG.md", "LICENSE", "language-configuration.json", "media/icon.png", "syntaxes", "walkthrough", "dist/graph.js", "dist/graph.css", "dist/pcl-lsp.schema.json"].map((name) => [name, path.join(extension, name)]),
  ),
  "dist/web.js": path.join(extension, "dist", "web", "extension.js"),
  "dist/THIRD_PARTY_NOTICES.txt": path.join(extension, "dist", "web", "THIRD_PARTY_NOTICES.txt"),
  "dist/worker.js": path.join(playground, "worker.js"),
  "dist/pcl-lsp.wasm.gzip": path.join(playground, "pcl-lsp.wasm.gzip"),
};

/** Writes the files into an empty folder. */
export function writeWebPackage(folder) {
  const missing = Object.values(sources).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw new Error(`${missing.join(", ")} missing: run make web, and npm run bundle`);
  }
  rmSync(folder, { recursive: true, force: true });
  for (const [name, from] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    cpSync(from, path.join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
  writeFileSync(path.join(folder, ".vscodeignore"), ""); // everything is there on purpose
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(webManifest(manifest), undefined, 2));
}

if (process.argv[1] === import.meta.filename) {
  writeWebPackage(path.resolve(process.argv[2]));
}
