// Every snippet, filled in with its defaults, is PCL without mistakes in its syntax, as the server itself says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { serverProgram } from "./program";

const extension = path.join(__dirname, "..");
const snippets: Record<string, { prefix: string; description: string; body: string[] }> = JSON.parse(fs.readFileSync(path.join(extension, "snippets", "pcl.json"), "utf8"));

// The text of a snippet when each place is left as it is proposed; of a choice the first.
function filled(body: string): string {
  return body
    .replace(/\$\{\d+\|((?:\\.|[^|\\])*)\|\}/g, (_, choices: string) => choices.split(/(?<!\\),/)[0]?.replaceAll("\\,", ",") ?? "")
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, "$1")
    .replace(/(?<!\\)\$\d+/g, "")
    .replaceAll("\t", "  ");
}

const blocks = /^(?:resource|read|config|output|component|package|pulumi|hook)\b/;

function program(text: string): string {
  if (blocks.test(text) || /^\w+ = /.test(text)) {
    return `${text}\n`;
  }
  return text.startsWith("options") ? `resource r "a:b:C" {\n${text}\n}\n` : `items = []\nvalue = ${text}\n`;
}

for (const [name, snippet] of Object.entries(snippets)) {
  test(`snippet ${name}`, (context) => {
    assert.match(snippet.prefix, /^[a-z][a-z-]*$/);
    assert.ok(snippet.description);
    const text = program(filled(snippet.body.join("\n")));
    assert.doesNotMatch(text, /\$\{?\d/);
    const server = serverProgram();
    if (server === undefined) {
      context.skip("there is no pcl-lsp; make build makes one");
      return;
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pcl-snippet-"));
    try {
      fs.writeFileSync(path.join(folder, "main.pp"), text);
      const run = spawnSync(server, ["check", "--mode", "lenient", "--format", "json", folder], { encoding: "utf8" });
      const findings: { code: string; severity: string; message: string }[] = JSON.parse(run.stdout).findings;
      // The components, packages and types of the defaults are not there.
      const wrong = findings.filter((one) => one.severity === "error" && !/^(?:component|package|token)\./.test(one.code));
      assert.deepEqual(wrong.map((one) => `${one.code}: ${one.message}`), [], text);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
}

test("no two snippets have the same prefix", () => {
  const prefixes = Object.values(snippets).map((one) => one.prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
});
