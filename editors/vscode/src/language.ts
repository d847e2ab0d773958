// Decides which `.pp` files are PCL and which are Puppet.

import * as vscode from "vscode";

import { judge } from "./detect";
import { nearestProject } from "./project";

/** The scheme of read-only documents that the server generates from schemas. */
export const schemaScheme = "pcl-schema";

const judged = new Set<string>();

/**
 * Corrects the language of a `.pp` file. Does nothing if the user's `files.associations` cover `.pp`. Judges each file only
 * once, so a language that the user picks by hand is kept.
 */
export async function settleLanguage(document: vscode.TextDocument): Promise<void> {
  if (!document.fileName.endsWith(".pp") || !["pcl", "puppet"].includes(document.languageId) || (document.uri.scheme !== schemaScheme && associated())) {
    return;
  }
  const name = document.uri.toString();
  if (judged.has(name)) {
    return;
  }
  judged.add(name);
  const verdict = document.uri.scheme === schemaScheme ? "pcl" : judge(document.getText(), await nearestProject(document.uri));
  if (verdict === "unknown" || verdict === document.languageId) {
    return;
  }
  const known = await vscode.languages.getLanguages();
  await vscode.languages.setTextDocumentLanguage(document, known.includes(verdict) ? verdict : "plaintext");
}

function associated(): boolean {
  const associations = vscode.workspace.getConfiguration("files").get<Record<string, string>>("associations", {});
  return Object.keys(associations).some((pattern) => pattern.endsWith(".pp"));
}
