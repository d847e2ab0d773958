// The manifest of the package for editors in a browser.

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

// @ts-expect-error the scripts are plain JavaScript
import { webManifest } from "../../scripts/manifest.mjs";

const extension = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
const web = webManifest(manifest);
const sources = (folder: string) => fs.readdirSync(path.join(extension, folder)).filter((name) => name.endsWith(".ts")).map((name) => [`${folder}/${name}`, fs.readFileSync(path.join(extension, folder, name), "utf8")] as const);
const registered = (files: readonly (readonly [string, string])[]) => files.flatMap(([, text]) => [...text.matchAll(/registerCommand\("([^"]+)"/g)].map((found) => found[1] ?? ""));

test("the package for browsers says that it can do without a disk, and the others that they cannot", () => {
  assert.equal(web.main, undefined);
  assert.equal(web.capabilities.virtualWorkspaces, true);
  assert.equal(manifest.browser, undefined);
  assert.equal(manifest.capabilities.virtualWorkspaces.supported, false);
});

test("every command of the package for browsers is registered there, and no other one is named", () => {
  const there = registered([...sources("src").filter(([name]) => name === "src/web.ts" || name === "src/session.ts"), ...sources("src/web")]);
  const named = [...JSON.stringify(web).matchAll(/(?:command:|"command":"|onCommand:)(pcl\.\w+)/g)].map((found) => found[1] ?? "");
  assert.ok(named.length > 10, `${named.length} commands`);
  assert.deepEqual(named.filter((name) => !there.includes(name)), []);
});

test("the package for browsers has no setting, task or text about programs of the machine", () => {
  const properties = Object.keys(web.contributes.configuration.properties);
  const missing = Object.keys(manifest.contributes.configuration.properties).filter((name) => !properties.includes(name));
  assert.deepEqual(missing, ["pcl.server.path", "pcl.plugins.allow"]);
  assert.deepEqual(web.capabilities.untrustedWorkspaces.restrictedConfigurations.filter((name: string) => !properties.includes(name)), []);
  assert.equal(web.contributes.taskDefinitions, undefined);
  assert.doesNotMatch(JSON.stringify([web.contributes.viewsWelcome, web.contributes.commands]), /Pulumi command line|Read State/);
});
