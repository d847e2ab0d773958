// Starts and stops the language server, and registers what the extension has wherever it runs. All logic about the language itself is in the server.

import * as vscode from "vscode";
import { State, type BaseLanguageClient, type LanguageClientOptions, type Middleware, type ProgressToken } from "vscode-languageclient";

import { colors } from "./colors";
import { reportBug, selectStack, showSchemas } from "./commands";
import type { Connection, ServerState } from "./connection";
import { crashes, offerRestart } from "./crashes";
import { newProgram, noticeCorrected } from "./example";
import { GraphView } from "./graphView";
import type { Host } from "./host";
import { schemaScheme, settleLanguage } from "./language";
import { followMarkdown } from "./markdown";
import { pasteAsPCL } from "./paste";
import { copyURN, openConsole, PlanView } from "./planView";
import { showReferences } from "./references";
import { settingsForServer } from "./settings";
import { followSettingsFiles } from "./settingsFiles";
import { StatusItems } from "./status";
import { WaitingFindings } from "./waiting";

/** The interface for other extensions and tests. */
export interface Api {
  /** The client; undefined if no server runs. */
  readonly client: BaseLanguageClient | undefined;
  /** Resolves when the server has started, or failed to start. */
  readonly ready: Promise<void>;
}

/** The server of the window, and what shows its answers. */
export class Session {
  private client: BaseLanguageClient | undefined;
  private changing: Promise<void> = Promise.resolve();
  private where = "";
  private readonly underWay = new Set<ProgressToken>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly connection: { -readonly [K in keyof Connection]: Connection[K] } = {
    client: undefined,
    state: "stopped",
    detail: "",
    program: undefined,
    from: "",
    onDidChange: this.changed.event,
  };

