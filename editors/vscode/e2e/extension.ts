// The extension's own features: schema documents, locations behind code lenses, settings files that are being edited.

import * as vscode from "vscode";

import { ask, check, contains, place, program, test, testOf, until } from "./harness";

testOf("typeDefinitionProvider", "schemas: a type definition is a PCL document that leads further and cannot be written in", async () => {
  const document = await program();
  const first = await until("the definition", async () => { // schemas have to load first
    const found = await ask<(vscode.Location | vscode.LocationLink)[]>("vscode.executeTypeDefinitionProvider", document, place(document, "network.idd", 1));
    return found[0];
  });
  const uri = "targetUri" in first ? first.targetUri : first.uri;
  check(uri.scheme === "pcl-schema", `it is ${uri.toString()}`);
  const shown = await vscode.workspace.openTextDocument(uri);
  contains(shown.getText(), "cloudy:net/network:Network");
  await until("the language", () => shown.languageId === "pcl");
  check(vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true, "its files can be written");
});

testOf("codeLensProvider", "code lenses: one with uses shows them, one without is a text", async () => {
  const document = await program();
  const found = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document, 100);
  const commands = found.flatMap((one) => one.command ?? []);
  const shows = commands.find((one) => one.command === "pcl.showReferences");
  check(shows !== undefined, `they are ${JSON.stringify(commands.map((one) => one.command))}`);
  check(commands.some((one) => one.command === ""), "none is a text");
  await vscode.commands.executeCommand(shows.command, ...(shows.arguments ?? []));
  await vscode.commands.executeCommand("closeReferenceSearch");
});

test("settings files: they take effect while they are edited", async () => {
  const document = await program();
  const error = () => vscode.languages.getDiagnostics(document.uri).find((one) => one.message.includes("idd"));
  const finding = await until("the finding", () => error()?.severity === vscode.DiagnosticSeverity.Error && error());
  const code = typeof finding.code === "object" ? finding.code.value : finding.code;
  const file = vscode.Uri.joinPath(document.uri, "..", ".pcl-lsp.yaml");
  await vscode.workspace.fs.writeFile(file, Buffer.from("# nothing is set\n"));
  try {
    const settings = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(settings);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file, new vscode.Position(1, 0), `rules:\n  ${code}: information\n`);
    check(await vscode.workspace.applyEdit(edit), "the edit was not applied");
    await until("the severity", () => error()?.severity === vscode.DiagnosticSeverity.Information);
    check(settings.isDirty, "the file was saved");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until("the severity of before", () => error()?.severity === vscode.DiagnosticSeverity.Error);
  } finally {
    await vscode.workspace.fs.delete(file);
  }
});

test("stack files: a key shows its config, leads to it, and both are renamed together", async () => {
  const document = await program();
  const file = vscode.Uri.joinPath(document.uri, "..", "Pulumi.dev.yaml");
  await vscode.workspace.fs.writeFile(file, Buffer.from("config:\n  \n"));
  try {
    const stack = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(stack);
    const end = new vscode.Position(1, 2);
    await until("the missing key", async () => (await ask<vscode.CompletionList>("vscode.executeCompletionItemProvider", stack, end)).items.some((one) => one.insertText === "e2e:password: "));
    const key = new vscode.WorkspaceEdit();
    key.insert(file, end, "e2e:password:\n    secure: AAA");
    check(await vscode.workspace.applyEdit(key), "the key was not written");
    const at = place(stack, "password", 1);
    await until("the hover", async () => (await ask<vscode.Hover[]>("vscode.executeHoverProvider", stack, at)).flatMap((one) => one.contents)
      .some((one) => (one as vscode.MarkdownString).value.includes("What the database is opened with")));
    const [leads] = await ask<(vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", stack, at);
    check(leads !== undefined && ("targetUri" in leads ? leads.targetUri : leads.uri).path === document.uri.path, `it leads to ${JSON.stringify(leads)}`);
    const edit = await ask<vscode.WorkspaceEdit>("vscode.executeDocumentRenameProvider", stack, at, "secret");
    check(edit.entries().length === 2, `the files are ${edit.entries().map(([uri]) => uri.path).join(", ")}`);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  } finally {
    await vscode.workspace.fs.delete(file);
  }
});

interface Answering {
  configuration(params: { items: { section: string }[] }): { trusted?: boolean }[];
}

test("trust: the server gets it from the editor, not from the workspace", async () => {
  const document = await program();
  const exported = vscode.extensions.getExtension<{ client?: { middleware: { workspace: Answering } } }>("pcl-lsp.pcl-lsp")?.exports;
  check(exported?.client !== undefined, "the server does not run");
  const folder = vscode.Uri.joinPath(document.uri, "..", ".vscode");
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, "settings.json"), Buffer.from('{ "pcl": { "trusted": false } }'));
  try {
    await until("the setting", () => vscode.workspace.getConfiguration("pcl").get("trusted") === false);
    const [answer] = exported.client.middleware.workspace.configuration({ items: [{ section: "pcl" }] });
    check(answer?.trusted === vscode.workspace.isTrusted && vscode.workspace.isTrusted, `the answer is ${JSON.stringify(answer)}`);
  } finally {
    await vscode.workspace.fs.delete(folder, { recursive: true });
  }
});
