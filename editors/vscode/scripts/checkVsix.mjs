// Checks each package that vsix.mjs made: the server is an executable for the right platform or valid WebAssembly, all files of the
// extension are there, and no others. Arguments are targets; by default, all are checked.

import { readFileSync } from "node:fs";
import * as path from "node:path";
import { gunzipSync } from "node:zlib";

import { webManifest } from "./manifest.mjs";
import { faultOfBinary, targets, vsixName, web } from "./targets.mjs";
import { unzip } from "./zip.mjs";

const extension = path.join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const everywhere = [
  "package.json", "readme.md", "changelog.md", "LICENSE.txt", "language-configuration.json", "dist/graph.js", "dist/graph.css", "dist/pcl-lsp.schema.json", "dist/THIRD_PARTY_NOTICES.txt",
  "media/icon.png", "syntaxes/pcl.tmLanguage.json", "syntaxes/pcl.markdown.json",
  "walkthrough/check.md", "walkthrough/graph.md", "walkthrough/program.md", "walkthrough/schemas.md", "walkthrough/stack.md",
];

/** What a package has besides what all have: its files, its manifest, and what is wrong with its server. */
function expected(target) {
  if (target === web) {
    return { own: ["dist/web.js", "dist/worker.js", "dist/pcl-lsp.wasm.gzip"], about: webManifest(manifest), faultsOfServer: faultsOfWebAssembly };
  }
  const binary = `server/${targets[target].binary}`;
  return { own: ["dist/extension.js", binary], about: manifest, faultsOfServer: (files) => faultsOfProgram(files.get(`extension/${binary}`), binary, target) };
}

function faultsOfProgram(server, binary, target) {
  const fault = server && faultOfBinary(server.read(), targets[target]);
  return [
    ...(fault ? [`${binary} ${fault}`] : []),
    ...(server && (server.mode & 0o111) !== 0o111 ? [`${binary} has mode ${server.mode.toString(8)} and is not executable`] : []),
  ];
}

function faultsOfWebAssembly(files) {
  const server = files.get("extension/dist/pcl-lsp.wasm.gzip");
  return server && !WebAssembly.validate(gunzipSync(server.read())) ? ["the server is no WebAssembly"] : [];
}

function faults(target, bytes) {
  const files = unzip(bytes);
  const { own, about: wanted, faultsOfServer } = expected(target);
  const found = faultsOfServer(files);
  const known = new Set([...everywhere, ...own].map((name) => `extension/${name}`));
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
  const about = files.get("extension.vsixmanifest")?.read().toString("utf8") ?? "";
  for (const want of [`TargetPlatform="${target}"`, `Version="${manifest.version}"`, `Publisher="${manifest.publisher}"`, `Id="${manifest.name}"`, "Microsoft.VisualStudio.Services.Icons.Default"]) {
    if (!about.includes(want)) {
      found.push(`the manifest lacks ${want}`);
    }
  }
  const packed = JSON.parse(files.get("extension/package.json")?.read().toString("utf8") ?? "{}");
  for (const field of ["main", "browser", "engines", "contributes", "capabilities", "activationEvents"]) {
    if (JSON.stringify(packed[field]) !== JSON.stringify(wanted[field])) {
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
for (const target of wanted.length > 0 ? wanted : [...Object.keys(targets), web]) {
  const name = vsixName(target, manifest.version);
  const bytes = readFileSync(path.join(extension, "..", "..", "dist", name));
  const found = faults(target, bytes);
  console.log(`${name}  ${(bytes.length / 1e6).toFixed(1)} MB  ${found.length === 0 ? "ok" : found.join("; ")}`);
  if (found.length > 0) {
    process.exitCode = 1;
  }
}