  constructor(
    private readonly host: Host,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Registers everything, and starts the server. */
  begin(context: vscode.ExtensionContext): Api {
    const { connection, host, output } = this;
    const graphs = new GraphView(context.extensionUri, connection);
    const plans = new PlanView(connection);
    context.subscriptions.push(
      output,
      this.changed,
      graphs,
      plans,
      new StatusItems(connection),
      noticeCorrected(),
      pasteAsPCL(connection),
      ...host.register({ connection, output, plans }),
      vscode.commands.registerCommand("pcl.restartServer", () => this.restart()),
      vscode.commands.registerCommand("pcl.showOutput", () => output.show()),
      vscode.commands.registerCommand("pcl.showGraph", (resource?: vscode.Uri) => showGraph(graphs, resource)),
      vscode.commands.registerCommand("pcl.selectStack", selectStack),
      vscode.commands.registerCommand("pcl.showSchemas", () => showSchemas(connection, host)),
      vscode.commands.registerCommand("pcl.newProgram", newProgram),
      vscode.commands.registerCommand("pcl.getStarted", () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`)),
      vscode.commands.registerCommand("pcl.reportBug", () => reportBug(connection, host, context.extension.packageJSON)),
      vscode.commands.registerCommand("pcl.trustWorkspace", () => vscode.commands.executeCommand("workbench.trust.manage")),
      vscode.commands.registerCommand("pcl.refreshState", () => plans.refresh()),
      vscode.commands.registerCommand("pcl.copyURN", copyURN),
      vscode.commands.registerCommand("pcl.openConsole", openConsole),
      vscode.commands.registerCommand("pcl.showPlan", (...given: unknown[]) => plans.show(given)),
      vscode.commands.registerCommand("pcl.showReferences", (...given: unknown[]) => showReferences(this.client, given)),
      vscode.workspace.onDidOpenTextDocument((document) => void settleLanguage(document)),
      vscode.workspace.onDidChangeConfiguration((event) => this.configured(event)),
      // Trust makes workspace settings count, such as the path of the server.
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
    );
    const ready = Promise.all([this.restart(), ...vscode.workspace.textDocuments.map(settleLanguage)]).then(() => undefined);
    const current = (): BaseLanguageClient | undefined => this.client;
    return {
      get client() {
        return current();
      },
      ready,
    };
  }

  /** Stops the server. */
  end(): Promise<void> {
    return this.inTurn(() => this.stop());
  }

  private configured(event: vscode.ConfigurationChangeEvent): void {
    if (this.host.restartingSettings.some((name) => event.affectsConfiguration(name))) {
      void this.restart();
    } else if (event.affectsConfiguration("pcl")) {
      this.client?.sendNotification("workspace/didChangeConfiguration", { settings: { pcl: settingsForServer(this.host.expand) } }).catch((problem: unknown) => {
        this.output.warn(`The changed settings could not be sent to the server: ${String(problem)}`);
      });
    }
  }

  private become(state: ServerState, detail: string): void {
    this.connection.client = state === "running" || state === "loading" ? this.client : undefined;
    this.connection.state = state;
    this.connection.detail = detail;
    this.changed.fire();
  }

  // Starts and stops run one after the other, because two overlapping restarts would leave a server behind.
  private inTurn(step: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(step, step);
    return this.changing;
  }

  private restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.stop();
      await this.start();
    });
  }

  private async stop(): Promise<void> {
    const running = this.client;
    this.client = undefined;
    this.underWay.clear();
    this.become("stopped", "");
    try {
      await running?.dispose();
    } catch (problem) {
      this.output.warn(`The server did not stop cleanly: ${String(problem)}`);
    }
  }

  private async start(): Promise<void> {
    const { connection, host } = this;
    const found = await host.find();
    if (typeof found === "string") {
      connection.program = undefined;
      this.become("failed", found);
      return;
    }
    connection.program = found.program;
    connection.from = found.from;
    this.where = found.where;
    this.become("starting", "");
    const starting: BaseLanguageClient = found.client(this.options(() => starting, found.schemas));
    starting.registerFeature(colors);
    this.client = starting;
    starting.onDidChangeState(({ newState }) => {
      if (this.client === starting && (newState === State.Stopped || newState === State.StartFailed)) {
        this.become("failed", "");
        if (newState === State.StartFailed) {
          void offerRestart("did not start");
        }
      } else if (this.client === starting && newState === State.Running) {
        this.become("running", this.where);
      }
    });
    try {
      await starting.start();
      followSettingsFiles(starting, host.schemes());
      followMarkdown(starting, host.schemes());
    } catch (problem) {
      this.output.error(`The server did not start: ${String(problem)}`);
      this.become("failed", String(problem));
    }
  }

  private options(client: () => BaseLanguageClient, schemas: readonly string[]): LanguageClientOptions {
    const files = this.host.schemes();
    return {
      documentSelector: [
        ...files.flatMap((scheme) => [
          { language: "pcl", scheme },
          { language: "pcl-inputs", scheme },
          { pattern: "**/*.pcl-rules.hcl", scheme }, // also if another extension has the language hcl
        ]),
        { language: "pcl", scheme: "untitled" },
        { language: "pcl", scheme: schemaScheme }, // schema documents link to the types they name
      ],
      diagnosticCollectionProvider: { create: (name) => new WaitingFindings(vscode.languages.createDiagnosticCollection(name ?? "pcl")).collection(), dispose: (collection) => collection.dispose() },
      middleware: this.middleware,
      errorHandler: crashes(client),
      initializationFailedHandler: () => false, // the state tells, see start
      outputChannel: this.output,
      traceOutputChannel: this.output,
      initializationOptions: { ...settingsForServer(this.host.expand), schemas: { paths: schemas }, commands: this.host.commands },
    };
  }

  // The status item is busy while the server reports progress, for example while it loads schemas.
  private watchProgress(token: ProgressToken, params: { kind: string; title?: string }, next: (token: ProgressToken, params: never) => void): void {
    next(token, params as never);
    if (params.kind === "begin") {
      this.underWay.add(token);
    } else if (params.kind === "end") {
      this.underWay.delete(token);
    }
    const state = this.underWay.size > 0 ? "loading" : "running";
    if (this.connection.client && this.connection.state !== state) {
      this.become(state, (state === "loading" && params.title) || this.where);
    }
  }

  // By default the client would send the server everything below `pcl`, where a workspace could declare itself trusted. So
  // requests for settings get `settingsForServer`, and `configured` sends changes.
  private readonly middleware: Middleware = {
    handleWorkDoneProgress: (token, params, next) => this.watchProgress(token, params, next),
    workspace: {
      configuration: (params) => params.items.map((item) => (item.section === "pcl" ? settingsForServer(this.host.expand) : null)),
      didChangeConfiguration: () => Promise.resolve(),
    },
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
