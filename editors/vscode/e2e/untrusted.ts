// The tests inside the extension host of an untrusted window. The workspace names its own server and permits plugins.

import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

import { check, runAll, test, until } from "./harness";

interface Exported {
  readonly client?: { middleware: { workspace: { configuration(params: { items: { section: string }[] }): { trusted?: boolean }[] } } };
  readonly ready: Promise<void>;
}

const workspace = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
/** The file to which the user's server logs its arguments, one line per start; see drive.mjs. */
const started = () => fs.readFileSync(path.join(workspace(), "..", "started"), "utf8");

async function exported(): Promise<Exported> {
  await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(workspace()), "main.pp"));
  const extension = vscode.extensions.getExtension<Exported>("pcl-lsp.pcl-lsp");
  check(extension !== undefined, "there is no extension");
  await extension.activate();
  await extension.exports.ready;
  return extension.exports;
}

test("untrusted: the window is untrusted, and its workspace has settings", async () => {
  check(!vscode.workspace.isTrusted, "the window is trusted");
  check(fs.existsSync(path.join(workspace(), ".vscode", "settings.json")), "there are no settings");
});

test("untrusted: the server from the user's settings runs, not the one from the workspace", async () => {
  check((await exported()).client !== undefined, "the server does not run");
  check(started() !== "", "the user's program was not started");
  check(!fs.existsSync(path.join(workspace(), "ran")), "the workspace's program was started");
});

test("untrusted: plugins are not permitted", async () => {
  await exported();
  check(!started().includes("--allow-plugins"), `the server was started with ${started()}`);
  check(/^serve\b/m.test(started()), `the server was started with ${started()}`);
});

test("untrusted: the server is told that the window is untrusted", async () => {
  const [answer] = (await exported()).client?.middleware.workspace.configuration({ items: [{ section: "pcl" }] }) ?? [];
  check(answer?.trusted === false, `the answer is ${JSON.stringify(answer)}`);
});

test("untrusted: findings appear anyway", async () => {
  await exported();
  const uri = vscode.Uri.joinPath(vscode.Uri.file(workspace()), "main.pp");
  await until("a finding", () => vscode.languages.getDiagnostics(uri).some((one) => one.message.includes("idd")));
});

export async function run(): Promise<void> {
  const failed = await runAll(new Set());
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
}
