/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// What the page is inside of: the editor, which sends graphs and opens declarations, or a file that has its graph inside.

import type { Cursor, Graph, GraphNode } from "../graph";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

export interface News {
  readonly graph?: Graph;
  readonly cursor?: Cursor;
  readonly note?: string;
}

export interface Host {
  /** Whether there is an editor, whose cursor the page follows. */
  readonly follows: boolean;
  /** What the button for the place of a declaration says. */
  readonly goes: string;
  listen(receive: (news: News) => void): void;
  /** Opens the declaration, or copies its place. Returns what happened, if the reader cannot see it. */
  go(node: GraphNode): Promise<string>;
  save(name: string, content: Blob): Promise<void>;
}

/** The place of a declaration, for people. */
export function placeOf(node: GraphNode): string {
  const { line, column, character } = node.nameRange.start;
  const file = node.file ?? decodeURIComponent(node.uri?.slice(node.uri.lastIndexOf("/") + 1) ?? "");
  return node.file === undefined ? `${file}:${line + 1}:${(character ?? 0) + 1}` : `${file}:${line}:${column ?? 1}`;
}

export function hostOfPage(): Host {
  return "acquireVsCodeApi" in window ? editor() : file();
}

function editor(): Host {
  const api = acquireVsCodeApi();
  return {
    follows: true,
    goes: "Go to declaration",
    listen(receive) {
      window.addEventListener("message", (event: MessageEvent<News>) => receive(event.data));
      api.postMessage({ kind: "ready" });
    },
    go(node) {
      api.postMessage({ kind: "go", id: node.id });
      return Promise.resolve("");
    },
    async save(name, content) {
      api.postMessage({ kind: "save", name, content: new Uint8Array(await content.arrayBuffer()) });
    },
  };
}

function file(): Host {
  return {
    follows: false,
    goes: "Copy the place",
    listen(receive) {
      receive({ graph: JSON.parse(document.getElementById("graph")?.textContent ?? "") as Graph });
    },
    async go(node) {
      try {
        await navigator.clipboard.writeText(placeOf(node));
        return `Copied ${placeOf(node)}`;
      } catch {
        return placeOf(node); // a browser may forbid copying in a file
      }
    },
    save(name, content) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return Promise.resolve();
    },
  };
}
