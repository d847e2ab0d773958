// Reads the parts of ZIP archives that extension packages use: names, Unix modes and contents.

import { inflateRawSync } from "node:zlib";

/** The files of an archive by name, with `mode` and `read()`. */
export function unzip(bytes) {
  const files = new Map();
  const end = bytes.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0) {
    throw new Error("not a ZIP archive");
  }
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const entry = { method: bytes.readUInt16LE(at + 10), packed: bytes.readUInt32LE(at + 20), header: bytes.readUInt32LE(at + 42) };
    files.set(bytes.toString("utf8", at + 46, at + 46 + name), {
      mode: (bytes.readUInt32LE(at + 38) >>> 16) & 0o7777,
      read: () => contents(bytes, entry),
    });
    at += 46 + name + extra + comment;
  }
  return files;
}

function contents(bytes, { method, packed, header }) {
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const raw = bytes.subarray(from, from + packed);
  return method === 0 ? raw : inflateRawSync(raw);
}
