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

// The finding of a code, in one of the documents.
function findingOf(documents: readonly vscode.TextDocument[], code: string): Promise<[vscode.TextDocument, vscode.Range]> {
  return until("the finding", () => {
    for (const document of documents) {
      const finding = vscode.languages.getDiagnostics(document.uri).find((one) => codeOf(one) === code);
      if (finding !== undefined) {
        return [document, finding.range];
      }
    }
    return undefined;
  });
}

const exists = (uri: vscode.Uri): Promise<boolean> => Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);

/** Closes all editors, also those of texts that an action left changed. */
async function closeAll(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}

/** Applies an action, which may edit and create several files, and undoes it. */
async function apply(document: vscode.TextDocument, action: vscode.CodeAction): Promise<void> {
  const created: vscode.Uri[] = [];
  for (const [uri] of action.edit?.entries() ?? []) {
    if (await exists(uri)) {
      await vscode.workspace.openTextDocument(uri); // so that its text can be compared
    } else {
      created.push(uri);
    }
  }
  const before = texts();
  check(action.edit !== undefined && (await vscode.workspace.applyEdit(action.edit)), `${action.title}: it was not applied`);
  const changed = different(before);
  check(changed[0] !== undefined, `${action.title}: it changed nothing`);
  for (const uri of created) {
    check(await exists(uri), `${action.title}: ${uri.path} was not made`);
  }
  const shown = document.uri.toString();
  await vscode.window.showTextDocument(vscode.Uri.parse(changed.includes(shown) ? shown : changed[0]));
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

const testdata = path.join(__dirname, "../../../../testdata/e2e");

// Codes with fixes, and for some another example than their own. The tests of the fixes write the list.
const fixable = JSON.parse(readFileSync(path.join(testdata, "fixable.json"), "utf8")) as Record<string, string>;

// Codes whose fixes this test can't apply, with the reason.
const elsewhere: Record<string, string> = {
  "package.unknown": "its fixes are commands",
};

testOf("codeActionProvider", "code actions: the fixes of all codes, applied and undone", async () => {
  const { uri } = await program();
  const server = vscode.workspace.getConfiguration("pcl").get<string>("server.path", "");
  const { stdout } = await promisify(execFile)(server, ["explain", "--format", "json"], { maxBuffer: 1 << 26 });
  const { codes } = JSON.parse(stdout) as { codes: Code[] };
  const problems: string[] = [];
  for (const { code, bad } of codes.filter((one) => one.code in fixable && !(one.code in elsewhere))) {
    const folder = vscode.Uri.joinPath(uri, "..", `example-${code}`);
    try {
      await applyFixes(folder, code, filesOf(fixable[code] || bad));
    } catch (problem) {
      problems.push(`${code}: ${String(problem)}`);
    }
    await closeAll();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  }
  check(problems.length === 0, problems.join("; "));
});

/** Applies and undoes all fixes of a code to an example. */
async function applyFixes(folder: vscode.Uri, code: string, files: Map<string, string>): Promise<void> {
  for (const [name, text] of files) {
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));
  }
  const documents: vscode.TextDocument[] = [];
  for (const name of files.keys()) {
    documents.push(await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name)));
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, name)); // the client tells the server only of texts that were visible
  }
  const [document, range] = await findingOf(documents, code);
  await vscode.window.showTextDocument(document);
  const titles = await applyAll(document, range, (one) => one.kind?.value === "quickfix" && !one.title.startsWith("Ignore "));
  check(titles.length > 0, "it has no fix");
}

// A program to refactor, and how the titles of the refactorings begin. The tests in Neovim have the same.
const examples = path.join(testdata, "refactored");
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
