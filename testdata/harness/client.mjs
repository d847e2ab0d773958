// A client of the built server: starts it, answers what it asks, and remembers the findings it publishes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import rpc from "vscode-languageserver-protocol/node";

export const testdata = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
export const programs = path.join(testdata, "programs");
export const patience = 30_000;

const everyCapability = {
  general: {},
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  window: { workDoneProgress: true },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, dataSupport: true, tagSupport: { valueSet: [1, 2] } },
    hover: { contentFormat: ["markdown", "plaintext"] },
    definition: { linkSupport: false },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    formatting: {},
    signatureHelp: { signatureInformation: { documentationFormat: ["markdown", "plaintext"] } },
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    completion: {
      completionItem: {
        snippetSupport: false,
        documentationFormat: ["markdown", "plaintext"],
        deprecatedSupport: true,
        labelDetailsSupport: true,
        insertReplaceSupport: false,
        resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
      },
      contextSupport: true,
    },
  },
};

export function serverBinary() {
  const named = process.env.PCL_LSP_BIN;
  assert.ok(named, "PCL_LSP_BIN must name the built pcl-lsp");
  return path.resolve(named);
}

/**
 * Where PCL_LSP_RECORDINGS names a folder, what a server reads and writes is kept there as NAME.in and NAME.out, to be
 * checked against the metamodel of the protocol.
 */
function record(server) {
  const folder = process.env.PCL_LSP_RECORDINGS;
  if (!folder) {
    return;
  }
  const name = path.join(folder, `harness-${process.pid}-${server.pid}`);
  const write = server.stdin.write;
  server.stdin.write = function (chunk, ...rest) {
    appendFileSync(`${name}.in`, chunk);
    return write.call(this, chunk, ...rest);
  };
  server.stdout.on("data", (chunk) => appendFileSync(`${name}.out`, chunk));
}

