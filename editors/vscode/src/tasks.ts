// Offers `pcl-lsp check` as a task for each workspace folder. The problem matcher `$pcl` reads its output.

import * as vscode from "vscode";

import type { Connection } from "./connection";

export const taskType = "pcl";

interface CheckDefinition extends vscode.TaskDefinition {
  readonly path?: string;
  readonly args?: readonly string[];
}

/** The tasks. They run the same program as the server, so both report the same findings. */
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
  task.detail = "Check all programs in the folder";
  return task;
}
