// Imports an existing resource: with the user's own Pulumi command line, after asking, or as a block with the option `import`. The server runs nothing.

import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

import type { Connection } from "./connection";
import { idProblem, importArguments, importFile, isOtherType, isPCL, missingLineEnds, nameProblem, shown, snippetOf, typeProblem, usualName, type Existing } from "./import";
import { convert } from "./paste";
import { allowedPulumi, printedBy, showingProgress, type Pulumi } from "./pulumi";

/** What importing needs from the extension. */
export interface Importing extends Pulumi {
  readonly connection: Connection;
  /** The folder of the project that a document belongs to; undefined if there is none. */
  readonly project: (document: vscode.TextDocument) => string | undefined;
}

/** Asks for a resource, and writes it into the program of the active editor. */
export async function importResource(importing: Importing): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "pcl" || importing.connection.client === undefined) {
    void vscode.window.showInformationMessage("PCL: Open a file of the program first.");
    return;
  }
  const existing = await askFor(importing.connection, editor.document);
  if (existing === undefined) {
    return;
  }
  const now = "Import Now";
  const block = "Write a Block";
  const folder = importing.project(editor.document);
  const command = (file: string) => importArguments(existing, vscode.workspace.getConfiguration("pcl").get<string>("stack", ""), file);
  const given = command("FILE");
  let chosen: string | undefined = block;
  if (vscode.workspace.isTrusted && folder !== undefined && given !== undefined && importing.pulumi() !== undefined) {
    const detail = `“${now}” runs: ${shown(["pulumi", ...given])}\n\nThe command reads the resource, adds it to the state of the stack as a protected resource, and writes its code. It does not change the resource itself.\n\n` +
      `“${block}” runs nothing. The next update imports the resource.`;
    chosen = await vscode.window.showInformationMessage(`Import ${existing.type} ${existing.name}?`, { modal: true, detail }, now, block);
  }
  if (chosen === now && folder !== undefined) {
    await runImport(importing, editor, folder, command);
  } else if (chosen === block) {
    await writeBlock(importing.connection, editor, existing);
  }
}

async function askFor(connection: Connection, document: vscode.TextDocument): Promise<Existing | undefined> {
  const title = "Import Existing Resource";
  const types = await connection.client?.sendRequest<string[]>("pcl/resourceTypes", { textDocument: { uri: document.uri.toString() } });
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

// Runs the command and inserts what it writes.
async function runImport(importing: Importing, editor: vscode.TextEditor, folder: string, command: (file: string) => string[] | undefined): Promise<void> {
  const program = await allowedPulumi(importing, "Resources are imported");
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), "pcl-import-"));
  const file = path.join(scratch, "imported.pp");
  const given = command(file);
  try {
    if (program === undefined || given === undefined) {
      return;
    }
    const line = shown(["pulumi", ...given]);
    const printed = await showingProgress(importing, line, "The resource could not be imported", (token) => printedBy(program, given, folder, token));
    if (printed === undefined) {
      return;
    }
    importing.output.info(`${line}\n${printed}`);
    const code = await fs.readFile(file, "utf8");
    const text = isPCL(code) ? code : await convert(importing.connection, editor.document.uri, code);
    if (text === undefined) {
      throw new Error("The command wrote code of another language.");
    }
    await insert(editor, new vscode.SnippetString().appendText(text.trimEnd() + "\n"));
  } catch (problem) {
    importing.output.error(String(problem));
    void vscode.window.showErrorMessage(`PCL: The resource is imported, but its code could not be inserted: ${String(problem)}`);
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

async function writeBlock(connection: Connection, editor: vscode.TextEditor, existing: Existing): Promise<void> {
  const block = await convert(connection, editor.document.uri, importFile(existing));
  if (block === undefined) {
    void vscode.window.showWarningMessage(`PCL: The schema of ${existing.type} is not known, so no block can be written.`);
    return;
  }
  await insert(editor, new vscode.SnippetString(snippetOf(block)));
}

// Inserts a block at the end of the document, with a blank line before it.
async function insert(editor: vscode.TextEditor, block: vscode.SnippetString): Promise<void> {
  const { document } = editor;
  const last = document.lineAt(document.lineCount - 1);
  const before = missingLineEnds(document.getText());
  await vscode.window.showTextDocument(document, editor.viewColumn);
  await editor.insertSnippet(new vscode.SnippetString(before + block.value), last.range.end);
}
