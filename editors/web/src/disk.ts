// The disk of the server, which is in memory. The server reads there what is not open, such as schemas, and what it does not take from editors.

import { root, uriOf } from "./documents";
import type { Order } from "./orders";

export interface DiskFile {
  readonly path: string;
  readonly content: Uint8Array | string;
}

export class Disk {
  constructor(
    private readonly tell: (order: Order) => void,
    private readonly notify: (method: string, params: unknown) => void,
  ) {}

  /** Writes and removes files in the folder of the program, and tells the server which. */
  change(put: readonly DiskFile[], remove: readonly string[]): void {
    const changes = [...put.map(({ path }) => ({ uri: uriOf(path), type: 1 })), ...remove.map((path) => ({ uri: uriOf(path), type: 3 }))];
    if (changes.length > 0) {
      const at = (path: string): string => `${root}/${path}`;
      this.tell({ kind: "files", put: put.map(({ path, content }) => ({ path: at(path), content })), remove: remove.map(at) });
      this.notify("workspace/didChangeWatchedFiles", { changes });
    }
  }
}
