// The tree of the view of states, and what may be run and opened.

import assert from "node:assert/strict";
import { test } from "node:test";

import { consoleAddress, exportArguments, pathTo, planRows, type PlannedResource, type ProgramPlan, type Row } from "../../src/plan";

const place = { uri: "file:///p/main.pp", range: { start: { line: 3, character: 9 } } };
const resource = (operation: string, name: string, more: Partial<PlannedResource> = {}): PlannedResource => ({ operation, name, type: "aws:ec2/vpc:Vpc", urn: `urn:pulumi:dev::p::aws:ec2/vpc:Vpc::${name}`, ...more });
const plan: ProgramPlan = {
  uri: "file:///p",
  project: "p",
  stack: "dev",
  summary: "1 to delete, 1 to update, 2 the same",
  problems: [{ message: "`a` is registered twice", urn: "urn:a", place }],
  resources: [
    resource("same", "a", { place, block: "a", id: "vpc-1" }),
    resource("update", "b", { place, block: "b", oldUrn: "urn:old", details: ["tags.Name: 1 → 2", "found by its alias as c"] }),
    resource("same", "inner", { component: true }),
    resource("delete", "lost", { id: "vpc-9" }),
  ],
};
const outline = (rows: readonly Row[], indent = ""): string[] => rows.flatMap((row) => [`${indent}${row.label} | ${row.description} | ${row.icon}`, ...outline(row.children, `${indent}  `)]);

test("resources are grouped by what a run would do, the worst first", () => {
  assert.deepEqual(outline(planRows({ programs: [plan] })), [
    "dev | p: 1 to delete, 1 to update, 2 the same | layers",
    "  a is registered twice |  | error",
    "  Delete: no longer in the program | 1 | diff-removed",
    "    lost | Vpc · vpc-9 | diff-removed",
    "  Update | 1 | diff-modified",
    "    b | Vpc | diff-modified",
    "      tags.Name: 1 → 2 |  | ",
    "      found by its alias as c |  | ",
    "  Same | 2 | check",
    "    a | Vpc · vpc-1 | check",
    "    inner | Vpc | package",
  ]);
});

test("a program without a state has no row, and one with a broken state says why", () => {
  const none: ProgramPlan = { uri: "file:///p", problems: [], resources: [] };
  assert.deepEqual(planRows({ programs: [none] }), []);
  assert.deepEqual(outline(planRows({ programs: [{ ...none, project: "p", stack: "dev", message: "the state cannot be read" }] })), ["dev | p: the state cannot be read | warning"]);
});

test("rows keep their identity, and are all different", () => {
  const ids = (rows: readonly Row[]): string[] => rows.flatMap((row) => [row.id, ...ids(row.children)]);
  const all = ids(planRows({ programs: [plan] }));
  assert.equal(new Set(all).size, all.length);
  assert.deepEqual(ids(planRows({ programs: [{ ...plan, summary: "other" }] })), all);
});

test("a lens leads to the resource of its block", () => {
  const rows = planRows({ programs: [plan] });
  assert.deepEqual(pathTo(rows, place.uri, "b").map((row) => row.label), ["dev", "Update", "b"]);
  assert.deepEqual(pathTo(rows, "file:///q/main.pp", "b"), []);
  assert.deepEqual(pathTo(rows, place.uri, "lost"), []);
});

test("the command reads, and no name of a stack is an option", () => {
  assert.deepEqual(exportArguments(""), ["stack", "export"]);
  assert.deepEqual(exportArguments("org/p/dev"), ["stack", "export", "--stack", "org/p/dev"]);
  for (const stack of ["--show-secrets", "-x", "a b", "a;b", "a\n"]) {
    assert.equal(exportArguments(stack), undefined);
  }
});

test("only pages of consoles are opened", () => {
  for (const address of ["https://console.aws.amazon.com/go/view?arn=x", "https://portal.azure.com/#resource/subscriptions/x", "https://console.cloud.google.com/storage/browser/b?project=p"]) {
    assert.equal(consoleAddress(address), address);
  }
  for (const address of ["http://console.aws.amazon.com/", "https://console.aws.amazon.com.evil.example/", "https://evil.example/console.aws.amazon.com/", "https://portal.azure.com/ x", "command:x", "", 1, undefined]) {
    assert.equal(consoleAddress(address), undefined);
  }
});
