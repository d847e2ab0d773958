// The commands that select a stack, show schemas and report a bug.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import type { Host } from "./host";
import { bugReport } from "./issue";
import { parentOf, projectFile } from "./project";
import { exactVersion, schemaRows, type ResolvedSchema, type ResolvedSchemas } from "./resolved";
import { stackChoices } from "./stacks";

const mostFiles = 1000;

/** Lets the user choose a stack that has a file, and sets `pcl.stack` for the workspace. */
export async function selectStack(): Promise<void> {
  // Not every file system can be searched, and the editor would wait for one that cannot.
  const isOnDisk = vscode.workspace.workspaceFolders?.every(({ uri }) => uri.scheme === "file") ?? true;
  const files = isOnDisk ? await vscode.workspace.findFiles("**/Pulumi.*.{yaml,yml}", "**/node_modules/**", mostFiles) : await besideProjects();
  const settings = vscode.workspace.getConfiguration("pcl");
  const choices = stackChoices(files.map((file) => vscode.workspace.asRelativePath(file)), settings.get<string>("stack", ""));
  const chosen = await vscode.window.showQuickPick(choices, { title: "Stack", placeHolder: "Select the stack whose configuration to use" });
  if (chosen) {
    const inWorkspace = vscode.workspace.workspaceFolders !== undefined;
    await settings.update("stack", chosen.stack, inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  }
}

// The files in the folders of the workspace, and beside the projects of open programs.
async function besideProjects(): Promise<vscode.Uri[]> {
  const projects = await Promise.all(vscode.workspace.textDocuments.filter(({ languageId }) => languageId === "pcl").map(({ uri }) => projectFile(uri)));
  const folders = [...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri), ...projects.filter((file) => file !== undefined).map(parentOf)];
  const distinct = new Map(folders.map((folder) => [folder.toString(), folder]));
  const listed = await Promise.all([...distinct.values()].map(async (folder) => (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => vscode.Uri.joinPath(folder, name))));
  return listed.flat();
}

/** Lists the schemas of the packages that programs use, and opens the chosen one. */
export async function showSchemas(connection: Connection, host: Host): Promise<void> {
  const client = connection.client;
  if (!client) {
    void vscode.window.showWarningMessage("PCL: The language server is not running.");
    return;
  }
  const answer = await client.sendRequest<ResolvedSchemas>("pcl/resolvedSchemas", {});
  const rows = schemaRows(answer, (uri) => (uri === "" ? "built in" : vscode.workspace.asRelativePath(client.protocol2CodeConverter.asUri(uri))));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: answer.loading ? "Package schemas (still loading)" : "Package schemas",
    placeHolder: rows.length === 0 ? "No program uses a package yet" : "Select a schema to open its file, or a missing one to get it",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.schema.uri) {
    await vscode.commands.executeCommand("vscode.open", client.protocol2CodeConverter.asUri(chosen.schema.uri));
  } else if (chosen && chosen.schema.state !== "loading") {
    await getSchema(host, chosen.schema);
  }
}

/** Offers the ways to a schema, in the order of the quick fixes. */
async function getSchema(host: Host, { name, wanted, install, reason }: ResolvedSchema): Promise<void> {
  const way = await vscode.window.showQuickPick(host.ways({ name, version: exactVersion(wanted), install }), { title: `The schema of ${name}`, placeHolder: reason ?? "How to get the schema" });
  await way?.go();
}

/** Opens a bug report for the user to complete and send. */
export async function reportBug(connection: Connection, host: Host, manifest: { version: string; contributes: { configuration: { properties: object } } }): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const changed = Object.keys(manifest.contributes.configuration.properties).filter((name) => {
    const all = settings.inspect(name);
    return all?.globalValue !== undefined || all?.workspaceValue !== undefined || all?.workspaceFolderValue !== undefined;
  });
  const content = bugReport({
    extension: manifest.version,
    editor: vscode.version,
    ...(await host.versions()),
    serverFrom: connection.from,
    trusted: vscode.workspace.isTrusted,
    remote: vscode.env.remoteName ?? "",
    settings: Object.fromEntries(changed.map((name) => [name, settings.get(name)])),
  });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
  const open = "Open Issue Tracker";
  if ((await vscode.window.showInformationMessage("PCL: Complete the report, then paste it into a new issue.", open)) === open) {
    await vscode.env.openExternal(vscode.Uri.parse("https://github.com/pcl-lsp/pcl-lsp/issues/new/choose"));
  }
}
