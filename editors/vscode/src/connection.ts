// The connection to the server as the rest of the extension sees it: there, or not there, and in which state.

import type * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

export type ServerState = "starting" | "running" | "loading" | "failed" | "stopped";

export interface Connection {
  /** The client while the server runs. */
  readonly client: LanguageClient | undefined;
  readonly state: ServerState;
  /** Why it is in that state, for people. */
  readonly detail: string;
  /** The program that is run, and where it was found. */
  readonly program: string | undefined;
  readonly from: string;
  readonly onDidChange: vscode.Event<void>;
}
