// Offers `pcl-lsp check` for each workspace folder as a task; the problem matcher `$pcl` reads what it prints.

import * as vscode from "vscode";

import type { Connection } from "./connection";

export const taskType = "pcl";

interface CheckDefinition extends vscode.TaskDefinition {
  readonly path?: string;
  readonly args?: readonly string[];
}

/** The tasks. The program is the one that serves, so that both find the same. */
export function checkTasks(connection: Connection): vscode.TaskProvider {
  return {
    provideTasks: () => (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => taskOf({ type: taskType }, folder, connection) ?? []),
    resolveTask: (task) => {
      const folder = typeof task.scope === "object" ? task.scope : vscode.workspace.workspaceFolders?.[0];
      return folder && taskOf(task.definition as CheckDefinition, folder, connection);
    },
  };
}

function taskOf(definition: CheckDefinition, folder: vscode.WorkspaceFolder, connection: Connection): vscode.Task | undefined {
  if (connection.program === undefined) {
    return undefined;
  }
  const args = ["check", ...(definition.args ?? []), definition.path ?? "."];
  const task = new vscode.Task(definition, folder, "check", "pcl", new vscode.ProcessExecution(connection.program, args, { cwd: folder.uri.fsPath }), "$pcl");
  task.group = vscode.TaskGroup.Build;
  task.detail = "Print the findings for all programs of the folder";
  return task;
}
