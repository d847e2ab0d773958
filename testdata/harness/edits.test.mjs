// Thousands of random edits, in order, leave the server with the client's text: what it says about the document is what
// a fresh server says about the final text, and what the client's own model knows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { Client, program, programs } from "./client.mjs";
import { applyEdits, lineStarts, positionAt, slice } from "./text.mjs";

const schedule = [
  { encoding: "utf-16", seed: 1, edits: 5_000 },
  { encoding: "utf-8", seed: 2, edits: 1_000 },
  { encoding: "utf-32", seed: 3, edits: 1_000 },
];

// Edits between two looks at the server's state.
const between = 100;

// A small generator with a seed, so that a failure can be repeated (mulberry32).
function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] };
}

const scraps = [
  "", "", " ", "\n", "\r\n", "\t", "a", "Z", "é", "日本", "😀", "👩‍👩‍👧", "e\u0301", '"', "\\", "{", "}", "[", "]", "(", ")", "=", "${", "%{ if", "<<EOT\n", "EOT\n", "#", "/*", "*/",
  "x = 1\n", "motto = \"😀 open\"\n", "output o {\n  value = nobody\n}\n", 'resource r "cloudy:net/network:Network" {\n  enableDsn = true\n}\n', "config c string {\n",
];

// Any edit anywhere: most of the texts between are not PCL at all.
function wildEdit(text, random) {
  const ends = [...characterBoundaries(text, random)];
  const scrap = random.below(3) === 0 ? "" : random.pick(scraps);
  return { start: ends[0], end: ends[1], newText: scrap };
}

// Two boundaries between characters, close to each other more often than not.
function characterBoundaries(text, random) {
  const start = boundary(text, random.below(text.length + 1));
  const length = random.below(10) === 0 ? random.below(200) : random.below(6);
  return [start, boundary(text, Math.min(text.length, start + length))];
}

// Never between the halves of a pair, nor between CR and LF: positions there have no meaning in all encodings.
function boundary(text, index) {
  const low = text.charCodeAt(index) >= 0xdc00 && text.charCodeAt(index) <= 0xdfff && index > 0;
  const inEnding = text[index] === "\n" && text[index - 1] === "\r";
  return low || inEnding ? index - 1 : index;
}

function toChange(text, { start, end, newText }, encoding) {
  return { range: { start: positionAt(text, start, encoding), end: positionAt(text, end, encoding) }, text: newText };
}

// Answers with the final text, and with texts on the way and what the server said about each: a later edit may mend
// what an earlier one broke.
async function editWildly(client, uri, text, random, count) {
  let current = text;
  const stops = [];
  for (let done = 0; done < count; ) {
    const changes = [];
    for (let several = 1 + random.below(3); several > 0 && done < count; several--, done++) {
      if (random.below(2_000) === 0) {
        current = text;
        changes.push({ text: current });
        continue;
      }
      const edit = wildEdit(current, random);
      changes.push(toChange(current, edit, client.encoding));
      current = current.slice(0, edit.start) + edit.newText + current.slice(edit.end);
    }
    client.change(uri, changes);
    if (current.length > 40_000) {
      const cut = boundary(current, 5_000);
      client.change(uri, [toChange(current, { start: cut, end: current.length, newText: "" }, client.encoding)]);
      current = current.slice(0, cut);
    }
    if (done >= (stops.length + 1) * between) {
      stops.push({ text: current, symbols: client.symbols(uri) });
    }
  }
  return { text: current, stops };
}

// The last edit mentions a name that is nowhere else, so that the findings change for certain.
async function finish(client, uri, text, probe) {
  const end = positionAt(text, text.length, client.encoding);
  const version = await client.change(uri, [{ range: { start: end, end }, text: probe }]);
  await client.diagnostics(uri, version);
  return text + probe;
}

// In the midst of edits a schema may still be loading, when an edit has touched the name or version of a package: then
// types are known in part. What is there does not depend on it.
function withoutTypes(symbols) {
  return symbols.map(({ detail, children, ...rest }) => (children ? { ...rest, children: withoutTypes(children) } : rest));
}

async function everythingAbout(client, uri, text) {
  return {
    diagnostics: await client.diagnostics(uri),
    symbols: await client.symbols(uri),
    formatted: applyEdits(text, await client.formatting(uri), client.encoding),
  };
}

