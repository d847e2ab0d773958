// What is run to import a resource, and what is inserted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { idProblem, importArguments, isOtherType, isPCL, missingLineEnds, nameProblem, shown, snippetOf, typeProblem, usualName } from "../../src/import";

const existing = { type: "aws:ec2/vpc:Vpc", name: "main", id: "vpc-1" };

test("the command imports one resource and writes its code to a file", () => {
  assert.deepEqual(importArguments(existing, "", "/tmp/x.pp"), ["import", "--yes", "--out", "/tmp/x.pp", "--", "aws:ec2/vpc:Vpc", "main", "vpc-1"]);
  assert.deepEqual(importArguments(existing, "org/shop/dev", "x")?.slice(4, 7), ["--stack", "org/shop/dev", "--"]);
});

test("a part of a known type is no other type", () => {
  const types = ["aws:s3:Bucket", "aws:ec2:Vpc"];
  for (const typed of ["s3:bucket", "aws:s3:Bucket", "aws:s3", "s3"]) {
    assert.equal(isOtherType(typed, types), false, typed);
  }
  assert.equal(isOtherType("kit:index:Name", types), true);
});

test("neither a type nor a name, an id or a stack can be an option or a path to run", () => {
  for (const type of ["", "--help", "./evil", "aws", "aws:", ":Vpc", "a b:c:D", "aws:ec2:Vpc\n", "aws:a:b:C"]) {
    assert.notEqual(typeProblem(type), undefined, type);
    assert.equal(importArguments({ ...existing, type }, "", "x"), undefined, type);
  }
  for (const name of ["", "-v", "a b", "1a", "a\n"]) {
    assert.notEqual(nameProblem(name), undefined, name);
    assert.equal(importArguments({ ...existing, name }, "", "x"), undefined, name);
  }
  for (const id of ["", "a\nb", "\0", "x".repeat(1001)]) {
    assert.notEqual(idProblem(id), undefined, id);
    assert.equal(importArguments({ ...existing, id }, "", "x"), undefined, id);
  }
  for (const stack of ["--x", "-s", "a b", "/etc"]) {
    assert.equal(importArguments(existing, stack, "x"), undefined, stack);
  }
  const option = importArguments({ ...existing, id: "--plugin=x" }, "", "x") ?? [];
  assert.ok(option.indexOf("--") < option.indexOf("--plugin=x"));
});

test("a command is shown as a shell would take it", () => {
  assert.equal(shown(["pulumi", "import", "a:b:C", "it's", "a|b"]), "pulumi import a:b:C 'it'\\''s' 'a|b'");
});

test("the usual name is that of the type", () => {
  assert.equal(usualName("aws:ec2/vpc:Vpc"), "vpc");
  assert.equal(usualName("random:RandomPet"), "randomPet");
});

test("empty inputs of a block are places to type at", () => {
  const block = 'resource main "a:b:C" {\n  cidr  = ""\n  sizes = []\n  tags  = {}\n\n  options {\n    import = "$1"\n  }\n}\n';
  assert.equal(snippetOf(block), 'resource main "a:b:C" {\n  cidr  = ${1:""}\n  sizes = ${2:[]}\n  tags  = ${3:{\\}}\n\n  options {\n    import = "\\$1"\n  \\}\n\\}\n$0');
});

test("code of another language is told from PCL", () => {
  assert.ok(isPCL('resource main "aws:ec2/vpc:Vpc" {\n}\n'));
  assert.ok(!isPCL("resources:\n  main:\n    type: aws:ec2:Vpc\n"));
  assert.ok(!isPCL('const main = new aws.ec2.Vpc("main", {});\n'));
});

test("one blank line separates a block from the text before it", () => {
  for (const [text, missing] of [["", ""], ["\n", ""], ["a", "\n\n"], ["a\n", "\n"], ["a\r\n", "\n"], ["a\n\n", ""], ["a\n\n\n", ""]] as const) {
    assert.equal(missingLineEnds(text), missing, JSON.stringify(text));
  }
});
