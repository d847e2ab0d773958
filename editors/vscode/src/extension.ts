// Starts and stops the language server, and decides which `.pp` files are PCL and which are Puppet. All logic about the
// language itself is in the server.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { State, TransportKind, type LanguageClient, type LanguageClientOptions, type Middleware, type ProgressToken, type ServerOptions } from "vscode-languageclient/node";

import { colors } from "./colors";
import { reportBug, selectStack, showSchemas } from "./commands";
import type { Connection, ServerState } from "./connection";
import { crashes, offerRestart, QuietClient } from "./crashes";
import { judge } from "./detect";
import { newProgram, noticeCorrected } from "./example";
import { fetchSchema } from "./fetchSchema";
import { GraphView } from "./graphView";
import { importResource } from "./importResource";
import { pasteAsPCL } from "./paste";
import { copyURN, openConsole, PlanView } from "./planView";
import { readState } from "./readState";
import { showReferences } from "./references";
import { expand, findServer, programOnPath, schemaPath, tilde, type Surroundings } from "./server";
import { followSettingsFiles } from "./settingsFiles";
import { StatusItems } from "./status";
import { checkTasks, taskType } from "./tasks";
import { installCommand, serverSettings, understoodCommands, userValue } from "./trust";
import { WaitingFindings } from "./waiting";

const restartingSettings = ["pcl.server.path", "pcl.schemas.paths", "pcl.plugins.allow"];

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;
const judged = new Set<string>();
let changing: Promise<void> = Promise.resolve();

/** The interface for other extensions and tests. */
export interface Api {
  /** The client; undefined if no server runs. */
  readonly client: LanguageClient | undefined;
  /** Resolves when the server has started, or failed to start. */
  readonly ready: Promise<void>;
}

const changed = new vscode.EventEmitter<void>();
const connection: { -readonly [K in keyof Connection]: Connection[K] } = {
  client: undefined,
  state: "stopped",
  detail: "",
  program: undefined,
  from: "",
  onDidChange: changed.event,
};

function become(state: ServerState, detail: string): void {
  connection.client = state === "running" || state === "loading" ? client : undefined;
  connection.state = state;
  connection.detail = detail;
  changed.fire();
}

