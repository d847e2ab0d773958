// The worker: the server with its files, and messages of the page or the extension, which says first how to start.

import type { Found, Look, News, Order } from "./orders";
import { start, Tree, type Server } from "./server";
import { Problem, type Origin } from "./tree";

declare const self: { onmessage: ((event: MessageEvent<Order>) => void) | null; postMessage(news: News): void };

const waiting = new Map<number, { readonly resolve: (found: Found) => void; readonly reject: (problem: Problem) => void }>();
let last = 0;

function look(what: Look, path: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    self.postMessage({ kind: "look", id: last, what, path });
  });
}

const origin: Origin = {
  list: (path) => look("list", path) as ReturnType<Origin["list"]>,
  size: (path) => look("size", path) as Promise<number>,
  read: (path) => look("read", path) as Promise<Uint8Array>,
  left: (left) => self.postMessage({ kind: "left", left }),
};

async function compiled(program: string | Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  const response = typeof program === "string" ? await fetch(program) : new Response(program);
  if (!response.ok || !response.body) {
    throw new Error(`the server cannot be loaded: ${response.status} ${response.statusText}`);
  }
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "content-type": "application/wasm" } }));
}

let said = ""; // the last words of a server that crashes
const files = new Tree(origin);

async function begin({ program, environment = {}, folders = [] }: Order & { kind: "start" }): Promise<Server> {
  files.mount(folders);
  return start({
    module: await compiled(program),
    files,
    environment,
    receive: (text) => self.postMessage({ kind: "message", text }),
    complain: (text) => {
      said = (said + text).slice(-10_000);
      console.warn(text);
    },
  });
}

const ended = (why: string): void => self.postMessage({ kind: "ended", why });
const encoder = new TextEncoder();
let server: Promise<Server> | undefined;

// Messages wait for the server. Orders are carried out one after another.
self.onmessage = ({ data: order }) => {
  if (order.kind === "start") {
    server = begin(order);
    server.then((one) => one.ended).then(() => ended(said || "the server has ended"), (problem: unknown) => ended(String(problem)));
    return;
  }
  void server?.then((one) => carryOut(one, order), () => undefined); // said above
};

function carryOut(one: Server, order: Order): void {
  switch (order.kind) {
    case "message":
      return one.send(order.text);
    case "files":
      order.remove.forEach((path) => files.remove(path));
      return order.put.forEach(({ path, content }) => files.put(path, typeof content === "string" ? encoder.encode(content) : content));
    case "folders":
      return files.mount(order.folders);
    case "changed":
      order.changes.forEach(({ path, what }) => (what === "content" ? files.touch(path) : files.forget(path)));
      return one.send(changed(order.changes.map(({ path }) => path)));
    case "seen":
      return answered(order.id)?.resolve(order.found);
    case "unseen":
      return answered(order.id)?.reject(new Problem(order.code));
  }
}

/** The message that files have changed. The client need not watch them. */
function changed(paths: readonly string[]): string {
  const changes = paths.map((path) => ({ uri: `file://${path.split("/").map(encodeURIComponent).join("/")}`, type: 2 }));
  return JSON.stringify({ jsonrpc: "2.0", method: "workspace/didChangeWatchedFiles", params: { changes } });
}

function answered(id: number): ReturnType<typeof waiting.get> {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}
