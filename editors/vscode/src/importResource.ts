// Imports an existing resource: as a block with the option `import`, or with a command, if there is one, after asking. The server runs nothing.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import { idProblem, importFile, isOtherType, missingLineEnds, nameProblem, snippetOf, typeProblem, usualName, type Existing } from "./import";
import { convert } from "./paste";

/** A command that imports a resource and writes its code. */
export interface ImportCommand {
  /** The command for people to read. */
  readonly shown: string;
  run(editor: vscode.TextEditor): Promise<void>;
}

/** The command for a resource in the program of a document; undefined if none can run. */
export type FindCommand = (existing: Existing, document: vscode.TextDocument) => Promise<ImportCommand | undefined>;

/** Asks for a resource, and writes it into the program of the active editor. */
export async function importResource(connection: Connection, find?: FindCommand): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "pcl" || connection.client === undefined) {
    void vscode.window.showInformationMessage("PCL: Open a file of the program first.");
    return;
  }
  const existing = await askFor(connection, editor.document);
  if (existing === undefined) {
    return;
  }
  const now = "Import Now";
  const block = "Write a Block";
  const command = await find?.(existing, editor.document);
  let chosen: string | undefined = block;
  if (command !== undefined) {
    const detail = `“${now}” runs: ${command.shown}\n\nThe command reads the resource, adds it to the state of the stack as a protected resource, and writes its code. It does not change the resource itself.\n\n` +
      `“${block}” runs nothing. The next update imports the resource.`;
    chosen = await vscode.window.showInformationMessage(`Import ${existing.type} ${existing.name}?`, { modal: true, detail }, now, block);
  }
  if (chosen === now) {
    await command?.run(editor);
  } else if (chosen === block) {
    await writeBlock(connection, editor, existing);
  }
}

async function askFor(connection: Connection, document: vscode.TextDocument): Promise<Existing | undefined> {
  const title = "Import Existing Resource";
  const client = connection.client;
  const types = await client?.sendRequest<string[]>("pcl/resourceTypes", { textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) } });
  const type = await chosenType(title, types ?? []);
  if (type === undefined) {
    return undefined;
  }
  const name = await vscode.window.showInputBox({ title: `${title}: name`, prompt: `The name of the ${type} in the program`, value: usualName(type), validateInput: nameProblem });
  if (name === undefined) {
    return undefined;
  }
  const id = await vscode.window.showInputBox({ title: `${title}: id`, prompt: "The provider's id; the documentation of the type describes it", validateInput: idProblem, ignoreFocusOut: true });
  return id === undefined ? undefined : { type, name, id };
}

// A type from the list, or another one that the user types.
function chosenType(title: string, types: readonly string[]): Promise<string | undefined> {
  const list = vscode.window.createQuickPick();
  const items = types.map((label) => ({ label }));
  list.title = `${title}: type`;
  list.placeholder = "package:module:Type";
  list.items = items;
  list.onDidChangeValue((typed) => {
    list.items = isOtherType(typed, types) ? [...items, { label: typed, description: "another type" }] : items;
  });
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      const type = list.selectedItems[0]?.label;
      if (type !== undefined && typeProblem(type) === undefined) {
        resolve(type);
        list.hide();
      }
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

async function writeBlock(connection: Connection, editor: vscode.TextEditor, existing: Existing): Promise<void> {
  const block = await convert(connection, editor.document.uri, importFile(existing));
  if (block === undefined) {
    void vscode.window.showWarningMessage(`PCL: The schema of ${existing.type} is not known, so no block can be written.`);
    return;
  }
  await insert(editor, new vscode.SnippetString(snippetOf(block)));
}

/** Inserts a block at the end of the document, with a blank line before it. */
export async function insert(editor: vscode.TextEditor, block: vscode.SnippetString): Promise<void> {
  const { document } = editor;
  const last = document.lineAt(document.lineCount - 1);
  const before = missingLineEnds(document.getText());
  await vscode.window.showTextDocument(document, editor.viewColumn);
  await editor.insertSnippet(new vscode.SnippetString(before + block.value), last.range.end);
}