export function activate(context: vscode.ExtensionContext): Api {
  output = vscode.window.createOutputChannel("PCL", { log: true });
  const graphs = new GraphView(context.extensionUri, connection);
  const plans = new PlanView(connection);
  context.subscriptions.push(
    output,
    changed,
    graphs,
    plans,
    new StatusItems(connection),
    vscode.tasks.registerTaskProvider(taskType, checkTasks(connection)),
    vscode.commands.registerCommand("pcl.restartServer", () => restart(context)),
    vscode.commands.registerCommand("pcl.showOutput", () => output.show()),
    vscode.commands.registerCommand("pcl.showGraph", (resource?: vscode.Uri) => showGraph(graphs, resource)),
    vscode.commands.registerCommand("pcl.selectStack", selectStack),
    vscode.commands.registerCommand("pcl.showSchemas", () => showSchemas(connection)),
    noticeCorrected(),
    pasteAsPCL(connection),
    vscode.commands.registerCommand("pcl.newProgram", newProgram),
    vscode.commands.registerCommand("pcl.getStarted", () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`)),
    vscode.commands.registerCommand("pcl.reportBug", () => reportBug(connection, context.extension.packageJSON)),
    vscode.commands.registerCommand("pcl.fetchSchema", (name: unknown, version: unknown) => fetchSchema({ folder: fetchedSchemas(context), pulumi, output }, name, version)),
    vscode.commands.registerCommand("pcl.importResource", () => importResource({ connection, project, pulumi, output })),
    vscode.commands.registerCommand("pcl.installPlugin", copyCommand),
    vscode.commands.registerCommand("pcl.trustWorkspace", () => vscode.commands.executeCommand("workbench.trust.manage")),
    vscode.commands.registerCommand("pcl.allowPlugins", allowPlugins),
    vscode.commands.registerCommand("pcl.readState", async () => (await readState({ connection, project, pulumi, output })) && plans.refresh()),
    vscode.commands.registerCommand("pcl.refreshState", () => plans.refresh()),
    vscode.commands.registerCommand("pcl.copyURN", copyURN),
    vscode.commands.registerCommand("pcl.openConsole", openConsole),
    vscode.commands.registerCommand("pcl.showPlan", (...given: unknown[]) => plans.show(given)),
    vscode.commands.registerCommand("pcl.showReferences", (...given: unknown[]) => showReferences(client, given)),
    vscode.workspace.onDidOpenTextDocument((document) => void settleLanguage(document)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (restartingSettings.some((name) => event.affectsConfiguration(name))) {
        void restart(context);
      } else if (event.affectsConfiguration("pcl")) {
        client?.sendNotification("workspace/didChangeConfiguration", { settings: { pcl: settingsForServer() } }).catch((problem: unknown) => {
          output.warn(`The changed settings could not be sent to the server: ${String(problem)}`);
        });
      }
    }),
    // Trust makes workspace settings count, such as the path of the server.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart(context)),
  );
  const ready = Promise.all([restart(context), ...vscode.workspace.textDocuments.map(settleLanguage)]).then(() => undefined);
  return {
    get client() {
      return client;
    },
    ready,
  };
}

function showGraph(graphs: GraphView, resource: vscode.Uri | undefined): void {
  const uri = resource instanceof vscode.Uri ? resource : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    void vscode.window.showInformationMessage("PCL: Open a file of the program first.");
  } else {
    graphs.show(uri);
  }
}

export function deactivate(): Promise<void> {
  return inTurn(stop);
}

// Starts and stops run one after the other, because two overlapping restarts would leave a server behind.
function inTurn(step: () => Promise<void>): Promise<void> {
  changing = changing.then(step, step);
  return changing;
}

function restart(context: vscode.ExtensionContext): Promise<void> {
  return inTurn(async () => {
    await stop();
    await start(context);
  });
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  underWay.clear();
  become("stopped", "");
  try {
    await running?.dispose();
  } catch (problem) {
    output.warn(`The server did not stop cleanly: ${String(problem)}`);
  }
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const place = { home: os.homedir(), workspaceFolder };
  const search = findServer({
    ...place,
    setting: trustedSetting("server.path", ""),
    extensionFolder: context.extensionPath,
    ...programs(),
  });
  if (search.found === undefined) {
    output.warn(search.problem);
    connection.program = undefined;
    become("failed", search.problem);
    void explainMissing(search.problem);
    return;
  }
  output.info(`Starting ${search.found} (from ${search.from}).`);
  connection.program = search.found;
  connection.from = search.from;
  become("starting", "");
  const folders = [...trustedSetting<string[]>("schemas.paths", []), ...(await made(fetchedSchemas(context)))];
  const allowPlugins = userValue(vscode.workspace.getConfiguration("pcl").inspect<boolean>("plugins.allow"), false);
  const starting: LanguageClient = new QuietClient("pcl", "PCL", serverOptions(search.found, schemaPath(folders, process.env["PCL_SCHEMA_PATH"], place), allowPlugins), {
    ...clientOptions,
    middleware,
    errorHandler: crashes(() => starting),
    initializationFailedHandler: () => false, // the state tells, see below
    outputChannel: output,
    traceOutputChannel: output,
    initializationOptions: {
      ...settingsForServer(),
      schemas: { paths: folders.map((folder) => expand(folder, place)) },
      commands: understoodCommands,
    },
  });
  starting.registerFeature(colors);
  client = starting;
  starting.onDidChangeState(({ newState }) => {
    if (client === starting && (newState === State.Stopped || newState === State.StartFailed)) {
      become("failed", "");
      if (newState === State.StartFailed) {
        void offerRestart("did not start");
      }
    } else if (client === starting && newState === State.Running) {
      become("running", home());
    }
  });
  try {
    await starting.start();
    followSettingsFiles(starting);
  } catch (problem) {
    output.error(`The server did not start: ${String(problem)}`);
    become("failed", String(problem));
  }
}

// Where the server is, for the user.
function home(): string {
  return connection.program === undefined ? "" : tilde(connection.program, os.homedir());
}

const windows = process.platform === "win32";

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

function fetchedSchemas(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, "schemas");
}

// The folder, which the server wants to be there; nothing if it cannot be made.
async function made(folder: string): Promise<string[]> {
  try {
    await fs.promises.mkdir(folder, { recursive: true });
    return [folder];
  } catch (problem) {
    output.warn(`Fetched schemas are not used: ${String(problem)}`);
    return [];
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

const underWay = new Set<ProgressToken>();

// The status item is busy while the server reports progress, for example while it loads schemas.
function watchProgress(token: ProgressToken, params: { kind: string; title?: string }, next: (token: ProgressToken, params: never) => void): void {
  next(token, params as never);
  if (params.kind === "begin") {
    underWay.add(token);
  } else if (params.kind === "end") {
    underWay.delete(token);
  }
  const state = underWay.size > 0 ? "loading" : "running";
  if (connection.client && connection.state !== state) {
    become(state, (state === "loading" && params.title) || home());
  }
}

// By default the client would send the server everything below `pcl`, where a workspace could declare itself trusted. So
// requests for settings get `settingsForServer`, and the listener in `activate` sends changes.
const middleware: Middleware = {
  handleWorkDoneProgress: watchProgress,
  workspace: {
    configuration: (params) => params.items.map((item) => (item.section === "pcl" ? settingsForServer() : null)),
    didChangeConfiguration: () => Promise.resolve(),
  },
};

// A setting that may come from the workspace only if the workspace is trusted.
function trustedSetting<T>(name: string, otherwise: T): T {
  const settings = vscode.workspace.getConfiguration("pcl");
  return vscode.workspace.isTrusted ? settings.get<T>(name, otherwise) : userValue(settings.inspect<T>(name), otherwise);
}

function settingsForServer(): ReturnType<typeof serverSettings> {
  const settings = vscode.workspace.getConfiguration("pcl");
  const switches = (group: string, kinds: readonly string[]) =>
    Object.fromEntries(kinds.flatMap((kind) => {
      const value = settings.get<boolean>(`${group}.${kind}`);
      return typeof value === "boolean" ? [[kind, value] as const] : [];
    }));
  return serverSettings(
    {
      rules: settings.get<Record<string, string>>("rules", {}),
      stack: settings.get<string>("stack", ""),
      state: statePath(trustedSetting("state", "")),
      secrets: { publicNames: settings.get<string[] | null>("secrets.publicNames", null) },
      targets: settings.get<string[]>("targets", []),
      diagnostics: { scope: settings.get<string>("diagnostics.scope", "workspace") },
      inlayHints: switches("inlayHints", ["secrets", "counts", "types", "unknowns", "ids"]),
      codeLens: switches("codeLens", ["references", "dependents", "missing", "plan"]),
    },
    vscode.workspace.isTrusted,
  );
}

// The path of states for the server, which knows no home folder.
function statePath(setting: string): string {
  return setting.trim() === "" ? "" : expand(setting.trim(), { home: os.homedir(), workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath });
}

// Copies the command that installs a provider. It never reaches a terminal by itself.
async function copyCommand(command: unknown): Promise<void> {
  const install = installCommand(command);
  if (install === undefined) {
    output.warn(`Not a command that installs a provider: ${String(command)}`);
    return;
  }
  await vscode.env.clipboard.writeText(install);
  void vscode.window.showInformationMessage(`PCL: Copied to run in a terminal: ${install}`);
}

function serverOptions(command: string, schemas: string, allowPlugins: boolean): ServerOptions {
  const env = { ...process.env, ...(schemas === "" ? {} : { PCL_SCHEMA_PATH: schemas }) };
  return { command, args: allowPlugins ? ["serve", "--allow-plugins"] : ["serve"], transport: TransportKind.stdio, options: { env } };
}

// The scheme of read-only documents that the server generates from schemas.
const schemaScheme = "pcl-schema";

const clientOptions: LanguageClientOptions = {
  documentSelector: [
    { language: "pcl", scheme: "file" },
    { language: "pcl", scheme: "untitled" },
    { language: "pcl-inputs", scheme: "file" },
    { pattern: "**/*.pcl-rules.hcl", scheme: "file" }, // also if another extension has the language hcl
    { language: "pcl", scheme: schemaScheme }, // schema documents link to the types they name
  ],
  diagnosticCollectionProvider: { create: (name) => new WaitingFindings(vscode.languages.createDiagnosticCollection(name ?? "pcl")).collection(), dispose: (collection) => collection.dispose() },
};

function runnable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
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

// Corrects the language of a `.pp` file. Does nothing if the user's `files.associations` cover `.pp`. Judges each file only
// once, so a language that the user picks by hand is kept.
async function settleLanguage(document: vscode.TextDocument): Promise<void> {
  if (!document.fileName.endsWith(".pp") || !["pcl", "puppet"].includes(document.languageId) || (document.uri.scheme !== schemaScheme && associated())) {
    return;
  }
  const name = document.uri.toString();
  if (judged.has(name)) {
    return;
  }
  judged.add(name);
  const verdict = document.uri.scheme === schemaScheme ? "pcl" : judge(document.getText(), nearestProject(document));
  if (verdict === "unknown" || verdict === document.languageId) {
    return;
  }
  const known = await vscode.languages.getLanguages();
  await vscode.languages.setTextDocumentLanguage(document, known.includes(verdict) ? verdict : "plaintext");
}

function associated(): boolean {
  const associations = vscode.workspace.getConfiguration("files").get<Record<string, string>>("associations", {});
  return Object.keys(associations).some((pattern) => pattern.endsWith(".pp"));
}

function nearestProject(document: vscode.TextDocument): string | undefined {
  const file = projectFile(document);
  return file === undefined ? undefined : fs.readFileSync(file, "utf8");
}

// The folder of the project that a document belongs to.
function project(document: vscode.TextDocument): string | undefined {
  const file = projectFile(document);
  return file === undefined ? undefined : path.dirname(file);
}

function projectFile(document: vscode.TextDocument): string | undefined {
  if (document.uri.scheme !== "file") {
    return undefined;
  }
  let folder = path.dirname(document.uri.fsPath);
  for (;;) {
    for (const name of ["Pulumi.yaml", "Pulumi.yml"]) {
      const file = path.join(folder, name);
      if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
        return file;
      }
    }
    const parent = path.dirname(folder);
    if (parent === folder) {
      return undefined;
    }
    folder = parent;
  }
}
