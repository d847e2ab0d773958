// The worker: the server with its files, and messages of the page. The page says first which files there are.

import { start, type Server } from "./server";

/** What the page tells the worker. */
export type Order =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "files"; readonly put: ReadonlyArray<{ readonly path: string; readonly content: Uint8Array | string }>; readonly remove: readonly string[] };

/** What the worker tells the page. */
export type News =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "ended"; readonly why: string };

declare const self: { onmessage: ((event: MessageEvent<Order>) => void) | null; postMessage(news: News): void };

async function program(): Promise<WebAssembly.Module> {
  const response = await fetch("pcl-lsp.wasm.gzip");
  if (!response.ok || !response.body) {
    throw new Error(`the server cannot be loaded: ${response.status} ${response.statusText}`);
  }
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "content-type": "application/wasm" } }));
}

let said = ""; // the last words of a server that crashes

async function begin(): Promise<Server> {
  return start({
    module: await program(),
    receive: (text) => self.postMessage({ kind: "message", text }),
    complain: (text) => {
      said = (said + text).slice(-10_000);
      console.warn(text);
    },
  });
}

const ended = (why: string): void => self.postMessage({ kind: "ended", why });
const server = begin();
server.then((one) => one.ended).then(() => ended(said || "the server has ended"), (problem: unknown) => ended(String(problem)));

const encoder = new TextEncoder();
// Orders wait for the server and are carried out one after another.
self.onmessage = (event) => {
  void server.then(
    (one) => {
      const order = event.data;
      if (order.kind === "message") {
        one.send(order.text);
        return;
      }
      order.remove.forEach((path) => one.files.remove(path));
      order.put.forEach(({ path, content }) => one.files.put(path, typeof content === "string" ? encoder.encode(content) : content));
    },
    () => undefined, // said above
  );
};
