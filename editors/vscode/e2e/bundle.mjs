// Bundles the tests that run inside VS Code's extension host.

import { build } from "esbuild";

await build({
  entryPoints: ["e2e/api.ts"],
  outfile: "dist/e2e/api.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  logLevel: "warning",
});
