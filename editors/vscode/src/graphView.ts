// Shows the dependency graph of a program beside the editor, updates it after edits, and opens the declaration of a node.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

import type { Connection } from "./connection";
import { graphPage, nodeOfTitle, type GraphDocument } from "./graph";

const restMs = 300; // the pause in typing before the graph is drawn again

export class GraphView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: vscode.Uri | undefined;
  private configs = "used";
  private graph: GraphDocument = { nodes: [] };
  private waiting: NodeJS.Timeout | undefined;
  private turn = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly connection: Connection,
  ) {
    const later = (document: vscode.TextDocument): void => {
      if (document.languageId === "pcl") {
        this.drawLater();
      }
    };
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument((event) => later(event.document)),
      vscode.workspace.onDidSaveTextDocument(later),
      connection.onDidChange(() => this.drawLater()),
    ];
  }

  /** Shows the program of a document. */
  show(uri: vscode.Uri): void {
    this.shown = uri;
    if (this.panel) {
      this.panel.reveal(undefined, true);
      void this.draw();
      return;
    }
    const here = vscode.Uri.joinPath(this.extension, "dist");
    const media = vscode.Uri.joinPath(this.extension, "media");
    const panel = vscode.window.createWebviewPanel("pcl.graph", "Dependencies", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      localResourceRoots: [here, media],
      retainContextWhenHidden: true,
    });
    this.panel = panel;
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message));
    panel.webview.html = graphPage({
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(here, "graph.js")).toString(),
      style: panel.webview.asWebviewUri(vscode.Uri.joinPath(media, "graph.css")).toString(),
    });
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.panel?.dispose();
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private receive(message: unknown): void {
    const told = message as { kind?: unknown; title?: unknown; configs?: unknown } | null;
    if (told?.kind === "ready") {
      void this.draw();
    } else if (told?.kind === "configs" && ["used", "all", "none"].includes(String(told.configs))) {
      this.configs = String(told.configs);
      void this.draw();
    } else if (told?.kind === "reveal" && typeof told.title === "string") {
      void this.reveal(told.title);
    }
  }

  private drawLater(): void {
    if (this.panel) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => void this.draw(), restMs);
    }
  }

  private async draw(): Promise<void> {
    const client = this.connection.client;
    if (!this.panel || !this.shown) {
      return;
    }
    const turn = ++this.turn;
    if (!client) {
      await this.panel.webview.postMessage({ note: "The language server is not running." });
      return;
    }
    const about = { textDocument: { uri: client.code2ProtocolConverter.asUri(this.shown) }, configs: this.configs };
    try {
      const [graph, svg] = await Promise.all([
        client.sendRequest<GraphDocument | null>("pcl/dependencyGraph", { ...about, format: "json" }),
        client.sendRequest<string | null>("pcl/dependencyGraph", { ...about, format: "svg" }),
      ]);
      if (turn !== this.turn) {
        return; // a newer drawing has started
      }
      this.graph = graph ?? { nodes: [] };
      await this.panel?.webview.postMessage(svg === null ? { note: "This file does not belong to a program." } : { svg });
    } catch (problem) {
      await this.panel?.webview.postMessage({ note: `Could not compute the graph: ${String(problem)}` });
    }
  }

  private async reveal(title: string): Promise<void> {
    const node = nodeOfTitle(this.graph, title);
    const client = this.connection.client;
    if (!node || !client) {
      return;
    }
    const { start, end } = node.nameRange;
    await vscode.window.showTextDocument(client.protocol2CodeConverter.asUri(node.uri), {
      viewColumn: vscode.ViewColumn.One,
      selection: new vscode.Range(start.line, start.character, end.line, end.character),
    });
  }
}
