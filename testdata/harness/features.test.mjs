// What an editor asks of a document: findings, hover, completion, definition, symbols, formatting.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { Client, program, programs } from "./client.mjs";
import { applyEdits, inside, positionAt, rangeOf, slice } from "./text.mjs";

const webshop = path.join(programs, "webshop");

const goodPrograms = ["webshop", "webshop/network", "components", "components/site", "ranges", "config", "secrets", "multifile", "options", "lookups", "expressions", "packages"];
const mainFiles = { "webshop/network": "firewall.pp", multifile: "Main.pp" };

test("a good program has no findings, and they come with the document's version", async (t) => {
  const client = await Client.start(t);
  for (const name of goodPrograms) {
    const { uri } = await client.open(path.join(programs, name, mainFiles[name] ?? "main.pp"));
    assert.deepEqual(await client.diagnostics(uri), [], name);
  }
});

test("a broken program has its findings on the right tokens", async (t) => {
  const client = await Client.start(t);
  const { uri, text } = await client.open(path.join(webshop, "broken", "main.pp"));
  const found = (await client.diagnostics(uri)).map((one) => `${one.code} ${slice(text, one.range).split("\n")[0]}`);
  for (const want of [
    "attr.unknown enableDsn",
    "name.undefined databasePasword",
    "function.unknown jsonencode",
    "option.unknown depends_on",
  ]) {
    assert.ok(found.includes(want), `${want} is not among\n${found.join("\n")}`);
  }
  for (const code of ["config.default", "name.duplicate", "attr.type", "attr.missing", "block.unknown-kind", "resource.unknown", "token.malformed", "range.iterate", "cycle", "prop.unknown", "call.arg"]) {
    assert.ok(found.some((one) => one.startsWith(`${code} `)), `${code} is not among\n${found.join("\n")}`);
  }
  assert.ok(found.includes("name.undefined opening"), found.join("\n"));
});

test("findings follow the text, and go when the mistake does", async (t) => {
  const text = "one = 1\ntwo = one + nobody\n\noutput three {\n  value = two\n}\n";
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const first = await client.diagnostics(uri, 1);
  assert.deepEqual(first.filter((one) => one.severity === 1).map((one) => slice(text, one.range)), ["nobody"]);
  const version = await client.change(uri, [{ range: rangeOf(text, "nobody"), text: "one" }]);
  assert.equal(version, 2);
  assert.deepEqual(await client.diagnostics(uri, 2), []);
});

test("hover on a property shows its type in each shape and its documentation", async (t) => {
  const client = await Client.start(t);
  const { uri, text } = await client.open(path.join(webshop, "network", "network.pp"));
  const shown = await client.hover(uri, inside(text, "cidrBlock = cidrBlock"));
  assert.match(shown, /cidrBlock/);
  assert.match(shown, /at most a `\/16`/, "documentation of the schema");
  assert.match(shown, /input\(string\)|output\(string\) \| string|string \| output\(string\)/, "input shape");
  assert.match(shown, /output\(string\)/, "output shape");
});

test("hover shows the type of any expression", async (t) => {
  const text = 'count = 3\nnames = ["a", "b"]\nall = [for name in names : "${name}-${count}"]\n';
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  assert.match(await client.hover(uri, inside(text, "all")), /list\(string\)/);
  assert.match(await client.hover(uri, inside(text, "names :")), /string, string|tuple/);
  assert.match(await client.hover(uri, inside(text, "name}")), /string/);
});

test("hover sees the edit before it and no later one", async (t) => {
  const text = "thing = 1\n";
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const values = ["1", '"text"', "true", "[1, 2]"];
  const wanted = [/\b1\b|int/, /string/, /bool|true/, /1, 2|tuple|int/];
  let now = "1";
  const asked = [];
  for (let round = 0; round < 200; round++) {
    const next = values[round % values.length];
    const current = `thing = ${now}\n`;
    client.change(uri, [{ range: rangeOf(current, now), text: next }]);
    asked.push(client.hover(uri, { line: 0, character: 2 }));
    now = next;
  }
  for (const [round, shown] of (await Promise.all(asked)).entries()) {
    assert.match(shown, wanted[round % wanted.length], `round ${round}, value ${values[round % values.length]}`);
  }
});

test("completion inside of a resource offers the properties that are not there yet", async (t) => {
  const text = 'resource network "cloudy:net/network:Network" {\n  cidrBlock = "10.0.0.0/16"\n  ena\n}\n';
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const items = await client.completions(uri, rangeOf(text, "ena").end);
  const labels = items.map((one) => one.label);
  assert.ok(labels.includes("enableDns"), labels.join(" "));
  assert.ok(!labels.includes("cidrBlock"), "cidrBlock is there already");
  assert.ok(!labels.includes("ownerId"), "ownerId is an output only");

  const chosen = items.find((one) => one.label === "enableDns");
  const edit = chosen.textEdit;
  const after = edit ? applyEdits(text, [{ range: edit.range, newText: edit.newText }]) : text.replace("ena\n", `${chosen.insertText ?? chosen.label}\n`);
  assert.match(after, /\n {2}enableDns\b/);
});

