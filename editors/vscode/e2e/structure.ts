// Requests about the structure of a program: symbols, folding, selection, code lenses, links, the graph.

import * as vscode from "vscode";

import { ask, check, edited, place, program, test, testOf, until } from "./harness";

testOf("documentSymbolProvider", "document symbols: each block, in order", async () => {
  const document = await program();
  const found = await ask<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document);
  const names = found.map((one) => one.name).join(" ");
  for (const name of ["password", "network", "subnet", "database", "greeting"]) {
    check(names.includes(name), `${name} is not in ${names}`);
  }
});

testOf("workspaceSymbolProvider", "workspace symbols: found by name", async () => {
  await program();
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", "subnet");
  check(found.some((one) => one.name.includes("subnet")), `they are ${found.map((one) => one.name).join(" ")}`);
});

testOf("foldingRangeProvider", "folding: each block folds", async () => {
  const document = await program();
  const found = await ask<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", document);
  check(found.some((one) => one.start === place(document, "resource database").line), "the database does not fold");
});

testOf("selectionRangeProvider", "selection: it grows from a word to the file", async () => {
  const document = await program();
  const found = await ask<vscode.SelectionRange[]>("vscode.executeSelectionRangeProvider", document, [place(document, "network.idd", 1)]);
  let depth = 0;
  for (let one = found[0]; one !== undefined; one = one.parent) {
    depth++;
  }
  check(depth >= 4, `it grows ${depth} times`);
});

testOf("codeLensProvider", "code lenses: they count references and dependents", async () => {
  const document = await program();
  const found = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document, 100);
  const titles = (text: string): string => {
    const line = place(document, text).line;
    return found.filter((one) => one.range.start.line === line).map((one) => one.command?.title ?? "nothing").sort().join(", ");
  };
  check(titles("resource network") === "2 dependents, 3 references", `the network has ${titles("resource network")}`);
  check(titles("config password") === "1 reference", `the password has ${titles("config password")}`);
});

testOf("documentLinkProvider", "links: the directory of a component, after a two-unit character", async () => {
  const document = await program("more.pp");
  const found = await ask<vscode.DocumentLink[]>("vscode.executeLinkProvider", document, 100);
  const link = found.find((one) => document.getText(one.range) === "./storage");
  check(link?.target?.path.endsWith("/storage/main.pp") === true, `they lead to ${found.map((one) => String(one.target)).join(" ")}`);
});

testOf("linkedEditingRangeProvider", "linked editing: typing in a name also changes its use", async () => {
  const document = await program("more.pp");
  await edited(document, "zones =", "zones =", async () => {
    const editor = vscode.window.activeTextEditor;
    check(editor?.document === document, "there is no editor");
    const start = place(document, "zone in", "zone".length);
    editor.selection = new vscode.Selection(start, start);
    await vscode.commands.executeCommand("editor.action.linkedEditing");
    await vscode.commands.executeCommand("type", { text: "s" });
    await until("the second edit", () => document.getText().includes('[for zones in ["a", "b"] : "😀 ${zones}-north"]'));
  });
});

// The server registers for renamed files only with clients that support it.
test("files: renaming a directory updates its users", async () => {
  const document = await program("more.pp");
  const folder = vscode.Uri.joinPath(document.uri, "..");
  const rename = async (from: string, to: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(vscode.Uri.joinPath(folder, from), vscode.Uri.joinPath(folder, to));
    check(await vscode.workspace.applyEdit(edit), `${from} was not renamed`);
    await until(`the path ${to}`, () => document.getText().includes(`"./${to}"`));
  };
  await rename("storage", "vault");
  await rename("vault", "storage");
});

// The command belongs to the extension, not to the server.
test("graph: the command opens a view", async () => {
  await program();
  await vscode.commands.executeCommand("pcl.showGraph");
  const tab = await until("the view", () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((one) => one.input instanceof vscode.TabInputWebview));
  check(tab.label.includes("Dependencies"), `it is called ${tab.label}`);
  await vscode.window.tabGroups.close(tab);
});
