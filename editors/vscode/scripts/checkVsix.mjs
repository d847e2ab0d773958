// Checks each package that vsix.mjs made: the server is an executable for the right platform, all files of the extension are
// there, and no others. Arguments are targets; by default, all are checked.

import { readFileSync } from "node:fs";
import * as path from "node:path";

import { faultOfBinary, targets, vsixName } from "./targets.mjs";
import { unzip } from "./zip.mjs";

const extension = path.join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const required = [
  "package.json", "readme.md", "changelog.md", "LICENSE.txt", "language-configuration.json", "dist/extension.js", "dist/graph.js", "dist/graph.css", "dist/pcl-lsp.schema.json", "dist/THIRD_PARTY_NOTICES.txt",
  "media/icon.png", "syntaxes/pcl.tmLanguage.json", "syntaxes/pcl.markdown.json",
  "walkthrough/check.md", "walkthrough/graph.md", "walkthrough/program.md", "walkthrough/schemas.md", "walkthrough/stack.md",
];

function faults(target, bytes) {
  const files = unzip(bytes);
  const found = [];
  const binary = `server/${targets[target].binary}`;
  const known = new Set([...required, binary].map((name) => `extension/${name}`));
  for (const name of known) {
    if (!files.has(name)) {
      found.push(`${name} is missing`);
    }
  }
  for (const name of files.keys()) {
    if (!known.has(name) && name !== "extension.vsixmanifest" && name !== "[Content_Types].xml") {
      found.push(`${name} is unexpected`);
    }
  }
  const server = files.get(`extension/${binary}`);
  if (server) {
    const fault = faultOfBinary(server.read(), targets[target]);
    if (fault) {
      found.push(`${binary} ${fault}`);
    }
    if ((server.mode & 0o111) !== 0o111) {
      found.push(`${binary} has mode ${server.mode.toString(8)} and is not executable`);
    }
  }
  const about = files.get("extension.vsixmanifest")?.read().toString("utf8") ?? "";
  for (const want of [`TargetPlatform="${target}"`, `Version="${manifest.version}"`, `Publisher="${manifest.publisher}"`, `Id="${manifest.name}"`, "Microsoft.VisualStudio.Services.Icons.Default"]) {
    if (!about.includes(want)) {
      found.push(`the manifest lacks ${want}`);
    }
  }
  const packed = JSON.parse(files.get("extension/package.json")?.read().toString("utf8") ?? "{}");
  for (const field of ["main", "engines", "contributes", "capabilities", "activationEvents"]) {
    if (JSON.stringify(packed[field]) !== JSON.stringify(manifest[field])) {
      found.push(`${field} of package.json differs`);
    }
  }
  const icon = files.get(`extension/${manifest.icon}`)?.read();
  if (icon && (icon.toString("latin1", 1, 4) !== "PNG" || icon.readUInt32BE(16) !== 128 || icon.readUInt32BE(20) !== 128)) {
    found.push("the icon is not a 128 by 128 PNG");
  }
  return found;
}

const wanted = process.argv.slice(2);
for (const target of wanted.length > 0 ? wanted : Object.keys(targets)) {
  const name = vsixName(target, manifest.version);
  const bytes = readFileSync(path.join(extension, "..", "..", "dist", name));
  const found = faults(target, bytes);
  console.log(`${name}  ${(bytes.length / 1e6).toFixed(1)} MB  ${found.length === 0 ? "ok" : found.join("; ")}`);
  if (found.length > 0) {
    process.exitCode = 1;
  }
}
