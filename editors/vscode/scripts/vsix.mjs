// Packages the extension for each platform, with its server, and for editors in a browser, as dist/pcl-lsp-TARGET-VERSION.vsix at the
// top of the repository. Arguments are targets; by default, all are packaged.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import * as path from "node:path";

import { targets, vsixName, web } from "./targets.mjs";
import { writeWebPackage } from "./webPackage.mjs";

const extension = path.join(import.meta.dirname, "..");
const root = path.join(extension, "..", "..");
const { version } = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const server = path.join(extension, "server");
const out = path.join(root, "dist");
const all = [...Object.keys(targets), web];
const wanted = process.argv.slice(2);

const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  throw new Error(`unknown targets ${unknown.join(", ")}; use some of ${all.join(", ")}`);
}

/** Packages what is in a folder. */
function pack(folder, target) {
  const vsce = path.join(extension, "node_modules", "@vscode", "vsce", "vsce");
  execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--target", target, "-o", path.join(out, vsixName(target, version))], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
mkdirSync(out, { recursive: true });
try {
  for (const name of wanted.length > 0 ? wanted : all) {
    if (name === web) {
      execFileSync(process.execPath, [path.join("scripts", "bundle.mjs")], { cwd: extension, stdio: "inherit" });
      const folder = path.join(extension, "dist", "web-package");
      writeWebPackage(folder);
      pack(folder, name);
      continue;
    }
    const { os, arch, binary } = targets[name];
    rmSync(server, { recursive: true, force: true });
    execFileSync("go", ["build", "-trimpath", "-ldflags", "-s -w", "-o", path.join(server, binary), "./cmd/pcl-lsp"], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, CGO_ENABLED: "0", GOOS: os, GOARCH: arch },
    });
    chmodSync(path.join(server, binary), 0o755);
    pack(extension, name);
  }
} finally {
  rmSync(server, { recursive: true, force: true }); // otherwise the next plain package would contain the server of the last platform
}
