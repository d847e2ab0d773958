// What happens when the server ends by itself: the client starts it again. Once it has crashed often, or did not start, the user can.

import * as vscode from "vscode";
import { CloseAction, State, type BaseLanguageClient, type ErrorHandler } from "vscode-languageclient";

interface Complaining {
  error(message: string, data?: unknown, showNotification?: boolean | "force"): void;
}

/** A kind of client that logs its own errors and shows none: whoever has to act gets one message with a button, and not all that follows from the cause. */
export function quiet<C extends new (...given: any[]) => Complaining>(Client: C): C {
  return class extends Client {
    override error(message: string, data?: unknown): void {
      super.error(message, data, false);
    }
  };
}

/** The handler of a client, which may not exist yet. */
export function crashes(client: () => BaseLanguageClient): ErrorHandler {
  let usual: ErrorHandler | undefined;
  const handler = (): ErrorHandler => (usual ??= client().createDefaultErrorHandler());
  return {
    error: (problem, message, count) => handler().error(problem, message, count),
    closed: async () => {
      // A client whose start failed cannot start again. The state tells, see offerRestart.
      if (client().state === State.Starting) {
        return { action: CloseAction.DoNotRestart };
      }
      const result = await handler().closed();
      if (result.action === CloseAction.DoNotRestart) {
        void offerRestart("keeps crashing");
      }
      return result;
    },
  };
}

/** Tells the user what the server does, and offers to start it with a new client. */
export async function offerRestart(what: string): Promise<void> {
  const restart = "Restart";
  const show = "Show Output";
  const chosen = await vscode.window.showErrorMessage(`PCL: The language server ${what}.`, restart, show);
  if (chosen === restart) {
    await vscode.commands.executeCommand("pcl.restartServer");
  } else if (chosen === show) {
    await vscode.commands.executeCommand("pcl.showOutput");
  }
}
