// Findings appear, follow edits, files and settings, and survive a restart of the server.

import * as vscode from "vscode";

import { check, edited, place, program, test, until } from "./harness";

function findings(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri);
}

function code(finding: vscode.Diagnostic): string {
  return String(typeof finding.code === "object" ? finding.code.value : finding.code);
}

const undeclared = "name.undefined";

function told(document: vscode.TextDocument, wanted: string): Promise<vscode.Diagnostic> {
  return until(`the finding ${wanted}`, () => findings(document).find((one) => code(one) === wanted));
}

function gone(document: vscode.TextDocument, wanted: string): Promise<true> {
  return until(`the end of the finding ${wanted}`, () => !findings(document).some((one) => code(one) === wanted));
}

test("findings: the language is PCL", async () => {
  const document = await program();
  check(document.languageId === "pcl", `the language is ${document.languageId}`);
});

test("findings: a finding is at its token, after a two-unit character", async () => {
  const document = await program();
  const finding = await until("a finding", () => findings(document).find((one) => one.message.includes("idd")));
  check(document.getText(finding.range) === ".idd", `it stands at ${JSON.stringify(document.getText(finding.range))}`);
  check(finding.severity === vscode.DiagnosticSeverity.Error, "it is no error");
  check(typeof finding.code === "object", "its code has no link");
});

test("findings: an edit adds one and removes it", async () => {
  const document = await program();
  await edited(document, "cidrBlock = /*", "cidrBlok = /*", async () => {
    const finding = await told(document, "attr.unknown");
    check(finding.range.start.isEqual(place(document, "cidrBlok")), "it stands elsewhere");
  });
  await gone(document, "attr.unknown");
});

test("findings: they follow a file that appears and disappears on disk", async () => {
  const document = await program();
  await edited(document, "network.idd", "later", async () => {
    await told(document, undeclared);
    const file = vscode.Uri.joinPath(document.uri, "..", "later.pp");
    await vscode.workspace.fs.writeFile(file, Buffer.from('later = "from another file"\n'));
    await gone(document, undeclared);
    await vscode.workspace.fs.delete(file);
    await told(document, undeclared);
  });
});

test("findings: a setting takes effect at once", async () => {
  const document = await program();
  const finding = await until("a finding", () => findings(document).find((one) => one.message.includes("idd")));
  const settings = vscode.workspace.getConfiguration("pcl");
  await settings.update("rules", { [code(finding)]: "warning" }, vscode.ConfigurationTarget.Global);
  await until("the warning", () => findings(document).some((one) => one.message.includes("idd") && one.severity === vscode.DiagnosticSeverity.Warning));
  await settings.update("rules", undefined, vscode.ConfigurationTarget.Global);
  await until("the error", () => findings(document).some((one) => one.message.includes("idd") && one.severity === vscode.DiagnosticSeverity.Error));
});

test("findings: they return after a restart of the server", async () => {
  const document = await program();
  await vscode.commands.executeCommand("pcl.restartServer");
  await until("a finding", () => findings(document).some((one) => one.message.includes("idd")));
});
