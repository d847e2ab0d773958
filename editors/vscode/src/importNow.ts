// Imports an existing resource with the user's own Pulumi command line, and inserts the code that it writes.

import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

import type { Connection } from "./connection";
import { importArguments, isPCL, shown } from "./import";
import { insert, type FindCommand } from "./importResource";
import { convert } from "./paste";
import { allowedPulumi, printedBy, projectFolder, showingProgress, type Pulumi } from "./pulumi";

/** What importing needs from the extension. */
export interface Importing extends Pulumi {
  readonly connection: Connection;
}

/** Finds the command, for a project in a workspace that the user trusts, if there is a Pulumi command line. */
export function importCommand(importing: Importing): FindCommand {
  return async (existing, document) => {
    const stack = vscode.workspace.getConfiguration("pcl").get<string>("stack", "");
    const command = (file: string): string[] | undefined => importArguments(existing, stack, file);
    const folder = await projectFolder(document);
    const given = command("FILE");
    if (!vscode.workspace.isTrusted || folder === undefined || given === undefined || importing.pulumi() === undefined) {
      return undefined;
    }
    return { shown: shown(["pulumi", ...given]), run: (editor) => runImport(importing, editor, folder, command) };
  };
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
