// Fetches the schema of a package with the user's own Pulumi command line, after asking. The server never does.

import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";

import { schemaFile, schemaRequest, type SchemaRequest } from "./fetch";
import { allowedPulumi, printedBy, showingProgress, type Pulumi } from "./pulumi";

/** What fetching needs from the extension. */
export interface Fetching extends Pulumi {
  /** The folder for fetched schemas, which the server knows. */
  readonly folder: string;
}

/** Asks the user whether to fetch the schema of a package, and does it. */
export async function fetchSchema(fetching: Fetching, name: unknown, version: unknown): Promise<void> {
  const { folder, output } = fetching;
  const request = schemaRequest(name, version);
  if (request === undefined) {
    output.warn(`Not a package whose schema can be fetched: ${String(name)} ${String(version)}`);
    return;
  }
  const program = await allowedPulumi(fetching, "Schemas are fetched");
  if (program === undefined) {
    return;
  }
  const line = ["pulumi", ...request.arguments].join(" ");
  const run = "Fetch";
  const detail = `This runs: ${line}\n\nThe command downloads the provider if it is not installed, and runs it. The schema is kept for all workspaces.`;
  if ((await vscode.window.showInformationMessage(`Fetch the schema of ${request.name}?`, { modal: true, detail }, run)) !== run) {
    return;
  }
  const file = await showingProgress(fetching, line, `The schema of ${request.name} could not be fetched`, (token) => keep(folder, program, request, token));
  if (file !== undefined) {
    output.info(`${line} has printed ${file}.`);
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
