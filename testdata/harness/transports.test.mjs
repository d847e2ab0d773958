// The ways to a server other than standard input and output, with the transports of the client library: it opens a pipe or a socket and the server
// connects, or the server listens.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { test } from "node:test";
import rpc from "vscode-languageserver-protocol/node";

import { patience, serverBinary } from "./client.mjs";

function start(t, ...args) {
  const server = spawn(serverBinary(), ["serve", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => server.kill("SIGKILL"));
  server.stdout.on("data", (data) => assert.fail(`on standard output: ${data}`));
  return server;
}

/** Shakes hands, and leaves. */
async function converse([reader, writer]) {
  const connection = rpc.createMessageConnection(reader, writer);
  connection.listen();
  const { serverInfo } = await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  assert.equal(serverInfo.name, "pcl-lsp");
  await connection.sendNotification("initialized", {});
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  await new Promise((closed) => connection.onClose(closed));
}

test("the server connects to the client's pipe", { timeout: patience }, async (t) => {
  const name = rpc.generateRandomPipeName();
  const transport = await rpc.createClientPipeTransport(name);
  const server = start(t, `--pipe=${name}`);
  await converse(await transport.onConnected());
  assert.deepEqual(server.exitCode === null ? (await once(server, "exit"))[0] : server.exitCode, 0);
});

test("the server connects to the client's socket", { timeout: patience }, async (t) => {
  const free = net.createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  free.close();
  await once(free, "close");
  const transport = await rpc.createClientSocketTransport(port);
  const server = start(t, `--socket=${port}`);
  await converse(await transport.onConnected());
  assert.deepEqual(server.exitCode === null ? (await once(server, "exit"))[0] : server.exitCode, 0);
});

test("the server listens, for one client after another", { timeout: patience }, async (t) => {
  const server = start(t, "--listen", "127.0.0.1:0");
  const [said] = await once(server.stderr, "data");
  const port = Number(/listening at 127\.0\.0\.1:(\d+)/.exec(String(said))[1]);
  for (let i = 0; i < 2; i++) {
    const socket = net.connect(port, "127.0.0.1");
    await converse([new rpc.SocketMessageReader(socket), new rpc.SocketMessageWriter(socket)]);
  }
  server.kill("SIGTERM");
  assert.deepEqual((await once(server, "exit"))[0], 0);
});
