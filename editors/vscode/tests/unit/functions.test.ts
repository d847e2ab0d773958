// The grammar knows every function in docs/language/functions.md.

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const extension = path.join(__dirname, "..");

test("every function of the language has the scope of built-in functions", () => {
  const listed = [...fs.readFileSync(path.join(extension, "..", "..", "docs", "language", "functions.md"), "utf8").matchAll(/^### ([A-Za-z]\w*)$/gm)].map((found) => found[1] ?? "");
  const grammar = JSON.parse(fs.readFileSync(path.join(extension, "syntaxes", "pcl.tmLanguage.json"), "utf8"));
  const begin: string = grammar.repository.call.patterns[1].begin;
  const known = /\(\?:\(([\w|]+)\)/.exec(begin)?.[1]?.split("|") ?? [];
  assert.ok(listed.length > 30, `${listed.length} functions`);
  assert.deepEqual(known.sort(), listed.sort());
});
