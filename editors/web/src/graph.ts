// The dependency graph of the program, in a frame with the page that editors show too.

import type { LSPClient } from "@codemirror/lsp-client";
import type * as lsp from "vscode-languageserver-protocol";

import type { Document } from "./documents";
import { the } from "./element";

interface Node {
  readonly id: string;
  readonly uri?: string;
  readonly nameRange: lsp.Range;
  readonly graph?: { readonly nodes: readonly Node[] };
}

type Said = { readonly kind: "ready" } | { readonly kind: "go"; readonly id: string } | { readonly kind: "save"; readonly name: string; readonly content: Uint8Array<ArrayBuffer> };

export class Graph {
  private readonly frame = the<HTMLIFrameElement>("graph-frame");
  private nodes: readonly Node[] = [];

  constructor(
    private readonly client: LSPClient,
    private readonly shown: () => Document | undefined,
    private readonly go: (uri: string, range: lsp.Range) => void,
  ) {
    addEventListener("message", (event: MessageEvent<Said>) => {
      if (event.source === this.frame.contentWindow && event.origin === location.origin) {
        this.receive(event.data);
      }
    });
  }

  toggle(): void {
    const hidden = !this.frame.hidden;
    this.frame.hidden = hidden;
    the("graph").setAttribute("aria-pressed", String(!hidden));
    if (!hidden && !this.frame.src) {
      this.frame.src = "graph-frame.html"; // it says when it is ready
    } else {
      void this.draw();
    }
  }

  /** Draws the graph again, if it is visible. */
  async draw(): Promise<void> {
    const document = this.shown();
    if (this.frame.hidden || !document) {
      return;
    }
    const graph = await this.client.request<unknown, { nodes: Node[] } | null>("pcl/dependencyGraph", { textDocument: { uri: document.uri } });
    this.nodes = graph?.nodes ?? [];
    this.frame.contentWindow?.postMessage(graph ? { graph } : { note: "This file does not belong to a program." }, location.origin);
  }

  private receive(said: Said): void {
    if (said.kind === "ready") {
      void this.draw();
    } else if (said.kind === "go") {
      const node = all(this.nodes).find(({ id }) => id === said.id);
      if (node?.uri) {
        this.go(node.uri, node.nameRange);
      }
    } else if (said.kind === "save") {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([said.content]));
      link.download = said.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }
  }
}

function all(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...all(node.graph?.nodes ?? [])]);
}
