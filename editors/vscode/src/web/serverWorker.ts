// The worker that runs the server, and the files that it asks for. It sees only files of the workspace, and writes none.

import * as vscode from "vscode";
import { AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Message, type MessageTransports } from "vscode-languageclient/browser";

import type { Change, Found, LeftOut, News, Order } from "../../../web/src/orders";
import { isInside, pathOf, placeOf } from "./paths";

declare class Worker {
  constructor(script: string);
  onmessage: ((event: { readonly data: News }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(order: Order): void;
  terminate(): void;
}

declare const URL: { createObjectURL(blob: Blob): string; revokeObjectURL(address: string): void };

export interface WorkerParts {
  readonly script: Uint8Array<ArrayBuffer>;
  readonly program: Uint8Array<ArrayBuffer>;
  readonly environment: Readonly<Record<string, string>>;
  /** Is told what the limits leave out. */
  readonly left: (left: LeftOut) => void;
  readonly warn: (text: string) => void;
}

/** The paths of the folders of the workspace. */
function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
}

/** Starts a worker. Its messages are those of the server. */
export function startWorker({ script, program, environment, left, warn }: WorkerParts): MessageTransports {
  // From its text and not its address: the extension may come from another site than the editor, or from a remote machine.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  const send = (order: Order): void => worker.postMessage(order);
  const watcher = vscode.workspace.createFileSystemWatcher("**");
  const changes: Change[] = [];
  const changed = (what: Change["what"]) => (uri: vscode.Uri) => {
    if (changes.push({ path: pathOf(uri), what }) === 1) {
      queueMicrotask(() => send({ kind: "changed", changes: changes.splice(0) })); // the editor tells of many at once
    }
  };
  const listeners = vscode.Disposable.from(
    watcher,
    watcher.onDidChange(changed("content")),
    watcher.onDidCreate(changed("existence")),
    watcher.onDidDelete(changed("existence")),
    vscode.workspace.onDidChangeWorkspaceFolders(() => send({ kind: "folders", folders: folders() })),
  );
  const end = (): void => {
    listeners.dispose();
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  const reader = new Reader(end);
  worker.onmessage = ({ data }) => {
    switch (data.kind) {
      case "message":
        return reader.receive(JSON.parse(data.text) as Message);
      case "look":
        return void look(data).then(send, (problem: unknown) => {
          const code = codeOf(problem);
          if (code === "EIO") {
            warn(`${data.path} could not be read: ${String(problem)}`);
          }
          send({ kind: "unseen", id: data.id, code });
        });
      case "left":
        return left(data.left);
      case "ended":
        warn(data.why);
        return reader.close();
    }
  };
  worker.onerror = ({ message }) => {
    warn(`The worker has failed: ${message ?? "it cannot be loaded"}`);
    reader.close();
  };
  send({ kind: "start", program, environment, folders: folders() });
  return { reader, writer: new Writer((text) => send({ kind: "message", text })) };
}

/** Looks at a file of the workspace for the server. */
async function look({ id, what, path }: News & { kind: "look" }): Promise<Order> {
  const place = placeOf(path);
  if (place === undefined || !folders().some((folder) => isInside(path, folder))) {
    throw vscode.FileSystemError.FileNotFound(path);
  }
  const uri = vscode.Uri.from(place);
  const { fs } = vscode.workspace;
  return { kind: "seen", id, found: what === "list" ? listing(await fs.readDirectory(uri)) : what === "size" ? (await fs.stat(uri)).size : await fs.readFile(uri) };
}

// The server enters no links to directories, as on a disk: they can lead in circles.
function listing(entries: ReadonlyArray<[string, vscode.FileType]>): Found {
  const { Directory, SymbolicLink } = vscode.FileType;
  return entries.filter(([, type]) => type !== (Directory | SymbolicLink)).map(([name, type]) => [name, (type & Directory) !== 0] as const);
}

function codeOf(problem: unknown): string {
  const codes: Readonly<Record<string, string>> = { FileNotFound: "ENOENT", FileNotADirectory: "ENOTDIR", FileIsADirectory: "EISDIR", NoPermissions: "EACCES" };
  return (problem instanceof vscode.FileSystemError && codes[problem.code]) || "EIO";
}

class Reader extends AbstractMessageReader {
  private callback: DataCallback | undefined;
  private waiting: Message[] = [];

  constructor(private readonly end: () => void) {
    super();
  }

  listen(callback: DataCallback): vscode.Disposable {
    this.callback = callback;
    this.waiting.splice(0).forEach(callback);
    return new vscode.Disposable(() => (this.callback = undefined));
  }

  receive(message: Message): void {
    if (this.callback) {
      this.callback(message);
    } else {
      this.waiting.push(message);
    }
  }

  close(): void {
    this.end();
    this.fireClose();
  }

  override dispose(): void {
    super.dispose();
    this.end();
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly send: (text: string) => void) {
    super();
  }

  write(message: Message): Promise<void> {
    this.send(JSON.stringify(message));
    return Promise.resolve();
  }

  end(): void {}
}
