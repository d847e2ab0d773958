// The extension on a machine.

import * as vscode from "vscode";

import { Machine } from "./machine";
import { Session, type Api } from "./session";

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Api {
  const output = vscode.window.createOutputChannel("PCL", { log: true });
  session = new Session(new Machine(context, output), output);
  return session.begin(context);
}

export function deactivate(): Promise<void> | undefined {
  return session?.end();
}
