// The package schemas: those of the example, and those that the user drops on the page or chooses. They stay in the page.

import type { Disk } from "./disk";
import { element, the } from "./element";

export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

export class Schemas {
  /** Whether the user added a schema. */
  own = false;
  private names: string[] = [];

  constructor(
    private readonly disk: Disk,
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
    const at = (name: string): string => `schemas/${name}`;
    this.disk.change(put.map(({ path, content }) => ({ path: at(path), content })), remove.map(at));
    this.list.replaceChildren(...this.names.map((name) => element("li", {}, name)));
  }
}