export class Client {
  /** Starts a server without initializing it. It is killed, if need be, when the test ends. */
  static spawn(t, { args = ["serve", "--stdio"] } = {}) {
    const home = mkdtempSync(path.join(tmpdir(), "pcl-harness-home-"));
    const server = spawn(serverBinary(), args, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, HOME: home, PULUMI_HOME: path.join(home, ".pulumi"), PCL_SCHEMA_PATH: path.join(testdata, "schemas") },
    });
    record(server);
    const client = new Client(server);
    t.after(async () => {
      client.connection.dispose();
      server.kill("SIGKILL");
      await client.exited;
      rmSync(home, { recursive: true, force: true });
    });
    return client;
  }

  /** Starts and initializes a server on a folder. */
  static async start(t, { folder = programs, encodings = ["utf-16"] } = {}) {
    const client = Client.spawn(t);
    await client.initialize({ folder, encodings });
    return client;
  }

  constructor(server) {
    this.server = server;
    this.stderr = "";
    this.published = new Map(); // uri -> every publication, oldest first
    this.waiting = new Set();
    this.versions = new Map();
    server.stderr.setEncoding("utf8").on("data", (text) => (this.stderr += text));
    this.exited = new Promise((resolve) => server.on("exit", (code, signal) => resolve({ code, signal })));
    this.connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
    this.connection.onError(([problem]) => (this.stderr += `\nconnection: ${problem}`));
    this.connection.onRequest("workspace/configuration", ({ items }) => items.map(() => null));
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.onRequest("client/unregisterCapability", () => null);
    this.connection.onRequest("window/workDoneProgress/create", () => null);
    this.connection.onRequest("window/showMessageRequest", () => null);
    this.connection.onNotification("textDocument/publishDiagnostics", (params) => {
      this.published.set(params.uri, [...(this.published.get(params.uri) ?? []), params]);
      for (const look of this.waiting) {
        look();
      }
    });
    this.connection.listen();
  }

  async initialize({ folder = programs, encodings = ["utf-16"] } = {}) {
    const capabilities = structuredClone(everyCapability);
    if (encodings) {
      capabilities.general.positionEncodings = encodings;
    }
    const uri = pathToFileURL(folder).href;
    this.answer = await this.request("initialize", {
      processId: process.pid,
      clientInfo: { name: "harness" },
      rootUri: uri,
      workspaceFolders: [{ uri, name: path.basename(folder) }],
      capabilities,
    });
    await this.notify("initialized", {});
    this.encoding = this.answer.capabilities.positionEncoding ?? "utf-16";
    return this.answer;
  }

  request(method, params) {
    const answer = params === undefined ? this.connection.sendRequest(method) : this.connection.sendRequest(method, params);
    return this.within(answer, method);
  }

  notify(method, params) {
    return this.connection.sendNotification(method, params);
  }

  /**
   * Opens a document, with the text of its file unless another is given; answers with its URI and text when there are
   * findings. Before that schemas may still be loading, and answers know less.
   */
  async open(file, text = readFileSync(file, "utf8")) {
    const uri = pathToFileURL(file).href;
    this.versions.set(uri, 1);
    await this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "pcl", version: 1, text } });
    await this.diagnostics(uri, 1);
    return { uri, text };
  }

  /** Sends one change notification; answers with the version it carries. */
  async change(uri, contentChanges) {
    const version = this.versions.get(uri) + 1;
    this.versions.set(uri, version);
    await this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    return version;
  }

  /** The findings published for a version of a document, once they are. */
  diagnostics(uri, version = this.versions.get(uri)) {
    const arrived = () => this.published.get(uri)?.findLast((one) => one.version === version)?.diagnostics;
    const seen = () => JSON.stringify(this.published.get(uri)?.map((one) => one.version) ?? []);
    return this.until(arrived, () => `no findings for version ${version} of ${uri}; published versions: ${seen()}`);
  }

  at(uri, position) {
    return { textDocument: { uri }, position };
  }

  /** The text of the hover at a position; empty when there is none. */
  async hover(uri, position) {
    const hover = await this.request("textDocument/hover", this.at(uri, position));
    return markup(hover?.contents);
  }

  async completions(uri, position) {
    const answer = await this.request("textDocument/completion", { ...this.at(uri, position), context: { triggerKind: 1 } });
    return Array.isArray(answer) ? answer : (answer?.items ?? []);
  }

  async definitions(uri, position) {
    const answer = await this.request("textDocument/definition", this.at(uri, position));
    return answer === null ? [] : [answer].flat();
  }

  symbols(uri) {
    return this.request("textDocument/documentSymbol", { textDocument: { uri } });
  }

  async formatting(uri) {
    const options = { tabSize: 2, insertSpaces: true };
    return (await this.request("textDocument/formatting", { textDocument: { uri }, options })) ?? [];
  }

  /** Ends the server in order, and answers with how it ended. */
  async shutdown() {
    await this.request("shutdown");
    await this.notify("exit");
    return this.within(this.exited, "exit");
  }

  until(look, complaint) {
    const first = look();
    if (first !== undefined) {
      return Promise.resolve(first);
    }
    let mine;
    const found = new Promise((resolve) => {
      mine = () => {
        const value = look();
        if (value !== undefined) {
          resolve(value);
        }
      };
      this.waiting.add(mine);
    });
    return this.within(found, complaint).finally(() => this.waiting.delete(mine));
  }

  // Fails when the server ends, or when it takes longer than any machine should need.
  async within(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${typeof what === "function" ? what() : `no answer to ${what}`} within ${patience} ms\n${this.stderr}`)), patience);
    });
    const gone = this.exited.then(({ code, signal }) => {
      // Answers that were written before the end are still on their way.
      return new Promise((_, reject) => setImmediate(() => reject(new Error(`the server ended (${code ?? signal})\n${this.stderr}`))));
    });
    gone.catch(() => {});
    try {
      return await Promise.race([promise, late, gone]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The text of hover contents in any of the forms that the protocol allows. */
export function markup(contents) {
  if (!contents) {
    return "";
  }
  return [contents].flat().map((one) => (typeof one === "string" ? one : one.value)).join("\n");
}

/** Makes a program in a folder of its own, which is removed when the test ends. */
export function program(t, files) {
  const folder = mkdtempSync(path.join(tmpdir(), "pcl-harness-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ "Pulumi.yaml": "name: harness\nruntime: pcl\n", ...files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
