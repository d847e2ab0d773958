// The problem matcher reads what `pcl-lsp check` prints.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { serverProgram } from "./program";

const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "package.json"), "utf8"));
const { pattern } = manifest.contributes.problemMatchers[0];
const regexp = new RegExp(pattern.regexp);

test("the matcher reads lines of every severity, and ignores excerpts", () => {
  const read = (line: string) => {
    const found = regexp.exec(line);
    return found && [pattern.file, pattern.line, pattern.column, pattern.severity, pattern.code, pattern.message].map((group: number) => found[group]);
  };
  assert.deepEqual(read("infra/main.pp:2:7: error[name.undefined]: `c` is not declared"), ["infra/main.pp", "2", "7", "error", "name.undefined", "`c` is not declared"]);
  assert.deepEqual(read("C:\\x\\main.pp:2:7: information[a.b]: text: more"), ["C:\\x\\main.pp", "2", "7", "info", "a.b", "text: more"]);
  assert.deepEqual(read("main.pp:1:1: hint: text"), ["main.pp", "1", "1", "hint", undefined, "text"]);
  for (const line of [" 2 |   b = c", "   = main.pp:4:10: opened here", "2 errors, 1 warning in 1 file (1 file checked)", ""]) {
    assert.equal(read(line), null, line);
  }
});

test("the matcher reads the output of the real server", (context) => {
  const server = serverProgram();
  if (server === undefined) {
    context.skip("there is no pcl-lsp; make build makes one");
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pcl-matcher-"));
  try {
    fs.writeFileSync(path.join(folder, "main.pp"), "a = b\n");
    const printed = spawnSync(server, ["check", "."], { cwd: folder, encoding: "utf8" }).stdout;
    const found = printed.split("\n").map((line) => regexp.exec(line)).filter((line) => line !== null);
    assert.deepEqual(found.filter((line) => line[pattern.code] === "name.undefined").map((line) => line[pattern.file]), ["main.pp"], printed);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
