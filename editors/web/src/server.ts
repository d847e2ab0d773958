// Runs the server: the WebAssembly program that Go made, with files in memory and messages as its streams.

import { fileSystem } from "./files";
import { Input, frame, unframer } from "./frames";
import { Tree } from "./tree";

export { frame, unframer, Tree };

interface GoProgram {
  readonly importObject: WebAssembly.Imports;
  env: Readonly<Record<string, string>>;
  run(instance: WebAssembly.Instance): Promise<void>;
}

export interface Server {
  send(message: string): void;
  /** Resolves when the server has ended, which it does only by itself after the message exit, or by a crash. */
  readonly ended: Promise<void>;
}

export interface Parts {
  readonly module: WebAssembly.Module;
  readonly files: Tree;
  readonly environment?: Readonly<Record<string, string>>;
  receive(message: string): void;
  complain(text: string): void;
}

export async function start(parts: Parts): Promise<Server> {
  const input = new Input();
  const decoder = new TextDecoder();
  const streams = {
    read: input.read.bind(input),
    write: unframer(parts.receive),
    complain: (bytes: Uint8Array) => parts.complain(decoder.decode(bytes)),
  };
  const scope = globalThis as unknown as { fs: unknown; process: unknown; Go: new () => GoProgram };
  scope.fs = fileSystem(parts.files, streams);
  scope.process ??= { pid: -1, ppid: -1, cwd: () => "/", getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1 };
  await import("go-support"); // only now: it looks for files in the global scope, and defines Go
  const program = new scope.Go();
  program.env = parts.environment ?? {};
  const instance = await WebAssembly.instantiate(parts.module, program.importObject);
  return { send: (message) => input.add(message), ended: program.run(instance) };
}
