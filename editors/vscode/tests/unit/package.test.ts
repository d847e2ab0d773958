// The content of the packaged extension, and the consistency of its parts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

import { offeredCommands } from "../../src/trust";

const extension = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));

const sources = (...names: string[]) => names.map((name) => fs.readFileSync(path.join(extension, "src", `${name}.ts`), "utf8")).join("\n");

test("the package contains the bundle and the contributions, and no sources", () => {
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
    "dist/THIRD_PARTY_NOTICES.txt",
    "dist/extension.js",
    "dist/graph.css",
    "dist/graph.js",
    "dist/pcl-lsp.schema.json",
    "language-configuration.json",
    "media/icon.png",
    "package.json",
    "syntaxes/pcl.markdown.json",
    "syntaxes/pcl.tmLanguage.json",
    "walkthrough/check.md",
    "walkthrough/graph.md",
    "walkthrough/program.md",
    "walkthrough/schemas.md",
    "walkthrough/stack.md",
  ]);
});

test("every file that the manifest names exists", () => {
  const named = [
    manifest.main,
    ...manifest.contributes.yamlValidation.map((one: { url: string }) => one.url),
    manifest.icon,
    ...manifest.contributes.walkthroughs.flatMap((one: { steps: { media: { markdown: string } }[] }) => one.steps.map((step) => step.media.markdown)),
    ...manifest.contributes.languages.map((one: { configuration: string }) => one.configuration),
    ...manifest.contributes.grammars.map((one: { path: string }) => one.path),
  ];
  for (const name of named) {
    assert.ok(fs.existsSync(path.join(extension, name)), name);
  }
});

// VS Code Marketplace and Open VSX show the README and the changelog away from the repository, and refuse some manifests.
test("the marketplaces can show the package", () => {
  const repository = "https://github.com/pcl-lsp/pcl-lsp";
  const readme = fs.readFileSync(path.join(extension, "README.md"), "utf8");
  const changelog = fs.readFileSync(path.join(extension, "CHANGELOG.md"), "utf8");
  const pictures = [...readme.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
  assert.ok(pictures.length >= 3, "README.md has pictures");
  for (const [, , address = ""] of pictures) {
    assert.ok(address.startsWith(`${repository}/raw/main/docs/images/`) && address.endsWith(".png"), `${address} is not a PNG of the repository`);
    assert.ok(fs.existsSync(path.join(extension, "..", "..", address.slice(`${repository}/raw/main/`.length))), `there is no ${address}`);
  }
  for (const [, address = ""] of `${readme}\n${changelog}`.matchAll(/\]\(([^)]+)\)/g)) {
    assert.match(address, /^(?:https:\/\/|#)/, "relative links lead nowhere in a marketplace");
    const [, file] = /\/(?:blob|raw)\/main\/([^#]+)/.exec(address) ?? [];
    assert.ok(file === undefined || fs.existsSync(path.join(extension, "..", "..", file)), `there is no ${String(file)}`);
  }
  assert.ok(changelog.includes(`\n## ${manifest.version}\n`), "CHANGELOG.md has no section for the version");
  const categories = ["Programming Languages", "Snippets", "Linters", "Themes", "Debuggers", "Formatters", "Keymaps", "SCM Providers", "Other", "Extension Packs", "Language Packs", "Data Science", "Machine Learning", "Visualization", "Notebooks", "Education", "Testing"];
  for (const category of manifest.categories) {
    assert.ok(categories.includes(category), `there is no category ${category}`);
  }
  assert.ok(manifest.keywords.length <= 30 && manifest.description.length <= 200 && manifest.galleryBanner.color && manifest.pricing === "Free");
  assert.equal(manifest.homepage, `${repository}#readme`);
});

test("settings and commands of the manifest are in the source and documented", () => {
  const source = sources("machine", "session");
  const readme = fs.readFileSync(path.join(extension, "README.md"), "utf8");
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    assert.ok(readme.includes(`\`${name}\``), `README.md does not mention ${name}`);
  }
  const registered = [...source.matchAll(/registerCommand\("([^"]+)"/g)].map((found) => found[1] ?? "");
  const contributed = manifest.contributes.commands.map((one: { command: string }) => one.command);
  assert.deepEqual(registered.filter((name) => !offeredCommands.some((one) => one === name)).sort(), [...contributed].sort());
  for (const { title } of manifest.contributes.commands) {
    assert.ok(readme.includes(`*PCL: ${title}*`), `README.md does not mention the command ${title}`);
  }
});

test("snippets come from the server, which knows where they are valid", () => {
  assert.equal(manifest.contributes.snippets, undefined);
});

test("menus, walkthroughs and the source name only existing commands", () => {
  const known: string[] = [...manifest.contributes.commands.map((one: { command: string }) => one.command), ...offeredCommands];
  const named = [
    ...Object.values<{ command: string }[]>(manifest.contributes.menus).flatMap((items) => items.map((item) => item.command)),
    ...[...JSON.stringify(manifest.contributes.walkthroughs).matchAll(/(?:command|onCommand):(pcl\.\w+)/g)].map((found) => found[1] ?? ""),
    ...fs.readdirSync(path.join(extension, "src")).filter((name) => name.endsWith(".ts"))
      .flatMap((name) => [...fs.readFileSync(path.join(extension, "src", name), "utf8").matchAll(/command: "(pcl\.\w+)"|executeCommand\("(pcl\.\w+)"/g)])
      .map((found) => found[1] ?? found[2] ?? ""),
  ];
  assert.ok(named.length >= 10, `${named.length} names of commands`);
  assert.deepEqual(named.filter((name) => !known.includes(name)), []);
});

test("the manifest has every setting that is sent to the server", () => {
  const source = sources("settings");
  const groups = [...source.matchAll(/switches\("(\w+)", \[([^\]]*)\]/g)];
  assert.deepEqual(groups.map((group) => group[1]), ["inlayHints", "codeLens"]);
  for (const [, group, kinds] of groups) {
    const names = [...(kinds ?? "").matchAll(/"(\w+)"/g)].map((found) => `pcl.${group}.${found[1]}`);
    const there = Object.keys(manifest.contributes.configuration.properties).filter((name) => name.startsWith(`pcl.${group}.`));
    assert.deepEqual(names.sort(), there.sort());
  }
});

test("the client shows schema documents itself", () => {
  const bundle = fs.readFileSync(path.join(extension, "dist", "extension.js"), "utf8");
  assert.ok(bundle.includes("workspace/textDocumentContent"), "the client of the bundle does not know workspace/textDocumentContent");
});

test("the first line of a program identifies the language", () => {
  const first = new RegExp(manifest.contributes.languages[0].firstLine);
  for (const line of ["config title string {", "resource web \"a:b:C\" {", "package {", "pulumi {"]) {
    assert.match(line, first);
  }
  for (const line of ["class apache {", "package { 'httpd':", "file { '/etc/motd':", "# a comment", "config = 1"]) {
    assert.doesNotMatch(line, first);
  }
});
