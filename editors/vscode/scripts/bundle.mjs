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

// The same for editors in a browser. Its package has other files: see webPackage.mjs.
const web = await build({
  ...shared,
  platform: "browser",
  target: "es2022",
  entryPoints: ["src/web.ts"],
  outfile: "dist/web/extension.js",
  format: "cjs",
  external: ["vscode"],
  minify: true,
});

// The page of the dependency graph runs in a browser. It is also inside the server, which writes it as a file, so it carries the
// licences of its packages. --page writes it where the server has it; a test compares the two.
const place = "../../analysis/ide/depgraph/page";
const page = await build({
  ...shared,
  platform: "browser",
  target: "es2022",
  entryPoints: ["src/webview/graph.ts"],
  outfile: "dist/graph.js",
  format: "iife",
  minify: true,
  legalComments: "none",
});
writeFileSync("dist/graph.js", `/*!${notices(page)}*/\n${readFileSync("dist/graph.js", "utf8")}`);
copyFileSync(`${place}/graph.css`, "dist/graph.css");
if (process.argv.includes("--page")) {
  copyFileSync("dist/graph.js", `${place}/graph.js`);
}

// The JSON schema of settings files. The manifest registers it with the YAML extension.
copyFileSync("../../docs/pcl-lsp.schema.json", "dist/pcl-lsp.schema.json");

// The licences of the server's dependencies, the page's among them, and of the packages in the extension.
const ofServer = readFileSync("../../docs/THIRD_PARTY_NOTICES.txt", "utf8");
writeFileSync("dist/THIRD_PARTY_NOTICES.txt", ofServer + notices(extension));
writeFileSync("dist/web/THIRD_PARTY_NOTICES.txt", ofServer + notices(web));

// The licences of the packages in a bundle.
function notices(made) {
  const inside = Object.keys(made.metafile.inputs).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const packages = [...new Set(inside.filter((directory) => directory !== undefined))].sort();
  return packages.map(notice).join("");
}

function notice(directory) {
  const { name, version } = JSON.parse(readFileSync(`${directory}/package.json`, "utf8"));
  const licence = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) {
    throw new Error(`${directory} has no licence file to ship`);
  }
  const line = "=".repeat(80);
  return `\n${line}\n${name} ${version}\n${line}\n\n${readFileSync(`${directory}/${licence}`, "utf8").replaceAll("\r", "").trim()}\n`;
}

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
