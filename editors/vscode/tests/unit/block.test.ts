// Which lines belong to a block.

import assert from "node:assert/strict";
import { test } from "node:test";

import { blockAround } from "../../src/block";

const text = ["# net", "resource net \"a:b:C\" {", "  size = 1", "", "  tags = {", "    a = 1", "  }", "}", "", "x = [", "  1,", "]", "resource open \"a:b:C\" {", "  size ="];

const blocks: [line: number, first: number, last: number][] = [
  [0, 0, 0],
  [1, 1, 7],
  [3, 1, 7],
  [7, 1, 7],
  [10, 9, 11],
  [12, 12, 13],
  [13, 12, 13],
  [99, 12, 13],
];

for (const [line, first, last] of blocks) {
  test(`the block around line ${line}`, () => {
    assert.deepEqual(blockAround({ count: text.length, at: (n) => text[n] ?? "" }, line), { first, last });
  });
}

test("a text without blocks", () => {
  assert.deepEqual(blockAround({ count: 1, at: () => "" }, 0), { first: 0, last: 0 });
});
