// The language status items: the state of the server, the package schemas and the stack.

import * as vscode from "vscode";

import type { Connection, ServerState } from "./connection";
import { missingSchemas, type ResolvedSchemas } from "./resolved";

const texts: Readonly<Record<ServerState, string>> = {
  starting: "Starting",
  running: "PCL",
  loading: "Loading",
  failed: "PCL is not running",
  stopped: "PCL is stopped",
};

export class StatusItems implements vscode.Disposable {
  private readonly server: vscode.LanguageStatusItem;
  private readonly schemas: vscode.LanguageStatusItem;
  private readonly stack: vscode.LanguageStatusItem;
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly connection: Connection) {
    const selector = [{ language: "pcl" }, { language: "pcl-inputs" }];
    this.server = vscode.languages.createLanguageStatusItem("pcl.server", selector);
    this.server.name = "PCL Language Server";
    this.schemas = vscode.languages.createLanguageStatusItem("pcl.schemas", selector);
    this.schemas.name = "PCL Package Schemas";
    this.stack = vscode.languages.createLanguageStatusItem("pcl.stack", selector);
    this.stack.name = "PCL Stack";
    this.stack.command = { command: "pcl.selectStack", title: "Select" };
    this.listeners = [
      connection.onDidChange(() => this.update()),
      // New findings suggest that schemas may have been loaded.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.path.endsWith(".pp"))) {
          void this.updateSchemas();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("pcl.stack")) {
          this.update();
        }
      }),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(this.server, this.schemas, this.stack, ...this.listeners).dispose();
  }

  private update(): void {
    const { state, detail } = this.connection;
    this.server.text = texts[state];
    this.server.detail = detail;
    this.server.busy = state === "starting" || state === "loading";
    this.server.severity = state === "failed" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.server.command = state === "failed" || state === "stopped" ? { command: "pcl.restartServer", title: "Restart" } : { command: "pcl.showOutput", title: "Output" };
    const stack = vscode.workspace.getConfiguration("pcl").get<string>("stack", "");
    this.stack.text = stack === "" ? "No stack" : `Stack ${stack}`;
    void this.updateSchemas();
  }

  private async updateSchemas(): Promise<void> {
    const client = this.connection.client;
    const answer = await client?.sendRequest<ResolvedSchemas>("pcl/resolvedSchemas", {}).catch(() => undefined); // the server is too old, or is stopping
    const missing = answer ? missingSchemas(answer) : [];
    this.schemas.busy = answer?.loading ?? false;
    this.schemas.text = answer === undefined ? "Schemas unknown" : missing.length > 0 ? `${missing.length} of ${answer.packages.length} schemas missing` : `${answer.packages.length} schemas`;
    this.schemas.detail = missing.join(", ");
    this.schemas.command = { command: "pcl.showSchemas", title: missing.length > 0 ? "Get" : "Show" };
    this.schemas.severity = missing.length > 0 ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
  }
}
