// Every kind of fix and refactoring, applied and undone: on the examples of all codes, and on the program of the workspace.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import * as vscode from "vscode";

import { ask, check, program, testOf, until } from "./harness";

interface Code {
  readonly code: string;
  readonly bad: string;
}

// The files of an example: a text is main.pp, and a line "-- NAME --" begins a file.
function filesOf(example: string): Map<string, string> {
  const files = new Map<string, string>();
  const parts = example.split(/^-- (.+) --\n/m);
  if (parts.length === 1) {
    files.set("main.pp", example);
  }
  for (let i = 1; i + 1 < parts.length; i += 2) {
    files.set(parts[i] ?? "", parts[i + 1] ?? "");
  }
  return files;
}

const codeOf = (finding: vscode.Diagnostic): string => String(typeof finding.code === "object" ? finding.code.value : finding.code);

// The texts of all open documents, by path.
function texts(): Map<string, string> {
  return new Map(vscode.workspace.textDocuments.map((one) => [one.uri.toString(), one.getText()]));
}

function different(before: Map<string, string>): string[] {
  const now = texts();
  return [...before].filter(([path, text]) => now.has(path) && now.get(path) !== text).map(([path]) => path);
}

// The finding of a code, which some examples have in another file, or only under a setting.
async function findingOf(document: vscode.TextDocument, code: string): Promise<vscode.Diagnostic | undefined> {
  for (const end = Date.now() + 1000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const finding = vscode.languages.getDiagnostics(document.uri).find((one) => codeOf(one) === code);
    if (finding !== undefined) {
      return finding;
    }
  }
  return undefined;
}

const exists = (uri: vscode.Uri): Promise<boolean> => Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);

/** Applies an action to a document and undoes it. */
async function apply(document: vscode.TextDocument, action: vscode.CodeAction): Promise<void> {
  const before = texts();
  const created: vscode.Uri[] = [];
  for (const [uri] of action.edit?.entries() ?? []) {
    if (!(await exists(uri))) {
      created.push(uri);
    }
  }
  check(action.edit !== undefined && (await vscode.workspace.applyEdit(action.edit)), `${action.title}: it was not applied`);
  check(different(before).length > 0, `${action.title}: it changed nothing`);
  for (const uri of created) {
    check(await exists(uri), `${action.title}: ${uri.path} was not made`);
  }
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("undo");
  await until(`${action.title}: the text of before`, () => different(before).length === 0);
  for (const uri of created) {
    await until(`${action.title}: the end of ${uri.path}`, async () => !(await exists(uri)));
  }
}

/** Applies the actions that VS Code offers for a range, and returns their titles. */
async function applyAll(document: vscode.TextDocument, range: vscode.Range, wanted: (action: vscode.CodeAction) => boolean): Promise<string[]> {
  const offered = async (): Promise<vscode.CodeAction[]> =>
    (await ask<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document, range, undefined, 50)).filter((one) => one.edit !== undefined && wanted(one));
  const titles = (await offered()).map((one) => one.title);
  for (const title of titles) {
    const action = (await offered()).find((one) => one.title === title); // of the text after the last undo
    check(action !== undefined, `${title} is not offered again`);
    await apply(document, action);
  }
  return titles;
}

testOf("codeActionProvider", "code actions: the fixes of all codes, applied and undone", async () => {
  const { uri } = await program();
  const server = vscode.workspace.getConfiguration("pcl").get<string>("server.path", "");
  const { stdout } = await promisify(execFile)(server, ["explain", "--format", "json"], { maxBuffer: 1 << 26 });
  const { codes } = JSON.parse(stdout) as { codes: Code[] };
  const problems: string[] = [];
  let fixed = 0;
  for (const { code, bad } of codes) {
    const folder = vscode.Uri.joinPath(uri, "..", `example-${code}`);
    const files = filesOf(bad);
    for (const [name, text] of files) {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));
    }
    const main = [...files.keys()].find((name) => name.endsWith(".pp"));
    if (main !== undefined) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, main));
      await vscode.window.showTextDocument(document);
      const finding = await findingOf(document, code);
      if (finding !== undefined) {
        const fixes = await applyAll(document, finding.range, (one) => one.kind?.value === "quickfix" && !one.title.startsWith("Ignore ")).catch((problem: unknown) => {
          problems.push(`${code}: ${String(problem)}`);
          return [];
        });
        fixed += fixes.length === 0 ? 0 : 1;
      }
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    await vscode.workspace.fs.delete(folder, { recursive: true });
  }
  check(problems.length === 0, problems.join("; "));
  check(fixed > 200, `fixes of only ${fixed} codes were applied`);
});

// A program to refactor, and how the titles of the refactorings begin. The tests in Neovim have the same.
const examples = path.join(__dirname, "../../../../testdata/e2e/refactored");
const refactored = readFileSync(path.join(examples, "main.pp"), "utf8");
const refactorings = JSON.parse(readFileSync(path.join(examples, "titles.json"), "utf8")) as string[];

testOf("codeActionProvider", "code actions: all refactorings, applied and undone", async () => {
  const { uri } = await program();
  const file = vscode.Uri.joinPath(uri, "..", "refactored", "main.pp");
  await vscode.workspace.fs.writeFile(file, Buffer.from(refactored));
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const left = new Set(refactorings);
  const kind = (action: vscode.CodeAction): string | undefined => [...left].find((one) => action.title.startsWith(one) && action.disabled === undefined);
  for (let number = 0; number < document.lineCount; number++) {
    const { text } = document.lineAt(number);
    const value = text.indexOf("= ") + 2;
    const last = text.endsWith("{") ? refactored.split("\n").indexOf("}", number) : number;
    const ranges = [new vscode.Range(number, value, number, text.length), new vscode.Range(number, 0, last, document.lineAt(last).text.length), new vscode.Range(number, 1, number, 1)];
    for (const range of text === "" ? [] : ranges) {
      for (const title of await applyAll(document, range, (one) => kind(one) !== undefined)) {
        refactorings.filter((one) => title.startsWith(one)).forEach((one) => left.delete(one));
      }
    }
  }
  check(left.size === 0, `these are never offered: ${[...left].join(", ")}`);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(file, ".."), { recursive: true });
});
