// Runs the grammar on whole programs. A valid program must end outside all blocks and strings, and no part of it may be
// marked as invalid.

import assert from "node:assert/strict";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, Registry, parseRawGrammar, type IGrammar, type StateStack } from "vscode-textmate";

const extension = path.join(__dirname, "..");
const programs = path.join(extension, "..", "..", "testdata", "programs");

async function loadGrammar(): Promise<IGrammar> {
  const wasm = createRequire(path.join(extension, "package.json")).resolve("vscode-oniguruma/release/onig.wasm");
  await loadWASM(fs.readFileSync(wasm));
  const file = path.join(extension, "syntaxes", "pcl.tmLanguage.json");
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: () => Promise.resolve(parseRawGrammar(fs.readFileSync(file, "utf8"), file)),
  });
  const grammar = await registry.loadGrammar("source.pcl");
  assert.ok(grammar);
  return grammar;
}

function sources(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".pp"));
}

const loading = loadGrammar();
const files = sources(programs);

test("there are programs to test", () => {
  assert.ok(files.length >= 10, `${files.length} programs below ${programs}`);
});

for (const name of files.filter((one) => !one.includes("broken"))) {
  test(`the grammar on ${name}`, async () => {
    const grammar = await loading;
    let state: StateStack = INITIAL;
    for (const [at, line] of fs.readFileSync(path.join(programs, name), "utf8").split("\n").entries()) {
      const result = grammar.tokenizeLine(line, state);
      for (const token of result.tokens) {
        const wrong = token.scopes.find((scope) => scope.startsWith("invalid."));
        assert.equal(wrong, undefined, `${name}:${at + 1}: ${JSON.stringify(line.slice(token.startIndex, token.endIndex))} in ${line}`);
      }
      state = result.ruleStack;
    }
    assert.equal(state.depth, 1, `${name} ends inside of something`);
  });
}

test("the grammar sees every block header of a valid program", async () => {
  const grammar = await loading;
  const heads = /^(?:resource|read|config|output|component|hook|package|pulumi)\b[^=]*\{/;
  for (const name of files.filter((one) => !one.includes("broken"))) {
    let state: StateStack = INITIAL;
    for (const [at, line] of fs.readFileSync(path.join(programs, name), "utf8").split("\n").entries()) {
      const result = grammar.tokenizeLine(line, state);
      if (heads.test(line)) {
        assert.ok(result.tokens[0]?.scopes.includes("storage.type.block.pcl"), `${name}:${at + 1}: ${line}`);
      }
      state = result.ruleStack;
    }
  }
});
