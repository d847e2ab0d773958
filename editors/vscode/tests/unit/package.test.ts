// What the packaged extension holds, and that its parts agree with each other.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const extension = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));

test("the package holds the bundle and the contributions, and no sources", () => {
  const vsce = path.join(extension, "node_modules", "@vscode", "vsce", "vsce");
  const listed = execFileSync(process.execPath, [vsce, "ls", "--no-dependencies"], {
    cwd: extension,
    encoding: "utf8",
    env: { ...process.env, npm_lifecycle_event: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const files = listed.split("\n").filter((line) => fs.existsSync(path.join(extension, line)) && line !== "");
  const optional = (name: string) => name === "LICENSE" || name.startsWith("server/");
  assert.deepEqual(files.filter((name) => !optional(name)).sort(), [
    "CHANGELOG.md",
    "README.md",
    "dist/extension.js",
    "language-configuration.json",
    "package.json",
    "syntaxes/pcl.tmLanguage.json",
  ]);
});

test("every file that the manifest names exists", () => {
  const named = [
    manifest.main,
    ...manifest.contributes.languages.map((one: { configuration: string }) => one.configuration),
    ...manifest.contributes.grammars.map((one: { path: string }) => one.path),
  ];
  for (const name of named) {
    assert.ok(fs.existsSync(path.join(extension, name)), name);
  }
});

test("settings and commands of the manifest are those of the source, and documented", () => {
  const source = ["extension.ts", "server.ts"].map((name) => fs.readFileSync(path.join(extension, "src", name), "utf8")).join("\n");
  const readme = fs.readFileSync(path.join(extension, "README.md"), "utf8");
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    assert.ok(readme.includes(`\`${name}\``), `README.md says nothing of ${name}`);
  }
  for (const { command } of manifest.contributes.commands) {
    assert.ok(source.includes(`registerCommand("${command}"`), `${command} is not registered`);
  }
});

test("the first line of a program tells the language", () => {
  const first = new RegExp(manifest.contributes.languages[0].firstLine);
  for (const line of ["config title string {", "resource web \"a:b:C\" {", "package {", "pulumi {"]) {
    assert.match(line, first);
  }
  for (const line of ["class apache {", "file { '/etc/motd':", "# a comment", "config = 1"]) {
    assert.doesNotMatch(line, first);
  }
});
