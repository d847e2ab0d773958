// Shows the places that a code lens of the server speaks of. The arguments are those of the protocol, and become the
// editor's here.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** Shows places beside a position of a document: the arguments of `pcl.showReferences` are a URI, a position and the places. */
export async function showReferences(client: LanguageClient | undefined, given: readonly unknown[]): Promise<void> {
  const [uri, position, places] = given;
  if (client === undefined || typeof uri !== "string" || !isPosition(position) || !Array.isArray(places)) {
    return;
  }
  const convert = client.protocol2CodeConverter;
  const found = places.map((place) => convert.asLocation(place));
  await vscode.commands.executeCommand("editor.action.showReferences", convert.asUri(uri), convert.asPosition(position), found);
}

function isPosition(given: unknown): given is { line: number; character: number } {
  return typeof given === "object" && given !== null && "line" in given && "character" in given;
}
