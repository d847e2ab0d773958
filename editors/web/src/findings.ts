// What the server finds: underlined in the editor and listed beside it, with quick fixes.

import { LSPPlugin, type LSPClient } from "@codemirror/lsp-client";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

import type { Document, Documents } from "./documents";
import { element } from "./element";

interface Finding {
  readonly of: lsp.Diagnostic;
  fixes: lsp.CodeAction[];
}

const severities = ["error", "error", "warning", "info", "hint"] as const;

/** The capabilities of a client that shows findings with fixes. */
export const capabilities = {
  textDocument: {
    publishDiagnostics: { versionSupport: true, relatedInformation: false },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } }, isPreferredSupport: true },
  },
};

export class Findings {
  private readonly known = new Map<string, Finding[]>();

  constructor(
    private readonly client: LSPClient,
    private readonly documents: () => Documents,
    private readonly list: HTMLElement,
    private readonly summary: HTMLElement,
    private readonly show: (document: Document) => EditorView,
  ) {}

  /** Takes the findings in a file from the server, and asks for their fixes. */
  async receive(params: lsp.PublishDiagnosticsParams): Promise<void> {
    const document = this.documents().getFile(params.uri);
    if (document?.isProgram && !(params.version !== undefined && params.version >= document.opened)) {
      return; // they are about the file that had this name before
    }
    const findings = params.diagnostics.map((of) => ({ of, fixes: [] as lsp.CodeAction[] }));
    this.known.set(params.uri, findings);
    this.draw();
    if (!document || findings.length === 0) {
      return;
    }
    const version = document.version;
    const end = { line: document.doc.lines, character: 0 };
    const actions = await this.client.request<lsp.CodeActionParams, lsp.CodeAction[] | null>("textDocument/codeAction", {
      textDocument: { uri: params.uri },
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics: params.diagnostics, only: ["quickfix"] },
    });
    if (this.known.get(params.uri) !== findings || document.version !== version) {
      return; // newer ones are on their way
    }
    for (const action of actions ?? []) {
      const fixed = findings.filter(({ of }) => action.diagnostics?.some((one) => same(one, of)));
      fixed.filter(() => action.edit !== undefined).forEach((finding) => finding.fixes.push(action));
    }
    this.draw();
  }

  forget(uri: string): void {
    this.known.delete(uri);
    this.draw();
  }

  /** Underlines the findings of the file in the editor, and lists those of all files. The server reports every program file, even one without findings. */
  draw(): void {
    const files = this.documents().files.map((document) => ({ document, findings: this.known.get(document.uri) ?? [] }));
    for (const { document, findings } of files) {
      const view = document.view;
      const plugin = view && LSPPlugin.get(view);
      if (view && plugin) {
        view.dispatch(setDiagnostics(view.state, findings.map((finding) => this.underline(finding, plugin))));
      }
    }
    const focused = (this.list.getRootNode() as globalThis.Document).activeElement?.getAttribute("data-at");
    this.list.replaceChildren(...files.flatMap(({ document, findings }) => findings.map((finding, index) => this.item(document, finding, `${document.path} ${index}`))));
    if (focused) {
      this.list.querySelector<HTMLElement>(`[data-at="${CSS.escape(focused)}"]`)?.focus();
    }
    const count = files.reduce((sum, { findings }) => sum + findings.length, 0);
    const waits = files.some(({ document }) => document.isProgram && !this.known.has(document.uri));
    const waiting = this.client.serverCapabilities ? "Checking…" : "The checker is loading…";
    this.summary.textContent = waits ? waiting : count === 0 ? "No findings" : count === 1 ? "1 finding" : `${count} findings`;
  }

  private underline({ of, fixes }: Finding, plugin: LSPPlugin): Diagnostic {
    const at = (position: lsp.Position): number => plugin.unsyncedChanges.mapPos(offset(plugin, position));
    return {
      from: at(of.range.start),
      to: at(of.range.end),
      severity: severities[of.severity ?? 1] ?? "error",
      source: String(of.code ?? ""),
      message: messageOf(of),
      actions: fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix) })),
    };
  }

  private item(document: Document, finding: Finding, at: string): HTMLElement {
    const { of, fixes } = finding;
    const severity = severities[of.severity ?? 1] ?? "error";
    const place = `${document.path}:${of.range.start.line + 1}:${of.range.start.character + 1}`;
    const go = element("button", { type: "button", class: "go", "data-at": at }, element("span", { class: `severity ${severity}` }, severity), " ", messageOf(of), " ", element("span", { class: "place" }, `${place} ${String(of.code ?? "")}`));
    go.addEventListener("click", () => {
      const view = this.show(document);
      const plugin = LSPPlugin.get(view);
      if (plugin) {
        view.dispatch({ selection: { anchor: offset(plugin, of.range.start), head: offset(plugin, of.range.end) }, scrollIntoView: true });
      }
      view.focus();
    });
    const buttons = fixes.map((fix) => {
      const button = element("button", { type: "button", class: "fix" }, fix.title);
      button.addEventListener("click", () => this.apply(fix));
      return button;
    });
    return element("li", {}, go, ...buttons);
  }

  private apply(fix: lsp.CodeAction): void {
    const changes = fix.edit?.changes ?? {};
    for (const [uri, edits] of Object.entries(changes)) {
      const document = this.documents().getFile(uri);
      const text = document?.text;
      if (document && text) {
        const at = ({ line, character }: lsp.Position): number => (line >= text.lines ? text.length : Math.min(text.length, text.line(line + 1).from + character));
        document.change({ changes: edits.map((edit) => ({ from: at(edit.range.start), to: at(edit.range.end), insert: edit.newText })), userEvent: "fix" });
      }
    }
    this.client.sync();
  }
}

function offset(plugin: LSPPlugin, { line, character }: lsp.Position): number {
  const doc = plugin.syncedDoc;
  return line >= doc.lines ? doc.length : Math.min(doc.length, doc.line(line + 1).from + character);
}

function messageOf({ message }: lsp.Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

function same(a: lsp.Diagnostic, b: lsp.Diagnostic): boolean {
  return a.code === b.code && messageOf(a) === messageOf(b) && JSON.stringify(a.range) === JSON.stringify(b.range);
}
