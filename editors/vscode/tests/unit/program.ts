// The server that tests run, if one has been built.

import * as fs from "node:fs";
import * as path from "node:path";

/** PCL_LSP_BIN, or the output of `make build`. If PCL_LSP_BIN is set, the file must exist. */
export function serverProgram(): string | undefined {
  const named = process.env["PCL_LSP_BIN"];
  if (named) {
    return named;
  }
  const built = path.join(__dirname, "..", "..", "..", "bin", process.platform === "win32" ? "pcl-lsp.exe" : "pcl-lsp");
  return fs.existsSync(built) ? built : undefined;
}
