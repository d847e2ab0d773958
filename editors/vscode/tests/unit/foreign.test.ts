// Which pasted texts the server is asked about.

import assert from "node:assert/strict";
import { test } from "node:test";

import { longest, looksForeign } from "../../src/foreign";

test("text of other languages is recognised", () => {
  for (const text of [
    'resource "aws_vpc" "main" {\n}\n', '# a network\nvariable "cidr" {}\n', "locals {\n  a = 1\n}\n", '  data "aws_ami" "x" {',
    "apiVersion: v1\nkind: Pod\n", "# pod\n---\napiVersion: v1\r\nkind: Pod\r\n", "resources:\n  a:\n    type: aws:s3:Bucket\n",
    '{"type": "aws:s3:Bucket"}', '\n{\n  "apiVersion": "v1", "kind": "Pod"\n}',
  ]) {
    assert.ok(looksForeign(text), text);
  }
});

test("PCL and ordinary text are not", () => {
  for (const text of [
    "", "a", "vpc.id", 'resource main "aws:ec2:Vpc" {\n}\n', 'resource "main" "aws:ec2:Vpc" {\n}\n', "config cidr string {\n}\n", "name = { type: 1 }\n", "https://example.com/kind:x",
    '"10.0.0.0/16"', "{ a = 1 }", `locals {${" ".repeat(longest)}}`, "output address {\n  value = 1\n}\n",
  ]) {
    assert.ok(!looksForeign(text), text);
  }
});
