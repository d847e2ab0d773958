// Shows the dependency graph of the program at the cursor beside the editor, updates it after edits, follows the cursor, and opens the
// declarations of nodes.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import { allNodes, graphFrame, type Cursor, type Graph } from "./graph";

const restMs = 300; // the pause in typing before the graph is drawn again

/** What the page says. */
type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "go"; readonly id: string }
  | { readonly kind: "save"; readonly name: string; readonly content: Uint8Array };

export class GraphView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: vscode.Uri | undefined;
  private graph: Graph = { nodes: [], edges: [] };
  private waiting: ReturnType<typeof setTimeout> | undefined;
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
      vscode.window.onDidChangeTextEditorSelection((event) => void this.follow(event.textEditor)),
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
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    const panel = vscode.window.createWebviewPanel("pcl.graph", "Dependencies", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      localResourceRoots: [dist],
      retainContextWhenHidden: true,
    });
    this.panel = panel;
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    panel.webview.onDidReceiveMessage((message: Said) => void this.receive(message));
    panel.webview.html = graphFrame({
      cspSource: panel.webview.cspSource,
      nonce: crypto.randomUUID(),
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "graph.js")).toString(),
      style: panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "graph.css")).toString(),
    });
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.panel?.dispose();
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private async receive(said: Said): Promise<void> {
    if (said.kind === "ready") {
      await this.draw();
    } else if (said.kind === "go") {
      await this.reveal(said.id);
    } else {
      await save(said.name, said.content);
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
    try {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(this.shown) };
      const graph = await client.sendRequest<Graph | null>("pcl/dependencyGraph", { textDocument });
      if (turn !== this.turn) {
        return; // a newer request has started
      }
      this.graph = graph ?? { nodes: [], edges: [] };
      const editor = vscode.window.visibleTextEditors.find((one) => one.document.languageId === "pcl");
      const cursor = editor && this.cursorOf(editor);
      await this.panel?.webview.postMessage(graph === null ? { note: "This file does not belong to a program." } : { graph, cursor });
    } catch (problem) {
      await this.panel?.webview.postMessage({ note: `Could not compute the graph: ${String(problem)}` });
    }
  }

  /** Tells the page where the cursor is. In a file of another program, the graph of that program is shown. */
  private async follow(editor: vscode.TextEditor): Promise<void> {
    const cursor = this.cursorOf(editor);
    if (!this.panel || !cursor || editor.document.languageId !== "pcl") {
      return;
    }
    if (this.shown?.toString() === editor.document.uri.toString() || allNodes(this.graph).some((node) => node.uri === cursor.uri)) {
      await this.panel.webview.postMessage({ cursor });
    } else {
      this.shown = editor.document.uri;
      this.drawLater();
    }
  }

  private cursorOf(editor: vscode.TextEditor): Cursor | undefined {
    const uri = this.connection.client?.code2ProtocolConverter.asUri(editor.document.uri);
    const { line, character } = editor.selection.active;
    return uri === undefined ? undefined : { uri, line, character };
  }

  private async reveal(id: string): Promise<void> {
    const node = allNodes(this.graph).find((one) => one.id === id);
    const client = this.connection.client;
    if (node?.uri === undefined || !client) {
      return;
    }
    const { start, end } = node.nameRange;
    await vscode.window.showTextDocument(client.protocol2CodeConverter.asUri(node.uri), {
      viewColumn: vscode.ViewColumn.One,
      selection: new vscode.Range(start.line, start.character ?? 0, end.line, end.character ?? 0),
    });
  }
}

async function save(name: string, content: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    filters: name.endsWith(".svg") ? { SVG: ["svg"] } : { PNG: ["png"] },
  });
  if (target) {
    await vscode.workspace.fs.writeFile(target, content);
  }
}
