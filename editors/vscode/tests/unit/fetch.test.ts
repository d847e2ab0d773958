// What is run to fetch a schema, and which output is kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { schemaFile, schemaRequest } from "../../src/fetch";

test("the command names the package and the version", () => {
  assert.deepEqual(schemaRequest("aws", "6.1.0")?.arguments, ["package", "get-schema", "aws@6.1.0"]);
  assert.deepEqual(schemaRequest("azure-native", "")?.arguments, ["package", "get-schema", "azure-native"]);
});

test("a program can name neither a path nor an option", () => {
  for (const name of ["./evil", "../evil", "/bin/evil", "evil/plugin", "evil.json", "-v", "--help", "", "a b", "a@b", "a\nb", "C:\\evil", 7, undefined, ["aws"]]) {
    assert.equal(schemaRequest(name, ""), undefined, String(name));
  }
  for (const version of ["latest", "1.0 --x", "-1", "1/2", "1.0\n", 1, undefined]) {
    assert.equal(schemaRequest("aws", version), undefined, String(version));
  }
});

test("only a schema of the package is kept, under its own version", () => {
  const newest = schemaRequest("aws", "");
  const fixed = schemaRequest("aws", "6.1.0");
  assert.ok(newest && fixed);
  assert.equal(schemaFile(newest, '{"name":"aws","version":"6.2.0"}'), "aws-6.2.0.json");
  assert.equal(schemaFile(newest, '{"name":"aws","version":"v6.2.0"}'), "aws-6.2.0.json");
  assert.equal(schemaFile(fixed, '{"name":"aws"}'), "aws-6.1.0.json");
  for (const printed of ["", "no schema", "null", "[]", '{"name":"gcp","version":"1.0.0"}', '{"name":"aws"}', '{"name":"aws","version":"../../x"}', '{"name":"aws","version":7}']) {
    assert.equal(schemaFile(newest, printed), undefined, printed);
  }
});
