// What happens when the server ends by itself: the client starts it again, and once it has crashed often, the user can.

import * as vscode from "vscode";
import { CloseAction, type ErrorHandler, type LanguageClient } from "vscode-languageclient/node";

/** The handler of a client, which may not exist yet. */
export function crashes(client: () => LanguageClient): ErrorHandler {
  let usual: ErrorHandler | undefined;
  const handler = (): ErrorHandler => (usual ??= client().createDefaultErrorHandler());
  return {
    error: (problem, message, count) => handler().error(problem, message, count),
    closed: async () => {
      const result = await handler().closed();
      if (result.action !== CloseAction.DoNotRestart) {
        return result;
      }
      void offerRestart();
      return { ...result, handled: true };
    },
  };
}

async function offerRestart(): Promise<void> {
  const restart = "Restart";
  const show = "Show Output";
  const chosen = await vscode.window.showErrorMessage("PCL: The language server keeps crashing.", restart, show);
  if (chosen === restart) {
    await vscode.commands.executeCommand("pcl.restartServer");
  } else if (chosen === show) {
    await vscode.commands.executeCommand("pcl.showOutput");
  }
}
