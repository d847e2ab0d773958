// A block that is being written for the first time lacks inputs, and has empty values where the next word goes; its author knows. So the findings about
// missing inputs and all hints wait until the cursor has left the block once, or the file is saved. Only the display waits: the server reports them, and
// other clients show them at once.

import * as vscode from "vscode";

import { blockAround, type Lines } from "./block";

const missing = "attr.missing";

/** Shows findings in a collection, those that wait later. */
export class WaitingFindings implements vscode.Disposable {
  private readonly held = new Map<string, readonly vscode.Diagnostic[]>(); // all findings of documents in which some wait
  private readonly edited = new Set<string>();
  private readonly left = new Map<string, Set<string>>(); // the first lines of the blocks that were left
  private readonly listeners: vscode.Disposable;

  constructor(private readonly shown: vscode.DiagnosticCollection) {
    this.listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => void (contentChanges.length > 0 && this.edited.add(String(document.uri)))),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.edited.delete(String(uri));
        this.again(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        for (const of of [this.held, this.edited, this.left]) {
          of.delete(String(uri));
        }
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.again(textEditor.document.uri)),
      vscode.window.onDidChangeActiveTextEditor(() => this.held.forEach((_, uri) => this.again(vscode.Uri.parse(uri)))),
    );
  }

  /** A collection for the client: what is set in it is shown, if it need not wait. */
  collection(): vscode.DiagnosticCollection {
    return new Proxy(this.shown, {
      get: (shown, name) => {
        if (name === "set") {
          return (uri: vscode.Uri, all: readonly vscode.Diagnostic[] | undefined) => this.set(uri, all ?? []);
        }
        if (name === "dispose") {
          return () => this.dispose();
        }
        if (name === "delete") {
          return (uri: vscode.Uri) => this.set(uri, []);
        }
        if (name === "clear") {
          return () => {
            this.held.clear();
            shown.clear();
          };
        }
        const value: unknown = Reflect.get(shown, name, shown);
        return typeof value === "function" ? (value as (...given: unknown[]) => unknown).bind(shown) : value;
      },
    });
  }

  dispose(): void {
    this.listeners.dispose();
    this.shown.dispose();
  }

  private set(uri: vscode.Uri, all: readonly vscode.Diagnostic[]): void {
    const now = all.filter((finding) => !this.waits(uri, finding));
    if (now.length < all.length) {
      this.held.set(String(uri), all);
    } else {
      this.held.delete(String(uri));
    }
    this.shown.set(uri, now);
  }

  private again(uri: vscode.Uri): void {
    const held = this.held.get(String(uri));
    if (held !== undefined) {
      this.set(uri, held);
    }
  }

  private waits(uri: vscode.Uri, finding: vscode.Diagnostic): boolean {
    const editor = vscode.window.activeTextEditor;
    if (!canWait(finding) || editor === undefined || String(editor.document.uri) !== String(uri)) {
      return false;
    }
    const lines: Lines = { count: editor.document.lineCount, at: (line) => editor.document.lineAt(line).text };
    const block = blockAround(lines, finding.range.start.line);
    const left = this.left.get(String(uri)) ?? new Set();
    this.left.set(String(uri), left);
    const cursor = editor.selection.active.line;
    if (!this.edited.has(String(uri)) || cursor < block.first || cursor > block.last) {
      left.add(lines.at(block.first));
    }
    return !left.has(lines.at(block.first));
  }
}

function canWait({ code, severity }: vscode.Diagnostic): boolean {
  return severity === vscode.DiagnosticSeverity.Hint || (typeof code === "object" ? code.value : code) === missing;
}
