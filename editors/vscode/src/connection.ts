// The connection to the server as the rest of the extension sees it.

import type * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

export type ServerState = "starting" | "running" | "loading" | "failed" | "stopped";

export interface Connection {
  /** The client; undefined unless the server runs. */
  readonly client: BaseLanguageClient | undefined;
  readonly state: ServerState;
  /** The reason for the state, shown to the user. */
  readonly detail: string;
  /** The path of the server, if it is a program of the machine, and where it was found. */
  readonly program: string | undefined;
  readonly from: string;
  readonly onDidChange: vscode.Event<void>;
}
