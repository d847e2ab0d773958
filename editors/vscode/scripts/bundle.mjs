// Bundles the extension into one file, and each unit test into its own file.

import { build } from "esbuild";
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const shared = { bundle: true, platform: "node", target: "node20", logLevel: "warning", metafile: true };

const extension = await build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  format: "cjs",
  external: ["vscode"],
  minify: true,
});

// The page of the dependency graph runs in a browser.
const page = await build({
  ...shared,
  platform: "browser",
  target: "es2022",
  entryPoints: ["src/webview/graph.ts"],
  outfile: "dist/graph.js",
  format: "iife",
  minify: true,
});

// The JSON schema of settings files. The manifest registers it with the YAML extension.
copyFileSync("../../docs/pcl-lsp.schema.json", "dist/pcl-lsp.schema.json");

// The licences of the server's dependencies and of the packages in the two bundles.
const inside = [extension, page].flatMap((made) => Object.keys(made.metafile.inputs).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]));
const packages = [...new Set(inside.filter((directory) => directory !== undefined))].sort();
const notices = packages.map((directory) => {
  const { name, version } = JSON.parse(readFileSync(`${directory}/package.json`, "utf8"));
  const licence = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) {
    throw new Error(`${directory} has no licence file to ship with the extension`);
  }
  const line = "=".repeat(80);
  return `\n${line}\n${name} ${version}\n${line}\n\n${readFileSync(`${directory}/${licence}`, "utf8").replaceAll("\r", "").trim()}\n`;
});
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", readFileSync("../../docs/THIRD_PARTY_NOTICES.txt", "utf8") + notices.join(""));

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
