// The connection to the server as the rest of the extension sees it.

import type * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

export type ServerState = "starting" | "running" | "loading" | "failed" | "stopped";

export interface Connection {
  /** The client; undefined unless the server runs. */
  readonly client: LanguageClient | undefined;
  readonly state: ServerState;
  /** The reason for the state, shown to the user. */
  readonly detail: string;
  /** The path of the server, and where it was found. */
  readonly program: string | undefined;
  readonly from: string;
  readonly onDidChange: vscode.Event<void>;
}
