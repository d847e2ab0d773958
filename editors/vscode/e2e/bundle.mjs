// Bundles the tests that run inside VS Code's extension host, and the extension that has files in memory.

import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

await build({
  entryPoints: ["e2e/api.ts", "e2e/untrusted.ts"],
  outdir: "dist/e2e",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  logLevel: "warning",
});

// The files: the test program with a schema, and a folder with more names than the extension reads.
const testdata = "../../testdata";
const program = `${testdata}/e2e/workspace`;
const seed = { "/shop/schemas/cloudy-1.4.0.json": readFileSync(`${testdata}/schemas/cloudy-1.4.0.json`, "utf8") };
for (const entry of readdirSync(program, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
  const file = path.join(entry.parentPath ?? entry.path, entry.name);
  seed[`/shop/${path.relative(program, file)}`] = readFileSync(file, "utf8");
}
mkdirSync("dist/e2e/memory", { recursive: true });
writeFileSync("dist/e2e/memory/files.json", JSON.stringify({ seed, crowded: { folder: "/shop/crowded", names: 60_000 } }));
copyFileSync("e2e/memory/package.json", "dist/e2e/memory/package.json");
await build({
  entryPoints: ["e2e/memory/extension.js"],
  outfile: "dist/e2e/memory/extension.js",
  bundle: true,
  platform: "browser",
  format: "cjs",
  external: ["vscode"],
  alias: { "memory-files": path.resolve("dist/e2e/memory/files.json") },
  logLevel: "warning",
});
