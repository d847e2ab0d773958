// Bundles the extension into one file, and each unit test into one of its own.

import { build } from "esbuild";
import { copyFileSync, readdirSync, rmSync } from "node:fs";

const shared = { bundle: true, platform: "node", target: "node20", logLevel: "warning" };

await build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  format: "cjs",
  external: ["vscode"],
  minify: true,
});

// The page of the dependency graph runs in a browser.
await build({
  ...shared,
  platform: "browser",
  target: "es2022",
  entryPoints: ["src/webview/graph.ts"],
  outfile: "dist/graph.js",
  format: "iife",
  minify: true,
});

// What a settings file may hold; the manifest names it for editors of YAML.
copyFileSync("../../docs/pcl-lsp.schema.json", "dist/pcl-lsp.schema.json");

rmSync("dist-test", { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: readdirSync("tests/unit")
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/unit/${name}`),
  outdir: "dist-test",
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  external: ["vscode-oniguruma", "vscode-textmate"],
});
