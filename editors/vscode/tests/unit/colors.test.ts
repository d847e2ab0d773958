// Opening a file changes no colour: the grammar and the server agree about every name, except that secret and unknown values stand out.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from "vscode-textmate";

import { grammarTypes } from "../../src/colors";
import { serverProgram } from "./program";

const extension = path.join(__dirname, "..");
const testdata = path.join(extension, "..", "..", "testdata");
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
const scopesOf: ReadonlyMap<string, Record<string, string[]>> = new Map(
  manifest.contributes.semanticTokenScopes.map((one: { language: string; scopes: Record<string, string[]> }) => [one.language, one.scopes]),
);

test("files of inputs have the colours of programs", () => {
  assert.deepEqual([...scopesOf.keys()], ["pcl", "pcl-inputs"]);
  assert.deepEqual(scopesOf.get("pcl"), scopesOf.get("pcl-inputs"));
});

test("files of inputs have the editor settings of programs", () => {
  const defaults = manifest.contributes.configurationDefaults;
  // VS Code ignores a key of several languages here.
  assert.deepEqual(Object.keys(defaults).filter((one) => one.startsWith("[")), ["[pcl]", "[pcl-inputs]"]);
  assert.deepEqual(defaults["[pcl]"], defaults["[pcl-inputs]"]);
});

const program = serverProgram();

test("the server's tokens have the scopes of the grammar", { skip: program === undefined && "no server has been built" }, async () => {
  const grammar = await pclGrammar();
  const server = spawn(program ?? "", ["serve", "--schema", path.join(testdata, "schemas")], { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.listen();
  const hello = await connection.sendRequest<{ capabilities: { semanticTokensProvider: { legend: { tokenTypes: string[]; tokenModifiers: string[] } } } }>("initialize", {
    processId: null,
    rootUri: null,
    capabilities: { textDocument: { semanticTokens: { requests: { full: true }, formats: ["relative"], tokenTypes: [], tokenModifiers: [] } } },
  });
  await connection.sendNotification("initialized", {});
  const legend = hello.capabilities.semanticTokensProvider.legend;
  const seen = new Set<string>();
  const differing: string[] = [];
  for (const file of programs(path.join(testdata, "programs")).filter((file) => !file.includes("broken"))) {
    const uri = pathToFileURL(file).href;
    const text = fs.readFileSync(file, "utf8");
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "pcl", version: 1, text } });
    const { data } = await connection.sendRequest<{ data: number[] }>("textDocument/semanticTokens/full", { textDocument: { uri } });
    const lines = tokenize(grammar, text.split(/\r?\n/));
    for (let i = 0, line = 0, column = 0; i < data.length; i += 5) {
      const [down = 0, right = 0, length = 0, typeNumber = 0, bits = 0] = data.slice(i, i + 5);
      line += down;
      column = down > 0 ? right : column + right;
      const type = legend.tokenTypes[typeNumber] ?? "";
      const modifiers = legend.tokenModifiers.filter((_, bit) => (bits >> bit) & 1);
      const wanted = scopeFor(type, modifiers.filter((one) => one !== "secret" && one !== "unknown"));
      if (grammarTypes.includes(type)) {
        continue;
      }
      seen.add(type);
      for (const token of lines[line] ?? []) {
        if (token.startIndex < column + length && column < token.endIndex && !token.scopes.includes(wanted)) {
          differing.push(`${path.relative(testdata, file)}:${line + 1}:${column + 1}: ${type} ${modifiers.join(" ")} is ${token.scopes.at(-1)} in the grammar, not ${wanted}`);
        }
      }
    }
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
  assert.deepEqual(differing, []);
  assert.ok(seen.size >= 10, `types seen: ${[...seen].join(", ")}`);
});

/** The scope of the most specific selector, the last of several, as in VS Code. */
function scopeFor(type: string, modifiers: readonly string[]): string {
  let best = "";
  let most = -1;
  for (const [selector, scopes] of Object.entries(scopesOf.get("pcl") ?? {})) {
    const [wantedType, ...wanted] = selector.split(".");
    if (wantedType === type && wanted.every((one) => modifiers.includes(one)) && wanted.length >= most) {
      best = scopes[0] ?? "";
      most = wanted.length;
    }
  }
  return best;
}

function programs(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pp"))
    .sort()
    .map((name) => path.join(folder, name));
}

function tokenize(grammar: IGrammar, lines: readonly string[]) {
  let state = INITIAL;
  return lines.map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens;
  });
}

async function pclGrammar(): Promise<IGrammar> {
  await loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(path.join(extension, "syntaxes", "pcl.tmLanguage.json"), "utf8"), "pcl.tmLanguage.json"),
  });
  const grammar = await registry.loadGrammar("source.pcl");
  assert.ok(grammar);
  return grammar;
}
