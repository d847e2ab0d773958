// The first program of a user: an example with a mistake, and the moment when a program has no mistake any more.

import * as vscode from "vscode";

const text = `# This program needs no package. One name in it is wrong: put the cursor on it and press Ctrl+. (Cmd+. on a Mac).
config name string {
  default = "world"
}

greeting = "Hello, \${nmae}!"

output message {
  value = greeting
}
`;

/** Opens the example in a new editor. */
export async function newProgram(): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "pcl", content: text }));
}

/** Completes the last step of the walkthrough when the errors of a program are gone. */
export function noticeCorrected(): vscode.Disposable {
  const wrong = new Set<string>();
  return vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris.filter((one) => vscode.workspace.textDocuments.some((document) => document.languageId === "pcl" && document.uri.toString() === one.toString()))) {
      const name = uri.toString();
      if (vscode.languages.getDiagnostics(uri).some((one) => one.severity === vscode.DiagnosticSeverity.Error)) {
        wrong.add(name);
      } else if (wrong.delete(name)) {
        void vscode.commands.executeCommand("setContext", "pcl.corrected", true);
      }
    }
  });
}
