// Finds the project that a document belongs to.

import * as vscode from "vscode";

const names = ["Pulumi.yaml", "Pulumi.yml"];

/** The nearest project file, in the folder of a file or above. Only a file of this machine may belong to a project outside of the workspace. */
export async function projectFile(file: vscode.Uri): Promise<vscode.Uri | undefined> {
  const top = vscode.workspace.getWorkspaceFolder(file)?.uri;
  if (file.scheme !== "file" && top === undefined) {
    return undefined;
  }
  for (let folder = parentOf(file); ; folder = parentOf(folder)) {
    for (const name of names) {
      const found = vscode.Uri.joinPath(folder, name);
      if (await isFile(found)) {
        return found;
      }
    }
    if (folder.path === parentOf(folder).path || (file.scheme !== "file" && folder.path === top?.path)) {
      return undefined;
    }
  }
}

/** The text of the nearest project file. */
export async function nearestProject(file: vscode.Uri): Promise<string | undefined> {
  const found = await projectFile(file);
  return found && new TextDecoder().decode(await vscode.workspace.fs.readFile(found));
}

export function parentOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, "..");
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
