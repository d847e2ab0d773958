// The extension in a browser: the server is a WebAssembly program in a worker, and files are those of the workspace, wherever they are.

import * as vscode from "vscode";
import { LanguageClient, type ClientCapabilities, type StaticFeature } from "vscode-languageclient/browser";

import { offerRestart, quiet } from "./crashes";
import type { Found, Host, MissingSchema, Parts, Way } from "./host";
import { importResource } from "./importResource";
import { Session, type Api } from "./session";
import { trustedSetting } from "./settings";
import { understoodCommands } from "./trust";
import { LeftOutFiles } from "./web/leftOut";
import { pathOf, placeOf, settingPath } from "./web/paths";
import { startWorker } from "./web/serverWorker";

const QuietClient = quiet(LanguageClient);

/** Commands that run a program. */
const running: readonly string[] = ["pcl.fetchSchema", "pcl.installPlugin", "pcl.allowPlugins"];

class Browser implements Host {
  readonly restartingSettings = ["pcl.schemas.paths"];
  readonly commands = understoodCommands.filter((command) => !running.includes(command));
  private readonly left: LeftOutFiles;
  private started: readonly string[] = [];

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly output: vscode.LogOutputChannel,
  ) {
    this.left = new LeftOutFiles(output);
  }

  async find(): Promise<Found | string> {
    const read = async (name: string) => new Uint8Array(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.extension.extensionUri, "dist", name)));
    let script: Uint8Array<ArrayBuffer>;
    let program: Uint8Array<ArrayBuffer>;
    try {
      [script, program] = await Promise.all([read("worker.js"), read("pcl-lsp.wasm.gzip")]);
    } catch (problem) {
      const text = `The server could not be loaded: ${String(problem)}`;
      this.output.error(text);
      void offerRestart("could not be loaded");
      return text;
    }
    this.left.dispose();
    const schemas = trustedSetting<string[]>("schemas.paths", []).filter((path) => path.trim() !== "").map((path) => this.expand(path.trim()));
    const parts = {
      script,
      program,
      environment: { PCL_SCHEMA_PATH: schemas.join(":") },
      left: (left: Parameters<LeftOutFiles["show"]>[0]) => this.left.show(left),
      warn: (text: string) => this.output.warn(text),
    };
    this.started = this.schemes();
    return {
      client: (options) => {
        const client = new QuietClient("pcl", "PCL", () => Promise.resolve(startWorker(parts)), { ...options, uriConverters: { code2Protocol: (uri) => this.named(uri), protocol2Code: uriOf } });
        client.registerFeature(workerWatches);
        return client;
      },
      program: undefined,
      from: "the extension",
      where: "in this browser",
      schemas,
    };
  }

  readonly expand = (setting: string): string => settingPath(setting, vscode.workspace.workspaceFolders?.[0]?.uri);

  schemes(): readonly string[] {
    return [...new Set(["file", ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
  }

  ways({ name, version }: MissingSchema): readonly Way[] {
    const command = `pulumi package get-schema ${name}${version && `@${version}`} > schemas/${name}${version && `-${version}`}.json`;
    return [{ label: "$(copy) Copy a command for a machine", description: "This editor runs none", detail: command, go: () => copied(command) }];
  }

  register({ connection }: Parts): readonly vscode.Disposable[] {
    return [
      this.left,
      vscode.commands.registerCommand("pcl.importResource", () => importResource(connection)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.schemes().some((scheme) => !this.started.includes(scheme)) && vscode.commands.executeCommand("pcl.restartServer")),
    ];
  }

  versions(): Promise<{ platform: string; server: string }> {
    return Promise.resolve({ platform: "web", server: this.extension.packageJSON.version });
  }

  // The URI of a document as the server knows it.
  private named(uri: vscode.Uri): string {
    return this.schemes().includes(uri.scheme) ? vscode.Uri.file(pathOf(uri)).with({ query: uri.query, fragment: uri.fragment }).toString() : uri.toString();
  }
}

function uriOf(named: string): vscode.Uri {
  const uri = vscode.Uri.parse(named);
  const place = uri.scheme === "file" ? placeOf(uri.path) : undefined;
  return place ? vscode.Uri.from({ ...place, query: uri.query, fragment: uri.fragment }) : uri;
}

/** Keeps the client from watching files. The worker tells the server of changes, once it has forgotten what it knew. */
const workerWatches: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    delete capabilities.workspace?.didChangeWatchedFiles;
  },
  initialize(): void {},
  getState: () => ({ kind: "static" }),
  clear(): void {},
};

async function copied(command: string): Promise<void> {
  await vscode.env.clipboard.writeText(command);
  void vscode.window.showInformationMessage(`PCL: Copied to run in a clone of this workspace: ${command}`);
}

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Api {
  const output = vscode.window.createOutputChannel("PCL", { log: true });
  session = new Session(new Browser(context.extension, output), output);
  return session.begin(context);
}

export function deactivate(): Promise<void> | undefined {
  return session?.end();
}
