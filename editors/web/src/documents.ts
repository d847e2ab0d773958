// The files of the program in the page, one of them in the editor. Programs are open in the server; it reads other files, such as settings, on its disk.

import { LSPPlugin, Workspace, type LSPClient, type WorkspaceFile } from "@codemirror/lsp-client";
import { ChangeSet, EditorState, type Text, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** The folder of the program, among the files of the server. */
export const root = "/playground";

export const uriOf = (path: string): string => `file://${root}/${path.split("/").map(encodeURIComponent).join("/")}`;

export class Document implements WorkspaceFile {
  readonly uri: string;
  readonly languageId = "pcl";
  version = 0;
  /** The first version. Versions of all files are different. */
  opened = 0;
  doc: Text;
  /** What is on the disk of the server. */
  saved: Text;
  /** The editor, while it shows this file. */
  view: EditorView | null = null;
  /** The changes that the server made while the editor showed another file, and has not been told. */
  private pending: ChangeSet | undefined;

  constructor(
    readonly path: string,
    public state: EditorState,
  ) {
    this.uri = uriOf(path);
    this.doc = state.doc;
    this.saved = state.doc;
  }

  /** Whether it is a program or a file of inputs. */
  get isProgram(): boolean {
    return /\.(?:pp|pcl)$/.test(this.path);
  }

  getView(): EditorView | null {
    return this.view;
  }

  get text(): Text {
    return (this.view?.state ?? this.state).doc;
  }

  change(update: TransactionSpec): void {
    if (this.view) {
      this.view.dispatch(update);
      return;
    }
    const made = this.state.update(update);
    this.state = made.state;
    this.pending = this.pending ? this.pending.compose(made.changes) : made.changes;
  }

  /** Returns what the server has not been told yet, which then counts as told. */
  takeChanges(): ChangeSet {
    const plugin = this.view && LSPPlugin.get(this.view);
    const changes = plugin?.unsyncedChanges ?? this.pending ?? ChangeSet.empty(this.doc.length);
    plugin?.clear();
    this.pending = undefined;
    return changes;
  }
}

/** The open files, as the client of the protocol sees them. */
export class Documents extends Workspace {
  files: Document[] = [];
  private versions = 0;

  constructor(
    client: LSPClient,
    private readonly show: (document: Document) => EditorView,
  ) {
    super(client);
  }

  override getFile(uri: string): Document | null {
    return this.files.find((file) => file.uri === uri) ?? null;
  }

  syncFiles(): ReturnType<Workspace["syncFiles"]> {
    return this.files.flatMap((file) => {
      const changes = file.takeChanges();
      if (changes.empty) {
        return [];
      }
      const prevDoc = file.doc;
      file.doc = file.text;
      file.version = ++this.versions;
      return file.isProgram ? [{ file, prevDoc, changes }] : [];
    });
  }

  override connected(): void {
    this.files.forEach((file) => this.tell(file));
  }

  /** Adds a file, which the server then knows. */
  add(document: Document): void {
    document.version = document.opened = ++this.versions;
    this.files.push(document);
    if (this.client.connected) {
      this.tell(document);
    }
  }

  private tell(document: Document): void {
    if (document.isProgram) {
      this.client.didOpen(document);
    }
  }

  remove(document: Document): void {
    this.files = this.files.filter((file) => file !== document);
    if (document.isProgram) {
      this.client.didClose(document.uri);
    }
  }

  openFile(uri: string, _languageId: string, view: EditorView): void {
    const file = this.getFile(uri);
    if (file) {
      file.view = view;
    }
  }

  /** The file is not closed in the server: the editor only shows another one. */
  closeFile(uri: string): void {
    const file = this.getFile(uri);
    if (file) {
      file.view = null;
    }
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    this.getFile(uri)?.change(update);
    this.client.sync();
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const file = this.getFile(uri);
    return Promise.resolve(file && this.show(file));
  }
}
