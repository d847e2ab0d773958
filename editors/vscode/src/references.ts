// Lists the locations behind a code lens. Converts the arguments from the protocol to the editor's types.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** Lists locations at a position of a document. The arguments of `pcl.showReferences` are a URI, a position and the locations. */
export async function showReferences(client: BaseLanguageClient | undefined, given: readonly unknown[]): Promise<void> {
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
