// How the package check recognises the program of a platform.

import assert from "node:assert/strict";
import { test } from "node:test";

// @ts-expect-error the scripts are plain JavaScript
import { faultOfBinary, targets } from "../../scripts/targets.mjs";

function program(name: string): Buffer {
  const { format, machine } = targets[name];
  const bytes = Buffer.alloc(256);
  Buffer.from(format.magic, "hex").copy(bytes);
  if (name.startsWith("win32")) {
    bytes.writeUInt32LE(0x80, 0x3c);
    bytes.writeUInt16LE(machine, 0x84);
  } else if (name.startsWith("darwin")) {
    bytes.writeUInt32LE(machine, 4);
  } else {
    bytes.writeUInt16LE(machine, 18);
  }
  return bytes;
}

test("a program is accepted for its own platform only", () => {
  for (const name of Object.keys(targets)) {
    for (const other of Object.keys(targets)) {
      assert.equal(faultOfBinary(program(name), targets[other]) === undefined, name === other, `${name} as ${other}`);
    }
  }
});
