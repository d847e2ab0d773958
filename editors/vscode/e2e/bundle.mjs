// Bundles the tests that run inside VS Code's extension host.

import { build } from "esbuild";

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
