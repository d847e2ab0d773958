// The view *PCL State*: what exists of the stacks of the open programs, and what a run would do. It follows edits while it is visible.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import { consoleAddress, pathTo, planRows, type Plans, type Row } from "./plan";

const restMs = 500; // the pause in typing before the server is asked again

export class PlanView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Row>;
  private readonly listeners: vscode.Disposable[];
  private rows: Row[] = [];
  private parents = new Map<Row, Row>();
  private files: vscode.Disposable[] = [];
  private watched = "";
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(private readonly connection: Connection) {
    this.view = vscode.window.createTreeView("pcl.state", { treeDataProvider: this, showCollapseAll: true });
    this.listeners = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(({ visible }) => visible && void this.refresh()),
      connection.onDidChange(() => this.later()),
      vscode.workspace.onDidOpenTextDocument((document) => this.noticed(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.noticed(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.noticed(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some((uri) => uri.path.endsWith(".pp")) && this.later()), // schemas may have come
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("pcl") && this.later()),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.noticed(document));
  }

  dispose(): void {
    clearTimeout(this.waiting);
    vscode.Disposable.from(...this.files, ...this.listeners).dispose();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.children.length === 0 ? None : row.open ? Expanded : Collapsed);
    item.id = row.id;
    item.description = row.description;
    item.tooltip = row.tooltip;
    if (row.icon !== "") {
      item.iconPath = new vscode.ThemeIcon(row.icon);
    }
    if (row.resource) {
      item.contextValue = consoleAddress(row.resource.console) ? "resource console" : "resource";
    }
    if (row.place) {
      const { start } = row.place.range;
      const at = new vscode.Position(start.line, start.character);
      item.command = { command: "vscode.open", title: "Open", arguments: [this.uri(row.place.uri), { selection: new vscode.Range(at, at) }] };
    }
    return item;
  }

  getChildren(row?: Row): Row[] {
    return [...(row ? row.children : this.rows)];
  }

  getParent(row: Row): Row | undefined {
    return this.parents.get(row);
  }

  /** Asks the server. */
  async refresh(): Promise<void> {
    const turn = ++this.turn;
    const plans = await this.connection.client?.sendRequest<Plans>("pcl/plan", {}).catch(() => undefined);
    if (turn === this.turn) {
      const programs = (plans?.programs ?? []).map((one) => (one.state === undefined ? one : { ...one, state: this.uri(one.state).toString() }));
      this.take({ programs });
    }
  }

  /** Shows a resource of a block, with the reasons. The arguments of `pcl.showPlan` are a URI and the name of a block. */
  async show([uri, block]: readonly unknown[]): Promise<void> {
    if (typeof uri !== "string" || typeof block !== "string") {
      return;
    }
    await this.refresh();
    const row = pathTo(this.rows, uri, block).at(-1);
    if (row) {
      await this.view.reveal(row, { select: true, focus: true, expand: true });
    }
  }

  private uri(named: string): vscode.Uri {
    return this.connection.client?.protocol2CodeConverter.asUri(named) ?? vscode.Uri.parse(named);
  }

  private noticed(document: vscode.TextDocument): void {
    if (document.languageId === "pcl") {
      void vscode.commands.executeCommand("setContext", "pcl.hasPrograms", true);
      this.later();
    }
  }

  private later(): void {
    clearTimeout(this.waiting);
    if (this.view.visible) {
      this.waiting = setTimeout(() => void this.refresh(), restMs);
    }
  }

  private take(plans: Plans): void {
    this.rows = planRows(plans);
    this.parents = new Map();
    const note = (row: Row): void => row.children.forEach((child) => {
      this.parents.set(child, row);
      note(child);
    });
    this.rows.forEach(note);
    this.watch([...new Set(plans.programs.flatMap(({ state }) => (state === undefined ? [] : [state])))].sort());
    this.changed.fire();
  }

  // Follows the files of the states. The server has its own watch on them.
  private watch(states: readonly string[]): void {
    if (this.watched === states.join("\n")) {
      return;
    }
    this.watched = states.join("\n");
    vscode.Disposable.from(...this.files).dispose();
    this.files = states.flatMap((state) => {
      const uri = vscode.Uri.parse(state);
      const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
      const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name.replaceAll(/[*?[\]{}]/g, "?")));
      const later = (): void => this.later();
      return [files, files.onDidChange(later), files.onDidCreate(later), files.onDidDelete(later)];
    });
  }
}

/** Copies the URN of a row. */
export async function copyURN(row: Row | undefined): Promise<void> {
  const urn = row?.resource?.urn ?? row?.resource?.oldUrn;
  if (urn !== undefined) {
    await vscode.env.clipboard.writeText(urn);
  }
}

/** Opens the page of the resource of a row in the console of its provider. */
export async function openConsole(row: Row | undefined): Promise<void> {
  const address = consoleAddress(row?.resource?.console);
  if (address !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}
