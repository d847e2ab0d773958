// Reads the state of a stack with the user's own Pulumi command line, after asking, and gives it to the server. It is never written to a file.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import { shown } from "./import";
import { exportArguments } from "./plan";
import { allowedPulumi, printedBy, projectFolder, showingProgress, type Pulumi } from "./pulumi";

/** What reading needs from the extension. */
export interface Reading extends Pulumi {
  readonly connection: Connection;
}

/** Reads the state of the selected stack, or of the one that Pulumi has selected. Resolves to true if the server has it. */
export async function readState(reading: Reading): Promise<boolean> {
  const document = vscode.window.activeTextEditor?.document;
  const client = reading.connection.client;
  const folder = document && (await projectFolder(document));
  if (document?.languageId !== "pcl" || client === undefined || folder === undefined) {
    void vscode.window.showInformationMessage("PCL: Open a file of a program with a Pulumi.yaml first.");
    return false;
  }
  const given = exportArguments(vscode.workspace.getConfiguration("pcl").get<string>("stack", ""));
  const program = given && (await allowedPulumi(reading, "States are read"));
  if (program === undefined || given === undefined) {
    return false;
  }
  const line = shown(["pulumi", ...given]);
  const read = "Read";
  const detail = `This runs: ${line}\n\nThe command asks the backend of the stack, and changes nothing. The language server keeps what it prints in memory until it ends. Nothing is written to a file. Secrets stay encrypted.`;
  if ((await vscode.window.showInformationMessage("Read the state of the stack?", { modal: true, detail }, read)) !== read) {
    return false;
  }
  const answer = await showingProgress(reading, line, "The state could not be read", async (token) => {
    const text = await printedBy(program, given, folder, token);
    return text && client.sendRequest<{ stack?: string; resources: number }>("pcl/state", { textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) }, text });
  });
  if (answer) {
    reading.output.info(`${line}: ${answer.resources} resources of the stack ${answer.stack ?? ""}`);
  }
  return Boolean(answer);
}
