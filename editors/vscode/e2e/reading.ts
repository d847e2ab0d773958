// Requests that only read: hover, definitions, tokens, hints, signatures, names and their uses.

import * as vscode from "vscode";

import { ask, check, contains, edited, place, program, testOf, until } from "./harness";

function textOf(hovers: readonly vscode.Hover[]): string {
  return hovers.flatMap((hover) => hover.contents.map((one) => (typeof one === "string" ? one : one.value))).join("\n");
}

testOf("hoverProvider", "hover: a reference shows its type, after a two-unit character", async () => {
  const document = await program();
  const hovers = await ask<vscode.Hover[]>("vscode.executeHoverProvider", document, place(document, "[network.id", 2));
  contains(textOf(hovers), "network");
});

testOf("hoverProvider", "hover: an input shows its documentation", async () => {
  const document = await program();
  const hovers = await ask<vscode.Hover[]>("vscode.executeHoverProvider", document, place(document, "cidrBlock", 2));
  contains(textOf(hovers), "cidrBlock");
});

testOf("signatureHelpProvider", "signature help: a function's parameters, after a two-unit character", async () => {
  const document = await program();
  const help = await ask<vscode.SignatureHelp>("vscode.executeSignatureHelpProvider", document, place(document, '"-", [', 5));
  contains(help.signatures[0]?.label ?? "", "join");
  check(help.activeParameter === 1 || help.signatures[0]?.activeParameter === 1, "the second parameter is not active");
});

testOf("definitionProvider", "definition: a reference leads to its block", async () => {
  const document = await program();
  const found = await ask<(vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", document, place(document, "network.idd", 1));
  const first = found[0];
  check(first !== undefined, "there is none");
  const range = "targetUri" in first ? (first.targetSelectionRange ?? first.targetRange) : first.range;
  check(range.start.line === place(document, "resource network").line, `it leads to line ${range.start.line}`);
});

testOf("typeDefinitionProvider", "type definition: a resource leads to its schema", async () => {
  const document = await program();
  const found = await ask<(vscode.Location | vscode.LocationLink)[]>("vscode.executeTypeDefinitionProvider", document, place(document, "network.idd", 1));
  check(found.length > 0, "there is none");
});

testOf("referencesProvider", "references: all uses of a resource", async () => {
  const document = await program();
  const found = await ask<vscode.Location[]>("vscode.executeReferenceProvider", document, place(document, "network.idd", 1));
  const texts = found.map((one) => document.getText(one.range));
  check(texts.length >= 3 && texts.every((one) => one === "network"), `they are ${JSON.stringify(texts)}`);
});

testOf("documentHighlightProvider", "highlights: all uses of a resource in the file", async () => {
  const document = await program();
  const found = await ask<vscode.DocumentHighlight[]>("vscode.executeDocumentHighlights", document, place(document, "network.idd", 1));
  check(found.length === 4, `there are ${found.length}`);
});

testOf("semanticTokensProvider", "semantic tokens: of the file and of a range", async () => {
  const document = await program();
  const all = await ask<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", document);
  check(all.data.length > 0 && all.data.length % 5 === 0, `there are ${all.data.length} numbers`);
  const range = new vscode.Range(place(document, "resource network"), place(document, "resource subnet"));
  const some = await ask<vscode.SemanticTokens>("vscode.provideDocumentRangeSemanticTokens", document, range);
  check(some.data.length > 0 && some.data.length < all.data.length, `a part has ${some.data.length} numbers of ${all.data.length}`);
});

testOf("inlayHintProvider", "inlay hints: a secret value is marked", async () => {
  const document = await program();
  await edited(document, 'value = "😀 ${network.idd}"', "value = database.password", async () => {
    const range = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await until("a hint", async () => {
      const found = await ask<vscode.InlayHint[]>("vscode.executeInlayHintProvider", document, range);
      return found.length > 0 && found;
    });
    contains(JSON.stringify(hints.map((one) => one.label)), "secret");
  });
});

testOf("callHierarchyProvider", "call hierarchy: from a component to its program, and back", async () => {
  const document = await program("more.pp");
  const items = await ask<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", document, place(document, "storage", 1));
  const callee = items[0];
  check(items.length === 1 && callee !== undefined && callee.name === "storage", `the items are ${JSON.stringify(items)}`);
  check(callee.uri.path.endsWith("/storage/main.pp"), `it is in ${callee.uri.path}`);
  const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", callee);
  const caller = calls[0];
  check(calls.length === 1 && caller !== undefined && caller.fromRanges.length === 1, `the callers are ${JSON.stringify(calls)}`);
  const further = await vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[]>("vscode.provideOutgoingCalls", caller.from);
  check(further.some((one) => one.to.name === "storage"), `the caller calls ${JSON.stringify(further)}`);
});

testOf("callHierarchyProvider", "call hierarchy: from a use of a resource to what uses it", async () => {
  const document = await program();
  const items = await ask<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", document, place(document, "network.id", 1));
  const network = items[0];
  check(items.length === 1 && network !== undefined && network.name === "network", `the items are ${JSON.stringify(items)}`);
  const calls = await vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", network);
  check(calls.some((one) => one.from.name === "subnet" && one.fromRanges.length > 0), `it is used by ${JSON.stringify(calls)}`);
});

testOf("typeHierarchyProvider", "type hierarchy: a resource has a type", async () => {
  const document = await program();
  const items = await ask<vscode.TypeHierarchyItem[]>("vscode.prepareTypeHierarchy", document, place(document, "cloudy:net/network:Network", 1));
  const first = items[0];
  check(first !== undefined, "there is none");
  contains(first.name, "Network");
  for (const command of ["vscode.provideSupertypes", "vscode.provideSubtypes"]) {
    const related = await vscode.commands.executeCommand<vscode.TypeHierarchyItem[]>(command, first);
    check(Array.isArray(related), `${command} answers ${String(related)}`);
  }
});
