// The commands that select a stack, show schemas and report a bug.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";

import type { Connection } from "./connection";
import { bugReport } from "./issue";
import { exactVersion, schemaRows, type ResolvedSchema, type ResolvedSchemas } from "./resolved";
import { stackChoices } from "./stacks";

const mostFiles = 1000;

/** Lets the user choose a stack that has a file, and sets `pcl.stack` for the workspace. */
export async function selectStack(): Promise<void> {
  const files = await vscode.workspace.findFiles("**/Pulumi.*.{yaml,yml}", "**/node_modules/**", mostFiles);
  const settings = vscode.workspace.getConfiguration("pcl");
  const choices = stackChoices(files.map((file) => vscode.workspace.asRelativePath(file)), settings.get<string>("stack", ""));
  const chosen = await vscode.window.showQuickPick(choices, { title: "Stack", placeHolder: "Select the stack whose configuration to use" });
  if (chosen) {
    const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
    await settings.update("stack", chosen.stack, inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  }
}

/** Lists the schemas of the packages that programs use, and opens the chosen one. */
export async function showSchemas(connection: Connection): Promise<void> {
  const client = connection.client;
  if (!client) {
    void vscode.window.showWarningMessage("PCL: The language server is not running.");
    return;
  }
  const answer = await client.sendRequest<ResolvedSchemas>("pcl/resolvedSchemas", {});
  const rows = schemaRows(answer, (uri) => (uri === "" ? "built in" : vscode.workspace.asRelativePath(vscode.Uri.parse(uri))));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: answer.loading ? "Package schemas (still loading)" : "Package schemas",
    placeHolder: rows.length === 0 ? "No program uses a package yet" : "Select a schema to open its file, or a missing one to get it",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.schema.uri) {
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(chosen.schema.uri));
  } else if (chosen && chosen.schema.state !== "loading") {
    await getSchema(chosen.schema);
  }
}

/** Offers the ways to a schema, in the order of the quick fixes. */
async function getSchema({ name, wanted, install, reason }: ResolvedSchema): Promise<void> {
  const ways = [
    { label: "$(cloud-download) Fetch the schema", detail: "Runs your Pulumi command line, after a question", command: "pcl.fetchSchema", given: [name, exactVersion(wanted)] },
    { label: "$(unlock) Allow installed plugins", detail: "Lets the server run installed providers, after a question", command: "pcl.allowPlugins", given: [] },
    ...(install === undefined ? [] : [{ label: "$(copy) Copy the command", detail: install, command: "pcl.installPlugin", given: [install] }]),
  ];
  const way = await vscode.window.showQuickPick(ways, { title: `The schema of ${name}`, placeHolder: reason ?? "How to get the schema" });
  if (way) {
    await vscode.commands.executeCommand(way.command, ...way.given);
  }
}

/** Opens a bug report for the user to complete and send. */
export async function reportBug(connection: Connection, manifest: { version: string; contributes: { configuration: { properties: object } } }): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const changed = Object.keys(manifest.contributes.configuration.properties).filter((name) => {
    const all = settings.inspect(name);
    return all?.globalValue !== undefined || all?.workspaceValue !== undefined || all?.workspaceFolderValue !== undefined;
  });
  const content = bugReport({
    extension: manifest.version,
    editor: vscode.version,
    platform: `${process.platform}-${process.arch}`,
    server: await serverVersion(connection.program),
    serverFrom: connection.from,
    trusted: vscode.workspace.isTrusted,
    remote: vscode.env.remoteName ?? "",
    settings: Object.fromEntries(changed.map((name) => [name, settings.get(name)])),
  });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
  const open = "Open Issue Tracker";
  if ((await vscode.window.showInformationMessage("PCL: Complete the report, then paste it into a new issue.", open)) === open) {
    await vscode.env.openExternal(vscode.Uri.parse("https://github.com/pcl-lsp/pcl-lsp/issues/new"));
  }
}

async function serverVersion(program: string | undefined): Promise<string> {
  if (program === undefined) {
    return "not found";
  }
  try {
    return (await promisify(execFile)(program, ["version"], { timeout: 5000 })).stdout;
  } catch {
    return "unknown";
  }
}
