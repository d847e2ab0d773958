// The extension on a machine: it runs the server as a program, and the user's own Pulumi command line after a question.

import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type ServerOptions } from "vscode-languageclient/node";

import { quiet } from "./crashes";
import { fetchSchema } from "./fetchSchema";
import type { Found, Host, MissingSchema, Parts, Way } from "./host";
import { importCommand } from "./importNow";
import { importResource } from "./importResource";
import { readState } from "./readState";
import { expand, findServer, programOnPath, schemaPath, tilde, type Surroundings } from "./server";
import { trustedSetting } from "./settings";
import { checkTasks, taskType } from "./tasks";
import { installCommand, understoodCommands, userValue } from "./trust";

const QuietClient = quiet(LanguageClient);
const windows = process.platform === "win32";

export class Machine implements Host {
  readonly restartingSettings = ["pcl.server.path", "pcl.schemas.paths", "pcl.plugins.allow"];
  readonly commands = understoodCommands;
  private program: string | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  async find(): Promise<Found | string> {
    const place = surroundings();
    const search = findServer({ ...place, setting: trustedSetting("server.path", ""), extensionFolder: this.context.extensionPath, ...programs() });
    this.program = search.found;
    if (search.found === undefined) {
      this.output.warn(search.problem);
      void explainMissing(search.problem);
      return search.problem;
    }
    this.output.info(`Starting ${search.found} (from ${search.from}).`);
    const folders = [...trustedSetting<string[]>("schemas.paths", []), ...(await this.made(this.fetched()))];
    const allowPlugins = userValue(vscode.workspace.getConfiguration("pcl").inspect<boolean>("plugins.allow"), false);
    const run = serverOptions(search.found, schemaPath(folders, process.env["PCL_SCHEMA_PATH"], place), allowPlugins);
    return {
      client: (options) => new QuietClient("pcl", "PCL", run, options),
      program: search.found,
      from: search.from,
      where: tilde(search.found, place.home),
      schemas: folders.map((folder) => expand(folder, place)),
    };
  }

  // States may lie outside of the workspace: a setting can name them from the home folder, which the server does not know.
  readonly expand = (setting: string): string => expand(setting, surroundings());

  schemes(): readonly string[] {
    return ["file"];
  }

  ways({ name, version, install }: MissingSchema): readonly Way[] {
    return [
      { label: "$(cloud-download) Fetch the schema", detail: "Runs your Pulumi command line, after a question", go: () => vscode.commands.executeCommand("pcl.fetchSchema", name, version) },
      { label: "$(unlock) Allow installed plugins", detail: "Lets the server run installed providers, after a question", go: () => vscode.commands.executeCommand("pcl.allowPlugins") },
      ...(install === undefined ? [] : [{ label: "$(copy) Copy the command", detail: install, go: () => vscode.commands.executeCommand("pcl.installPlugin", install) }]),
    ];
  }

  register({ connection, output, plans }: Parts): readonly vscode.Disposable[] {
    return [
      vscode.tasks.registerTaskProvider(taskType, checkTasks(connection)),
      vscode.commands.registerCommand("pcl.fetchSchema", (name: unknown, version: unknown) => fetchSchema({ folder: this.fetched(), pulumi, output }, name, version)),
      vscode.commands.registerCommand("pcl.importResource", () => importResource(connection, importCommand({ connection, pulumi, output }))),
      vscode.commands.registerCommand("pcl.installPlugin", (command: unknown) => this.copyCommand(command)),
      vscode.commands.registerCommand("pcl.allowPlugins", allowPlugins),
      vscode.commands.registerCommand("pcl.readState", async () => (await readState({ connection, pulumi, output })) && plans.refresh()),
    ];
  }

  async versions(): Promise<{ platform: string; server: string }> {
    return { platform: `${process.platform}-${process.arch}`, server: await serverVersion(this.program) };
  }

  private fetched(): string {
    return path.join(this.context.globalStorageUri.fsPath, "schemas");
  }

  // The folder, which the server wants to be there; nothing if it cannot be made.
  private async made(folder: string): Promise<string[]> {
    try {
      await fs.promises.mkdir(folder, { recursive: true });
      return [folder];
    } catch (problem) {
      this.output.warn(`Fetched schemas are not used: ${String(problem)}`);
      return [];
    }
  }

  // Copies the command that installs a provider. It never reaches a terminal by itself.
  private async copyCommand(command: unknown): Promise<void> {
    const install = installCommand(command);
    if (install === undefined) {
      this.output.warn(`Not a command that installs a provider: ${String(command)}`);
      return;
    }
    await vscode.env.clipboard.writeText(install);
    void vscode.window.showInformationMessage(`PCL: Copied to run in a terminal: ${install}`);
  }
}

function surroundings(): Pick<Surroundings, "home" | "workspaceFolder"> {
  return { home: os.homedir(), workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath };
}

// Where programs may be found.
function programs(): Pick<Surroundings, "searchPath" | "windows" | "untrusted" | "runnable"> {
  return {
    searchPath: process.env["PATH"] ?? process.env["Path"] ?? "",
    windows,
    untrusted: vscode.workspace.isTrusted ? [] : (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    runnable,
  };
}

// The user's own Pulumi command line.
function pulumi(): string | undefined {
  return programOnPath(windows ? ["pulumi.exe"] : ["pulumi"], programs());
}

function runnable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function serverOptions(command: string, schemas: string, allowPlugins: boolean): ServerOptions {
  const env = { ...process.env, ...(schemas === "" ? {} : { PCL_SCHEMA_PATH: schemas }) };
  return { command, args: allowPlugins ? ["serve", "--allow-plugins"] : ["serve"], transport: TransportKind.stdio, options: { env } };
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

async function explainMissing(problem: string): Promise<void> {
  const settings = "Open Settings";
  const help = "How to Install";
  const chosen = await vscode.window.showWarningMessage(`PCL: ${problem}`, settings, help);
  if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "pcl.server.path");
  } else if (chosen === help) {
    await vscode.env.openExternal(vscode.Uri.parse("https://github.com/pcl-lsp/pcl-lsp#install"));
  }
}

// Asks once, and writes the setting of the machine that the server runs on.
async function allowPlugins(): Promise<void> {
  const allow = "Allow";
  const detail = "To get the schemas of packages that have none, the server runs the providers that are installed in your Pulumi home. It runs those that a workspace names only if you trust the workspace. Nothing is downloaded.";
  if ((await vscode.window.showInformationMessage("Allow installed plugins to provide schemas?", { modal: true, detail }, allow)) === allow) {
    await vscode.workspace.getConfiguration("pcl").update("plugins.allow", true, vscode.ConfigurationTarget.Global);
  }
}
