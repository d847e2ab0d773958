// One broken block must not take the others with it.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { Client, program } from "./client.mjs";
import { inside, positionAt, rangeOf, slice } from "./text.mjs";

const breaks = {
  "an unterminated string": 'config motto string {\n  default = "always open\n}\n',
  "an open interpolation": 'config motto string {\n  default = "always ${open\n}\n',
  "an open parenthesis": "config motto string {\n  default = join(\"a\", [\n}\n",
  "a missing brace": 'config motto string {\n  default = "always"\n',
};

const rest = `
resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  enableDsn = true
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = ["10.0.0.0/24"]
  zone      = "eu-north-a"
  pub
}
`;

for (const [what, broken] of Object.entries(breaks)) {
  test(`blocks 2 and 3 keep hover, completion and findings after ${what}`, async (t) => {
    const text = broken + rest;
    const folder = program(t, { "main.pp": text });
    const client = await Client.start(t, { folder });
    const { uri } = await client.open(path.join(folder, "main.pp"));

    assert.match(await client.hover(uri, inside(text, "cidrBlock")), /string/);
    assert.match(await client.hover(uri, inside(text, "network.id")), /cloudy|Network|output/);

    const labels = (await client.completions(uri, positionAt(text, text.lastIndexOf("pub") + 3))).map((one) => one.label);
    assert.ok(labels.includes("public"), labels.join(" "));

    const [target] = await client.definitions(uri, inside(text, "network.id"));
    assert.deepEqual(target?.range.start.line, rangeOf(text, "resource network").start.line);

    const found = await client.diagnostics(uri);
    const codes = found.map((one) => `${one.code} ${slice(text, one.range)}`);
    assert.ok(codes.includes("attr.unknown enableDsn"), codes.join("\n"));
    assert.ok(codes.some((one) => one.startsWith("attr.type ")), codes.join("\n"));

    const second = rangeOf(text, "resource network").start.line;
    const syntax = found.filter((one) => one.range.start.line < second && String(one.code).startsWith("syntax."));
    assert.notEqual(syntax.length, 0, `no syntax error in block 1 among ${codes.join("\n")}`);

    const names = (await client.symbols(uri)).map((one) => one.name).join(" ");
    assert.match(names, /network.*subnet/);
  });
}

test("closing the string takes its finding away and gives the name back", async (t) => {
  const text = 'motto = "always open\n\noutput sign {\n  value = motto\n}\n';
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  assert.notEqual((await client.diagnostics(uri)).length, 0);
  const end = rangeOf(text, "open").end;
  await client.change(uri, [{ range: { start: end, end }, text: '"' }]);
  assert.deepEqual(await client.diagnostics(uri), []);
  assert.match(await client.hover(uri, inside(text, "value = motto", { after: 10 })), /string/);
});
