// Which settings are trusted, and which commands may be copied for a terminal.

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

import { installCommand, offeredCommands, serverSettings, userValue } from "../../src/trust";

const extension = path.join(__dirname, "..");

test("a workspace cannot override a user setting", () => {
  const hostile = { defaultValue: false, workspaceValue: true, workspaceFolderValue: true };
  assert.equal(userValue(hostile, false), false);
  assert.equal(userValue({ ...hostile, globalValue: true }, false), true);
  assert.equal(userValue({ ...hostile, defaultValue: true, globalValue: false }, false), false);
  assert.equal(userValue(undefined, "x"), "x");
});

test("trust comes from the editor", () => {
  const others = { stack: "dev", state: "state.{stack}.json", secrets: { publicNames: ["tags"] }, targets: ["go"], diagnostics: { scope: "open" }, inlayHints: { types: true }, codeLens: { missing: false } };
  assert.deepEqual(serverSettings({ rules: { "unused.*": "off" }, ...others }, false), { rules: { "unused.*": "off" }, ...others, trusted: false });
  assert.deepEqual(serverSettings({ rules: { trusted: "true" }, ...others }, true), { rules: { trusted: "true" }, ...others, trusted: true });
});

test("only the intended settings are sent to the server", () => {
  const source = fs.readFileSync(path.join(extension, "src", "session.ts"), "utf8");
  assert.doesNotMatch(source, /configurationSection/); // would send everything that a workspace writes below pcl
  assert.match(source, /configuration: \(params\) => .*settingsForServer\(/); // otherwise the client answers with all of it
  assert.match(source, /didChangeConfiguration: \(\) => Promise\.resolve\(\)/); // and sends it on changes
});

test("settings that permit programs to run are also user settings by scope", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
  const properties = manifest.contributes.configuration.properties;
  assert.equal(properties["pcl.plugins.allow"].scope, "machine");
  assert.deepEqual(Object.keys(properties).filter((name) => /trust/i.test(name)), []); // only the editor grants trust
});

test("every command that is offered to the server is registered", () => {
  const source = ["machine.ts", "session.ts"].map((name) => fs.readFileSync(path.join(extension, "src", name), "utf8")).join("\n");
  for (const command of offeredCommands) {
    assert.ok(source.includes(`registerCommand("${command}"`), command);
  }
});

test("only install commands are copied, unchanged", () => {
  for (const command of [
    "pulumi plugin install resource aws v5.14.0",
    "pulumi plugin install resource aws v5.14.0 --server https://example.com/plugins",
    "pulumi install",
    "pulumi package add terraform-provider",
  ]) {
    assert.equal(installCommand(command), command);
  }
  for (const command of [
    "rm -rf .", "pulumi up\n", "pulumi x\rrm", "pulumi x; rm", "pulumi $(rm)", "pulumi `rm`", "pulumi x && rm", "pulumi x | sh", "pulumi x > y",
    "pulumi 'x", "pulumi \u001b[A", `pulumi ${"x".repeat(1000)}`, "", 7, undefined, null, { toString: () => "pulumi install" },
  ]) {
    assert.equal(installCommand(command), undefined);
  }
});
