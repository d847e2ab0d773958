// Fetches the schema of a package with the user's own Pulumi command line, after asking. The server never does.

import { spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";

import { schemaFile, schemaRequest, type SchemaRequest } from "./fetch";

/** What fetching needs from the extension. */
export interface Fetching {
  /** The folder for fetched schemas, which the server knows. */
  readonly folder: string;
  /** Finds the Pulumi command line; undefined if there is none outside of an untrusted workspace. */
  readonly pulumi: () => string | undefined;
  readonly output: vscode.LogOutputChannel;
}

/** Asks the user whether to fetch the schema of a package, and does it. */
export async function fetchSchema({ folder, pulumi, output }: Fetching, name: unknown, version: unknown): Promise<void> {
  const request = schemaRequest(name, version);
  if (request === undefined) {
    output.warn(`Not a package whose schema can be fetched: ${String(name)} ${String(version)}`);
    return;
  }
  if (!vscode.workspace.isTrusted) {
    const manage = "Manage Workspace Trust";
    if ((await vscode.window.showWarningMessage("PCL: Schemas are fetched only in workspaces that you trust.", manage)) === manage) {
      await vscode.commands.executeCommand("workbench.trust.manage");
    }
    return;
  }
  const program = pulumi();
  if (program === undefined) {
    const help = "How to Install";
    if ((await vscode.window.showWarningMessage("PCL: The Pulumi command line is not on PATH.", help)) === help) {
      await vscode.env.openExternal(vscode.Uri.parse("https://www.pulumi.com/docs/install/"));
    }
    return;
  }
  const line = ["pulumi", ...request.arguments].join(" ");
  const run = "Fetch";
  const detail = `This runs: ${line}\n\nThe command downloads the provider if it is not installed, and runs it. The schema is kept for all workspaces.`;
  if ((await vscode.window.showInformationMessage(`Fetch the schema of ${request.name}?`, { modal: true, detail }, run)) !== run) {
    return;
  }
  try {
    const file = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `PCL: ${line}`, cancellable: true }, (_, token) =>
      keep(folder, program, request, token));
    if (file !== undefined) {
      output.info(`${line} has printed ${file}.`);
    }
  } catch (problem) {
    output.error(`${line}: ${String(problem)}`);
    const show = "Show Output";
    if ((await vscode.window.showErrorMessage(`PCL: The schema of ${request.name} could not be fetched: ${String(problem).split("\n").at(-1)}`, show)) === show) {
      output.show();
    }
  }
}

// Runs the command and keeps what it prints. Returns the file, or undefined if the user cancels.
async function keep(folder: string, program: string, request: SchemaRequest, token: vscode.CancellationToken): Promise<string | undefined> {
  await fs.mkdir(folder, { recursive: true });
  // In a folder without a project, so that no project names the provider that runs.
  const printed = await printedBy(program, request.arguments, folder, token);
  if (printed === undefined) {
    return undefined;
  }
  const name = schemaFile(request, printed);
  if (name === undefined) {
    throw new Error(`The command did not print a schema of ${request.name}.`);
  }
  const file = path.join(folder, name);
  const unfinished = `${file}.${process.pid}`;
  await fs.writeFile(unfinished, printed);
  await fs.rename(unfinished, file);
  return file;
}

function printedBy(program: string, given: readonly string[], cwd: string, token: vscode.CancellationToken): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const running = spawn(program, given, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" } });
    const printed: Buffer[] = [];
    let said = "";
    token.onCancellationRequested(() => running.kill());
    running.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    running.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
    });
    running.on("error", reject);
    running.on("close", (status) => {
      if (token.isCancellationRequested) {
        resolve(undefined);
      } else if (status === 0) {
        resolve(Buffer.concat(printed).toString("utf8"));
      } else {
        reject(new Error(said.trim() || `the command ended with status ${status}`));
      }
    });
  });
}
