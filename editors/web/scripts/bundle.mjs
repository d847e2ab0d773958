// Writes the playground: node scripts/bundle.mjs BUILD OUT GOROOT. BUILD has the program that Go made, whole.wasm. OUT gets files that any web
// server can serve, or a folder of one. `make web` calls this.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { notices } from "./notices.mjs";
import { slim } from "./slim.mjs";

const [work, out, goroot] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const support = join(goroot, "lib/wasm/wasm_exec.js");
const shared = { bundle: true, target: "es2022", minify: true, legalComments: "none", logLevel: "warning", metafile: true, alias: { "go-support": support } };

// The program is compressed here and unpacked by the page, so it is small on every web server. Its ending is one that none compresses again, or
// marks as compressed.
const program = slim(readFileSync(join(work, "whole.wasm")));
writeFileSync(join(work, "slim.wasm"), program);
const better = spawnSync("libdeflate-gzip", ["-12", "-k", "-c", join(work, "slim.wasm")], { maxBuffer: 1 << 28 });
const packed = better.status === 0 ? better.stdout : gzipSync(program, { level: 9 });
writeFileSync(join(out, "pcl-lsp.wasm.gzip"), packed);

const page = await build({ ...shared, entryPoints: ["src/page.ts"], outfile: join(out, "page.js"), format: "iife" });
const frame = await build({ ...shared, entryPoints: ["src/graphFrame.ts"], outfile: join(out, "graph-frame.js"), format: "iife" });
await build({ ...shared, entryPoints: ["src/worker.ts"], outfile: join(out, "worker.js"), format: "iife" });
await build({ ...shared, entryPoints: ["src/server.ts"], outfile: join(work, "server.mjs"), format: "esm", minify: false });

for (const name of readdirSync("page")) {
  copyFileSync(join("page", name), join(out, name));
}
for (const name of ["graph.js", "graph.css"]) {
  copyFileSync(join("../../analysis/ide/depgraph/page", name), join(out, name));
}
writeFileSync(join(out, "examples.json"), JSON.stringify(examples()));
const ofGo = readFileSync("../../docs/THIRD_PARTY_NOTICES.txt", "utf8");
writeFileSync(join(out, "THIRD_PARTY_NOTICES.txt"), ofGo + notices(page, frame));
console.log(`${out}: the server has ${(packed.length / 1e6).toFixed(2)} MB`);

/** The programs to choose from. Each is a folder of examples, with a title, and schemas from elsewhere in the repository. */
function examples() {
  return JSON.parse(readFileSync("examples/list.json", "utf8")).map(({ name, title, schemas }) => ({
    name,
    title,
    files: readdirSync(`examples/${name}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort()
      .map((path) => ({ path: path.slice(`examples/${name}/`.length), text: readFileSync(path, "utf8") })),
    schemas: schemas.map((path) => ({ path: path.slice(path.lastIndexOf("/") + 1), text: JSON.stringify(JSON.parse(readFileSync(`../../${path}`, "utf8"))) })),
  }));
}