test("completion of a value offers the names in scope", async (t) => {
  const text = 'config subnetRange string {\n  default = "10.0.0.0/16"\n}\n\nresource network "cloudy:net/network:Network" {\n  cidrBlock = sub\n}\n';
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const labels = (await client.completions(uri, rangeOf(text, "sub", "utf-16", 1).end)).map((one) => one.label);
  assert.ok(labels.includes("subnetRange"), labels.join(" "));
});

test("definition goes to the declaration, in this file and in another", async (t) => {
  const client = await Client.start(t);
  const { uri, text } = await client.open(path.join(webshop, "main.pp"));

  const here = await client.definitions(uri, inside(text, "image.imageId"));
  assert.equal(here.length, 1);
  assert.equal(here[0].uri, uri);
  assert.equal(here[0].range.start.line, positionAt(text, text.indexOf("image = invoke")).line);

  const storage = path.join(webshop, "storage.pp");
  const there = await client.definitions(uri, inside(text, "uploads.bucketName"));
  assert.equal(there.length, 1);
  assert.equal(there[0].uri, pathToFileURL(storage).href);
  const other = readFileSync(storage, "utf8");
  assert.equal(there[0].range.start.line, positionAt(other, other.indexOf("resource uploads")).line);
});

test("definition has nothing to say about a literal", async (t) => {
  const client = await Client.start(t);
  const { uri, text } = await client.open(path.join(webshop, "main.pp"));
  assert.deepEqual(await client.definitions(uri, inside(text, "debian-13")), []);
});

test("documentSymbol lists what a file declares, in order, each with its name", async (t) => {
  const client = await Client.start(t);
  const { uri, text } = await client.open(path.join(webshop, "network", "network.pp"));
  const symbols = await client.symbols(uri);
  const names = symbols.map((one) => one.name.replace(/^.*"(.*)"$/, "$1"));
  const declared = names.filter((name) => ["cidrBlock", "publicSubnets", "privateSubnets", "tags", "network", "public", "private"].includes(name));
  assert.deepEqual(declared, ["cidrBlock", "publicSubnets", "privateSubnets", "tags", "network", "public", "private"], names.join(" "));
  for (const symbol of symbols) {
    const whole = slice(text, symbol.range);
    assert.ok(whole.includes(slice(text, symbol.selectionRange)), symbol.name);
    assert.ok(slice(text, symbol.selectionRange) !== "" && !slice(text, symbol.selectionRange).includes("\n"), `selection of ${symbol.name}`);
  }
});

test("formatting gives the canonical text, and then leaves it alone", async (t) => {
  const untidy = 'resource   network   "cloudy:net/network:Network"   {\n      cidrBlock="10.0.0.0/16"\n   enableDns    =   true\n\n\n   tags = {a=1,\n bb   = 2}\n}\n';
  const folder = program(t, { "main.pp": untidy });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const tidy = applyEdits(untidy, await client.formatting(uri));
  assert.match(tidy, /^resource network "cloudy:net\/network:Network" \{\n {2}cidrBlock = "10\.0\.0\.0\/16"\n {2}enableDns = true\n/);

  await client.change(uri, [{ text: tidy }]);
  assert.equal(applyEdits(tidy, await client.formatting(uri)), tidy);
});

test("formatting changes nothing in the good programs", async (t) => {
  const client = await Client.start(t);
  for (const name of goodPrograms) {
    const { uri, text } = await client.open(path.join(programs, name, mainFiles[name] ?? "main.pp"));
    assert.equal(applyEdits(text, await client.formatting(uri)), text, name);
  }
});

test("an edit in one open file changes the findings of another", async (t) => {
  const folder = program(t, { "a.pp": "output value {\n  value = shared\n}\n", "b.pp": "shared = 1\n" });
  const client = await Client.start(t, { folder });
  const a = await client.open(path.join(folder, "a.pp"));
  const b = await client.open(path.join(folder, "b.pp"));
  assert.deepEqual(await client.diagnostics(a.uri), []);
  await client.change(b.uri, [{ range: rangeOf(b.text, "shared"), text: "renamed" }]);
  const errors = await client.until(
    () => client.published.get(a.uri)?.at(-1)?.diagnostics.find((one) => one.severity === 1),
    () => "the findings of the other file did not change",
  );
  assert.equal(slice(a.text, errors.range), "shared");
});
