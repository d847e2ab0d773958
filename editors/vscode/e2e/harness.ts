// A minimal test runner for the extension host. It runs one test after the other and prints one line for each.

import * as vscode from "vscode";

interface Test {
  readonly name: string;
  /** The server capability that the test needs, by its name in the answer to `initialize`. */
  readonly needs: string | undefined;
  readonly body: () => Promise<void>;
}

const tests: Test[] = [];

export function test(name: string, body: () => Promise<void>): void {
  tests.push({ name, needs: undefined, body });
}

/** Adds a test that runs only if the server announces the capability. */
export function testOf(needs: string, name: string, body: () => Promise<void>): void {
  tests.push({ name, needs, body });
}

/** Runs all tests and returns how many failed. */
export async function runAll(announced: ReadonlySet<string>): Promise<number> {
  let failed = 0;
  for (const { name, needs, body } of tests) {
    if (needs !== undefined && !announced.has(needs)) {
      console.log(`skip ${name}: the server does not announce ${needs}`);
      continue;
    }
    try {
      await body();
      console.log(`ok ${name}`);
    } catch (problem) {
      failed++;
      console.log(`not ok ${name}: ${String(problem).replaceAll("\n", " | ")}`);
    }
  }
  return failed;
}

export function check(holds: boolean, message: string): asserts holds {
  if (!holds) {
    throw new Error(message);
  }
}

export function contains(text: string, part: string): void {
  check(text.includes(part), `${JSON.stringify(part)} is not in ${JSON.stringify(text)}`);
}

// Only a hang takes this long. Everything else takes milliseconds.
const hang = 30_000;

/** Asks repeatedly until there is an answer. */
export async function until<T>(what: string, ask: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + hang;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) {
      return answer;
    }
    check(Date.now() < end, `${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens the program of the workspace in an editor. */
export async function program(name = "main.pp"): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  check(folder !== undefined, "no folder is open");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, name));
  await vscode.window.showTextDocument(document);
  return document;
}

/** The position of a text in a document, plus `inside` characters. */
export function place(document: vscode.TextDocument, text: string, inside = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  check(offset >= 0, `${text} is not in the program`);
  return document.positionAt(offset + inside);
}

/** Runs a command of VS Code on a document, with further arguments after the document's URI. */
export async function ask<T>(command: string, document: vscode.TextDocument, ...rest: unknown[]): Promise<T> {
  return vscode.commands.executeCommand<T>(command, document.uri, ...rest);
}

/** Replaces a text in the editor, runs the body, and restores the text. */
export async function edited(document: vscode.TextDocument, old: string, text: string, body: () => Promise<void>): Promise<void> {
  const before = document.getText();
  await replace(document, old, text);
  try {
    await body();
  } finally {
    await replace(document, document.getText(), before);
  }
}

async function replace(document: vscode.TextDocument, old: string, text: string): Promise<void> {
  const start = document.getText().indexOf(old);
  check(start >= 0, `${old} is not in the program`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + old.length)), text);
  check(await vscode.workspace.applyEdit(edit), "the edit was not applied");
}