for (const { encoding, seed, edits } of schedule) {
  test(`${edits} edits of any kind in ${encoding} (seed ${seed}) end in the state of a fresh server`, { timeout: 240_000 }, async (t) => {
    const original = readFileSync(path.join(programs, "expressions", "main.pp"), "utf8");
    const folder = program(t, { "main.pp": original });
    const file = path.join(folder, "main.pp");
    const client = await Client.start(t, { folder, encodings: [encoding] });
    assert.equal(client.encoding, encoding);
    const { uri } = await client.open(file);

    const random = generator(seed);
    const edited = await editWildly(client, uri, original, random, edits);
    assert.equal(edited.stops.length, edits / between);
    const text = await finish(client, uri, edited.text, "\n\nthe_last_probe = nobody_knows_this_😀\n");
    const told = await everythingAbout(client, uri, text);

    const fresh = await Client.start(t, { folder, encodings: [encoding] });
    await fresh.open(file, text);
    const wanted = await everythingAbout(fresh, uri, text);
    assert.deepEqual(told, wanted);
    for (const [number, stop] of edited.stops.entries()) {
      fresh.change(uri, [{ text: stop.text }]);
      assert.deepEqual(withoutTypes(await stop.symbols), withoutTypes(await fresh.symbols(uri)), `after about ${(number + 1) * between} edits`);
    }
    assert.deepEqual(await client.shutdown(), { code: 0, signal: null });
  });
}

// Lines like `name = missing`: the outline then tells every name, and the findings every reference, so that the
// client's own model can be compared with what the server holds, letter by letter.
const letters = ["a", "b", "z", "Ö", "é", "日", "𝒳", "_", "7"];

function word(random, used) {
  for (;;) {
    let made = random.pick(letters.slice(0, 7));
    for (let length = random.below(8); length > 0; length--) {
      made += random.pick(letters);
    }
    if (!used.has(made)) {
      return made;
    }
  }
}

function modelText(lines) {
  return lines.map(({ name, missing }) => `${name} = ${missing}\n`).join("");
}

function modelEdit(lines, random) {
  const used = new Set(lines.flatMap(({ name, missing }) => [name, missing]));
  const fresh = () => {
    const name = word(random, used);
    used.add(name);
    return { name, missing: word(random, used) };
  };
  const at = random.below(lines.length + 1);
  switch (lines.length < 5 ? 0 : random.below(6)) {
    case 0:
      return [...lines.slice(0, at), fresh(), ...lines.slice(at)];
    case 1:
      return lines.length < 60 ? [...lines, fresh()] : lines.slice(0, 30);
    case 2:
      return [...lines.slice(0, at), ...lines.slice(at + 1 + random.below(2))];
    case 3:
      return lines.map((line, index) => (index === at ? { ...line, name: word(random, used) } : line));
    case 4:
      return lines.map((line, index) => (index === at ? { ...line, missing: word(random, used) } : line));
    default:
      return [...lines.slice(0, at), ...lines.slice(at, at + 2).reverse(), ...lines.slice(at + 2)];
  }
}

// The smallest edit from one text to another: what is common at both ends stays.
function difference(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    start++;
  }
  start = boundary(before, start);
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  const from = before.length - end;
  if (boundary(before, from) !== from) {
    end -= 1;
  }
  return { start, end: before.length - end, newText: after.slice(start, after.length - end) };
}

test("5,000 ordered edits leave the server with the client's names and references", { timeout: 240_000 }, async (t) => {
  const random = generator(4);
  let lines = [];
  for (let count = 0; count < 20; count++) {
    lines = [...lines, { name: `start${count}`, missing: `gone${count}` }];
  }
  let text = modelText(lines);
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));

  const stops = [];
  for (let done = 0; done < 5_000; done++) {
    lines = modelEdit(lines, random);
    const next = modelText(lines);
    client.change(uri, [toChange(text, difference(text, next), client.encoding)]);
    text = next;
    if (done % 20 === 0) {
      stops.push({ names: lines.map(({ name }) => name), symbols: client.symbols(uri) });
    }
  }
  for (const [number, { names, symbols }] of stops.entries()) {
    assert.deepEqual((await symbols).map((one) => one.name), names, `after ${number * 20 + 1} edits`);
  }
  lines = [...lines, { name: "theLastName", missing: "theLastReference" }];
  text = await finish(client, uri, text, "theLastName = theLastReference\n");
  assert.equal(text, modelText(lines));

  const symbols = await client.symbols(uri);
  assert.deepEqual(symbols.map((one) => one.name), lines.map(({ name }) => name));
  assert.deepEqual(symbols.map((one) => slice(text, one.selectionRange)), lines.map(({ name }) => name));
  const references = (await client.diagnostics(uri)).filter((one) => one.code === "name.undefined");
  assert.deepEqual(references.map((one) => slice(text, one.range)), lines.map(({ missing }) => missing));
  assert.deepEqual(references.map((one) => one.range.start.line), lines.map((_, line) => line));
  assert.equal(lineStarts(text).length, lines.length + 1);
  assert.deepEqual(await client.shutdown(), { code: 0, signal: null });
});
