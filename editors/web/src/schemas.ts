// The package schemas: those of the example, and those that the user drops on the page or chooses. They stay in the page.

import { root } from "./documents";
import { element, the } from "./element";
import type { Order } from "./worker";

export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

const folder = `${root}/schemas`;

export class Schemas {
  /** Whether the user added a schema. */
  own = false;
  private names: string[] = [];

  constructor(
    private readonly tell: (order: Order) => void,
    private readonly notify: (method: string, params: unknown) => void,
    private readonly list: HTMLElement,
  ) {
    const input = the<HTMLInputElement>("schema");
    input.addEventListener("change", () => void this.add([...(input.files ?? [])]));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      void this.add([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** Replaces all schemas. */
  replace(files: readonly SchemaFile[]): void {
    const gone = this.names.filter((name) => !files.some(({ path }) => path === name));
    this.own = false;
    this.names = files.map(({ path }) => path);
    this.send(files.map(({ path, text }) => ({ path, content: text })), gone);
  }

  private async add(files: readonly File[]): Promise<void> {
    const usable = files.filter(({ name }) => /^[\w.+-]+\.json(\.gz)?$/.test(name));
    the("note").textContent = usable.length === files.length ? "" : "A schema is a file that ends with .json or .json.gz.";
    const read = await Promise.all(usable.map(async (file) => ({ path: file.name, content: new Uint8Array(await file.arrayBuffer()) })));
    this.own ||= read.length > 0;
    this.names = [...new Set([...this.names, ...read.map(({ path }) => path)])];
    this.send(read, []);
  }

  private send(put: ReadonlyArray<{ path: string; content: Uint8Array | string }>, remove: readonly string[]): void {
    const at = (name: string): string => `${folder}/${name}`;
    this.tell({ kind: "files", put: put.map(({ path, content }) => ({ path: at(path), content })), remove: remove.map(at) });
    const changes = [...put.map(({ path }) => ({ uri: `file://${at(path)}`, type: 1 })), ...remove.map((name) => ({ uri: `file://${at(name)}`, type: 3 }))];
    this.notify("workspace/didChangeWatchedFiles", { changes });
    this.list.replaceChildren(...this.names.map((name) => element("li", {}, name)));
  }
}
