// Compares the findings of the program for pages with those of the same program built for this machine: node tests/equal.mjs BUILD FOLDER...
// BUILD has both, and the bundle that starts the first one. Each FOLDER is a workspace; those that do not exist are skipped. The program for
// pages has its files in memory, with the schemas that lie above the workspace; the other reads the disk.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const limit = 6_000_000; // bytes that a page has to download

const [build, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { start, frame, Tree, unframer } = await import(pathToFileURL(join(build, "server.mjs")).href);
const began = performance.now();
let failed = false;
const packed = readFileSync(join(build, "../web/pcl-lsp.wasm.gzip"));
const module = await WebAssembly.compile(gunzipSync(packed));
console.log(`${packed.length <= limit ? "ok" : "not ok"} the server has ${packed.length} bytes, of ${limit} at most`);

for (const folder of folders) {
  if (!existsSync(folder)) {
    console.log(`skip ${folder}: it is not there`);
    continue;
  }
  const inPage = await findings(folder, page);
  const onMachine = await findings(folder, native);
  const count = [...onMachine.values()].reduce((sum, items) => sum + items.length, 0);
  const different = [...new Set([...inPage.keys(), ...onMachine.keys()])].filter((uri) => !isDeepStrictEqual(inPage.get(uri), onMachine.get(uri)));
  if (different.length > 0 || count === 0) {
    console.log(`not ok ${folder}: ${different.length} of ${onMachine.size} files differ, ${count} findings`);
    const [first] = different;
    console.log(JSON.stringify({ first, inPage: inPage.get(first), onMachine: onMachine.get(first) }, undefined, 2).slice(0, 4000));
    failed = true;
  } else {
    console.log(`ok the same ${count} findings in ${onMachine.size} files of ${folder}`);
  }
}
console.log(`# ${Math.round(performance.now() - began)} ms`);
process.exit(failed || packed.length > limit ? 1 : 0); // the programs would wait for more messages

/** The findings in all files of a folder. */
async function findings(folder, run) {
  const waiting = new Map();
  const send = await run(folder, (text) => {
    const message = JSON.parse(text);
    if (message.method === undefined) {
      waiting.get(message.id)(message);
      waiting.delete(message.id);
    } else if (message.id !== undefined) {
      send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: null }));
    }
  });
  let last = 0;
  const ask = (method, params) =>
    new Promise((answer, fail) => {
      waiting.set(++last, (message) => (message.error ? fail(new Error(`${method}: ${message.error.message}`)) : answer(message.result)));
      send(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }));
    });
  await ask("initialize", {
    processId: null,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { diagnostic: { relatedDocumentSupport: true } }, workspace: { diagnostics: { refreshSupport: true } } },
  });
  send(JSON.stringify({ jsonrpc: "2.0", method: "initialized", params: {} }));
  const report = await ask("workspace/diagnostic", { previousResultIds: [] });
  return new Map(report.items.map((item) => [item.uri, item.items]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function page(folder, receive) {
  const files = new Tree();
  const server = await start({ module, files, receive, complain: (text) => process.stderr.write(text) });
  for (const file of [folder, ...schemasAbove(folder)].flatMap((inside) => readdirSync(inside, { recursive: true, withFileTypes: true }))) {
    if (file.isFile()) {
      const path = join(file.parentPath ?? file.path, file.name);
      files.put(path, readFileSync(path));
    }
  }
  return server.send;
}

/** The folders of schemas that programs in a folder find. */
function schemasAbove(folder) {
  const above = dirname(folder);
  const schemas = join(above, "schemas");
  return [...(existsSync(schemas) ? [schemas] : []), ...(above === folder || existsSync(join(above, ".git")) ? [] : schemasAbove(above))];
}

async function native(_folder, receive) {
  // The page has no variables, either.
  const program = spawn(join(build, "native"), { env: {}, stdio: ["pipe", "pipe", "inherit"] });
  program.stdout.on("data", unframer(receive));
  return (text) => program.stdin.write(frame(text));
}
