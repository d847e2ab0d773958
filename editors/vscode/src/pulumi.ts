// Runs the user's own Pulumi command line. Only after a question that shows the command, and only in workspaces that the user trusts. The server never does.

import { spawn } from "node:child_process";
import * as vscode from "vscode";

import { parentOf, projectFile } from "./project";

/** Where the command line is, and where it is logged. */
export interface Pulumi {
  /** Finds the Pulumi command line; undefined if there is none outside of an untrusted workspace. */
  readonly pulumi: () => string | undefined;
  readonly output: vscode.LogOutputChannel;
}

/** The folder of the project that a document of this machine belongs to. */
export async function projectFolder({ uri }: vscode.TextDocument): Promise<string | undefined> {
  const file = uri.scheme === "file" ? await projectFile(uri) : undefined;
  return file && parentOf(file).fsPath;
}

/** The path of the command line. Undefined if it may not run or is not there, which the user is told. */
export async function allowedPulumi({ pulumi }: Pulumi, purpose: string): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    const manage = "Manage Workspace Trust";
    if ((await vscode.window.showWarningMessage(`PCL: ${purpose} only in workspaces that you trust.`, manage)) === manage) {
      await vscode.commands.executeCommand("workbench.trust.manage");
    }
    return undefined;
  }
  const program = pulumi();
  if (program === undefined) {
    const help = "How to Install";
    if ((await vscode.window.showWarningMessage("PCL: The Pulumi command line is not on PATH.", help)) === help) {
      await vscode.env.openExternal(vscode.Uri.parse("https://www.pulumi.com/docs/install/"));
    }
  }
  return program;
}

/** Does a job that runs a command, with progress. Tells the user if it fails. */
export async function showingProgress<T>({ output }: Pulumi, line: string, failure: string, job: (token: vscode.CancellationToken) => Promise<T>): Promise<T | undefined> {
  try {
    return await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `PCL: ${line}`, cancellable: true }, (_, token) => job(token));
  } catch (problem) {
    output.error(`${line}: ${String(problem)}`);
    const show = "Show Output";
    if ((await vscode.window.showErrorMessage(`PCL: ${failure}: ${String(problem).split("\n").at(-1)}`, show)) === show) {
      output.show();
    }
    return undefined;
  }
}

/** What the command prints, or undefined if the user cancels it. */
export function printedBy(program: string, given: readonly string[], cwd: string, token: vscode.CancellationToken): Promise<string | undefined> {
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
