// From the first message to the last: handshake, encodings, unknown messages, and how the server ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import path from "node:path";

import { Client, program } from "./client.mjs";
import { rangeOf, slice } from "./text.mjs";

const methodNotFound = -32601;
const invalidRequest = -32600;
const notInitialized = -32002;

const offers = [
  { encodings: ["utf-8"], want: "utf-8" },
  { encodings: ["utf-16"], want: "utf-16" },
  { encodings: ["utf-32"], want: "utf-32" },
  { encodings: ["utf-32", "utf-16", "utf-8"], want: "utf-8" },
  { encodings: undefined, want: "utf-16" },
];

for (const { encodings, want } of offers) {
  test(`a client that offers ${encodings ?? "no encoding"} gets ${want}, and its columns`, async (t) => {
    const text = 'greeting = join("é😀", [nobody])\n\noutput greeting2 {\n  value = "日本 ${greeting} ${nothing}"\n}\n';
    const folder = program(t, { "main.pp": text });
    const client = await Client.start(t, { folder, encodings: encodings ?? null });
    assert.equal(client.encoding, want);
    if (encodings) {
      assert.equal(client.answer.capabilities.positionEncoding, want);
    }

    const { uri } = await client.open(path.join(folder, "main.pp"));
    const found = await client.diagnostics(uri);
    const errors = found.filter((one) => one.severity === 1).map((one) => one.range);
    assert.deepEqual(errors, [rangeOf(text, "nobody", want), rangeOf(text, "nothing", want)]);
    assert.deepEqual(errors.map((range) => slice(text, range, want)), ["nobody", "nothing"]);
    assert.deepEqual(await client.shutdown(), { code: 0, signal: null });
  });
}

test("the server says what it can do", async (t) => {
  const { answer } = await Client.start(t);
  assert.equal(answer.serverInfo?.name, "pcl-lsp");
  const can = answer.capabilities;
  const sync = typeof can.textDocumentSync === "object" ? can.textDocumentSync : { openClose: true, change: can.textDocumentSync };
  assert.equal(sync.openClose, true);
  assert.equal(sync.change, 2, "incremental changes");
  for (const name of ["hoverProvider", "completionProvider", "definitionProvider", "documentSymbolProvider", "documentFormattingProvider"]) {
    assert.ok(can[name], name);
  }
});

test("an unknown request is answered -32601, with parameters and without, and the next one works", async (t) => {
  const client = await Client.start(t);
  await assert.rejects(client.request("pcl/noSuchThing", { a: 1 }), { code: methodNotFound });
  await assert.rejects(client.request("pcl/noSuchThing"), { code: methodNotFound });
  await assert.rejects(client.request("$/noSuchThing", {}), { code: methodNotFound });
  assert.deepEqual(await client.shutdown(), { code: 0, signal: null });
});

test("an unknown notification is ignored", async (t) => {
  const client = await Client.start(t);
  await client.notify("pcl/noSuchThing", { a: 1 });
  await client.notify("$/noSuchThing", {});
  await client.notify("$/setTrace", { value: "off" });
  await client.notify("$/cancelRequest", { id: 4711 });
  assert.deepEqual(await client.shutdown(), { code: 0, signal: null });
});

test("nothing is answered before initialize, nor after shutdown, nor twice", async (t) => {
  const client = Client.spawn(t);
  await assert.rejects(client.request("textDocument/hover", { textDocument: { uri: "file:///x.pp" }, position: { line: 0, character: 0 } }), { code: notInitialized });
  await client.initialize();
  await assert.rejects(client.request("initialize", { processId: null, rootUri: null, capabilities: {} }), { code: invalidRequest });
  await client.request("shutdown");
  await assert.rejects(client.request("textDocument/hover", { textDocument: { uri: "file:///x.pp" }, position: { line: 0, character: 0 } }), { code: invalidRequest });
  await client.notify("exit");
  assert.deepEqual(await client.exited, { code: 0, signal: null });
});

test("exit without shutdown ends with status 1", async (t) => {
  const client = await Client.start(t);
  await client.notify("exit");
  assert.deepEqual(await client.within(client.exited, "exit"), { code: 1, signal: null });
});

test("serve is the default command, with and without --stdio", async (t) => {
  for (const args of [[], ["serve"], ["--stdio"]]) {
    const client = Client.spawn(t, { args });
    await client.initialize();
    assert.deepEqual(await client.shutdown(), { code: 0, signal: null }, `arguments ${JSON.stringify(args)}`);
  }
});

test("every one of a hundred cancelled requests is answered", async (t) => {
  const text = 'x = "a"\n';
  const folder = program(t, { "main.pp": text });
  const client = await Client.start(t, { folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  const { CancellationTokenSource } = (await import("vscode-languageserver-protocol/node")).default;
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () => {
      const source = new CancellationTokenSource();
      const answer = client.within(client.connection.sendRequest("textDocument/hover", client.at(uri, { line: 0, character: 0 }), source.token), "a cancelled hover");
      source.cancel();
      return answer;
    }),
  );
  for (const answer of answers) {
    if (answer.status === "rejected") {
      assert.equal(answer.reason.code, -32800, String(answer.reason));
    }
  }
  assert.notEqual(await client.hover(uri, { line: 0, character: 0 }), "");
});
