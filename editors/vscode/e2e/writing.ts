// What changes text: completion, fixes, formatting, renaming.

import * as vscode from "vscode";

import { ask, check, contains, edited, place, program, testOf, until } from "./harness";

function label(item: vscode.CompletionItem): string {
  return typeof item.label === "string" ? item.label : item.label.label;
}

async function complete(document: vscode.TextDocument, at: vscode.Position, resolve = 0): Promise<vscode.CompletionItem[]> {
  const list = await ask<vscode.CompletionList>("vscode.executeCompletionItemProvider", document, at, undefined, resolve);
  return list.items;
}

testOf("completionProvider", "completion: properties behind a sign of two units", async () => {
  const document = await program();
  const names = (await complete(document, place(document, "network.idd", "network.".length))).map(label);
  check(names.includes("id") && names.includes("cidrBlock"), `they are ${names.join(" ")}`);
});

testOf("completionProvider", "completion: inputs of a resource, in broken text", async () => {
  const document = await program();
  await edited(document, '  zone      = "eu-north-a"\n', "  ta\n", async () => {
    const names = (await complete(document, place(document, "  ta\n", 4))).map(label);
    check(names.some((one) => one.startsWith("tags")), `they are ${names.join(" ")}`);
  });
});

testOf("completionProvider.resolveProvider", "completion: documentation comes when it is asked for", async () => {
  const document = await program();
  const items = await complete(document, place(document, "network.idd", "network.".length), 50);
  check(items.some((one) => one.documentation !== undefined), "no item has any");
});

testOf("codeActionProvider", "code actions: a fix for a dependency that says nothing, applied", async () => {
  const document = await program();
  await edited(document, 'zone      = "eu-north-a"\n', 'zone      = "eu-north-a"\n\n  options {\n    dependsOn = [network]\n  }\n', async () => {
    const at = place(document, "[network]", 1);
    const fix = await until("a fix", async () => {
      const found = await ask<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document, new vscode.Range(at, at), undefined, 20);
      return found.find((one) => one.edit !== undefined);
    });
    check(fix.edit !== undefined && (await vscode.workspace.applyEdit(fix.edit)), "it was not applied");
    check(!document.getText().includes("dependsOn"), "it is there still");
  });
});

testOf("documentFormattingProvider", "formatting: the canonical form", async () => {
  const document = await program();
  await edited(document, 'networkId = network.id', 'networkId=network.id', async () => {
    const edits = await ask<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", document, { tabSize: 2, insertSpaces: true });
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, edits);
    check(await vscode.workspace.applyEdit(change), "it was not applied");
    contains(document.getText(), "  networkId = network.id\n");
  });
});

testOf("documentRangeFormattingProvider", "formatting: of a part", async () => {
  const document = await program();
  await edited(document, 'networkId = network.id', 'networkId=network.id', async () => {
    const range = new vscode.Range(place(document, "resource subnet"), place(document, "resource database"));
    const edits = await ask<vscode.TextEdit[]>("vscode.executeFormatRangeProvider", document, range, { tabSize: 2, insertSpaces: true });
    check(edits.length > 0, "there is no edit");
  });
});

testOf("documentOnTypeFormattingProvider", "formatting: while typing it can be asked for", async () => {
  const document = await program();
  await ask("vscode.executeFormatOnTypeProvider", document, place(document, "}\n", 1), "}", { tabSize: 2, insertSpaces: true });
});

testOf("renameProvider", "rename: a config and its uses", async () => {
  const document = await program();
  const edit = await ask<vscode.WorkspaceEdit>("vscode.executeDocumentRenameProvider", document, place(document, "config password", 8), "secretWord");
  const edits = edit.get(document.uri);
  check(edits.length >= 2 && edits.some((one) => one.newText.includes("secretWord")), `there are ${edits.length} edits`);
});
