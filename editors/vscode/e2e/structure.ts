// What shows how a program is built: symbols, folding, selection, lenses, links, the graph.

import * as vscode from "vscode";

import { ask, check, place, program, test, testOf, until } from "./harness";

testOf("documentSymbolProvider", "document symbols: each block, in its order", async () => {
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

testOf("codeLensProvider", "code lenses: each resource has one", async () => {
  const document = await program();
  const found = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document, 100);
  const line = place(document, "resource network").line;
  check(found.some((one) => one.range.start.line === line && one.command !== undefined), "the network has none");
});

testOf("documentLinkProvider", "links: they can be asked for", async () => {
  const document = await program();
  await ask<vscode.DocumentLink[]>("vscode.executeLinkProvider", document, 100);
});

testOf("linkedEditingRangeProvider", "linked editing: the extension is told of it", async () => {
  const document = await program();
  const editor = vscode.window.activeTextEditor;
  check(editor !== undefined, "there is no editor");
  const start = place(document, "network", 1);
  editor.selection = new vscode.Selection(start, start);
  await vscode.commands.executeCommand("editor.action.linkedEditing");
});

// The command comes with the extension, not with the server.
test("graph: the command is declared and opens a view", async () => {
  await program();
  await vscode.commands.executeCommand("pcl.showGraph");
  await until("the view", () => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.input instanceof vscode.TabInputWebview)));
});
