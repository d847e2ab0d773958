// Requests that change text: completion, fixes, formatting, renaming.

import * as vscode from "vscode";

import { ask, check, contains, edited, place, program, testOf, until } from "./harness";

function label(item: vscode.CompletionItem): string {
  return typeof item.label === "string" ? item.label : item.label.label;
}

async function complete(document: vscode.TextDocument, at: vscode.Position, resolve = 0): Promise<vscode.CompletionItem[]> {
  const list = await ask<vscode.CompletionList>("vscode.executeCompletionItemProvider", document, at, undefined, resolve);
  return list.items;
}

testOf("completionProvider", "completion: properties after a two-unit character", async () => {
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

testOf("completionProvider.resolveProvider", "completion: documentation is resolved on request", async () => {
  const document = await program();
  const at = place(document, "network.idd", "network.".length);
  const said = async (resolve: number): Promise<string> => {
    const found = (await complete(document, at, resolve)).find((one) => label(one) === "cidrBlock")?.documentation;
    return typeof found === "string" ? found : (found?.value ?? "");
  };
  check((await said(0)) === "", "it was there before");
  contains(await said(50), "addresses of the network");
});

testOf("codeActionProvider", "code actions: a fix for a redundant dependency, applied", async () => {
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

testOf("codeActionProvider", "code actions: an extracted expression, applied", async () => {
  const document = await program();
  await edited(document, "cidrBlock = /*", "cidrBlock = /*", async () => {
    const start = place(document, '"10.20.0.0/24"');
    const range = new vscode.Range(start, start.translate(0, '"10.20.0.0/24"'.length));
    const found = await ask<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document, range, vscode.CodeActionKind.RefactorExtract.value, 20);
    const extract = found.find((one) => one.edit !== undefined && one.title.startsWith("Extract"));
    check(extract?.edit !== undefined, `the actions are ${found.map((one) => one.title).join(", ")}`);
    check(await vscode.workspace.applyEdit(extract.edit), "it was not applied");
    check(/^[A-Za-z]\w* = "10\.20\.0\.0\/24"$/m.test(document.getText()), `the text is ${document.getText()}`);
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

testOf("documentRangeFormattingProvider", "formatting: of a range", async () => {
  const document = await program();
  await edited(document, 'networkId = network.id', 'networkId=network.id', async () => {
    const range = new vscode.Range(place(document, "resource subnet"), place(document, "resource database"));
    const edits = await ask<vscode.TextEdit[]>("vscode.executeFormatRangeProvider", document, range, { tabSize: 2, insertSpaces: true });
    check(edits.length > 0, "there is no edit");
  });
});

testOf("documentOnTypeFormattingProvider", "formatting: typing a bracket formats its block", async () => {
  const document = await program();
  await edited(document, 'engine    = "postgres"', 'engine="postgres"', async () => {
    const at = place(document, "subnetIds = [subnet.id]\n}", "subnetIds = [subnet.id]\n}".length);
    const edits = await ask<vscode.TextEdit[]>("vscode.executeFormatOnTypeProvider", document, at, "}", { tabSize: 2, insertSpaces: true });
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, edits);
    check(await vscode.workspace.applyEdit(change), "it was not applied");
    contains(document.getText(), '  engine    = "postgres"\n');
  });
});

async function renamed(document: vscode.TextDocument, at: vscode.Position, name: string): Promise<vscode.TextEdit[]> {
  const edit = await ask<vscode.WorkspaceEdit>("vscode.executeDocumentRenameProvider", document, at, name);
  return edit.get(document.uri);
}

testOf("renameProvider", "rename: a config and its uses", async () => {
  const document = await program();
  const edits = await renamed(document, place(document, "config password", 8), "secretWord");
  check(edits.length >= 2 && edits.some((one) => one.newText.includes("secretWord")), `there are ${edits.length} edits`);
});

testOf("renameProvider", "rename: a resource keeps the name of its URN", async () => {
  const document = await program();
  await edited(document, "cidrBlock = /*", "cidrBlock = /*", async () => {
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, await renamed(document, place(document, "resource subnet", 10), "segment"));
    check(await vscode.workspace.applyEdit(change), "it was not applied");
    contains(document.getText(), "resource segment ");
    contains(document.getText(), "subnetIds = [segment.id]");
    check(/__logicalName\s*= "subnet"/.test(document.getText()), "the old name is lost");
  });
});
