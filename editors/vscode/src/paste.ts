// Offers "Paste as PCL" beside plain paste, for text of other languages that the server can convert.

import * as vscode from "vscode";

import type { Connection } from "./connection";
import { looksForeign } from "./foreign";

// What the editor has for this since version 1.97. The extension runs in older ones, too.
interface PasteEdit {
  yieldTo?: readonly unknown[];
}

interface PasteApi {
  readonly DocumentPasteEdit?: new (text: string, title: string, kind: unknown) => PasteEdit;
  readonly DocumentDropOrPasteEditKind?: { readonly Empty: { append(...parts: string[]): unknown }; readonly Text: unknown };
  readonly languages: {
    registerDocumentPasteEditProvider?(selector: vscode.DocumentSelector, provider: object, metadata: object): vscode.Disposable;
  };
}

/** Registers the provider, if the editor has such providers. */
export function pasteAsPCL(connection: Connection): vscode.Disposable {
  const api = vscode as unknown as PasteApi;
  const { DocumentPasteEdit, DocumentDropOrPasteEditKind } = api;
  if (DocumentPasteEdit === undefined || DocumentDropOrPasteEditKind === undefined || api.languages.registerDocumentPasteEditProvider === undefined) {
    return new vscode.Disposable(() => undefined);
  }
  const kind = DocumentDropOrPasteEditKind.Empty.append("text", "pcl");
  const provider = {
    async provideDocumentPasteEdits(document: vscode.TextDocument, _: unknown, transfer: vscode.DataTransfer, __: unknown, token: vscode.CancellationToken) {
      const text = await transfer.get("text/plain")?.asString();
      if (text === undefined || !looksForeign(text)) {
        return undefined;
      }
      const converted = await convert(connection, document.uri, text, token);
      if (converted === undefined) {
        return undefined;
      }
      const edit = new DocumentPasteEdit(converted, "Paste as PCL", kind);
      edit.yieldTo = [DocumentDropOrPasteEditKind.Text]; // plain paste stays the usual one
      return [edit];
    },
  };
  return api.languages.registerDocumentPasteEditProvider({ language: "pcl" }, provider, { providedPasteEditKinds: [kind], pasteMimeTypes: ["text/plain"] });
}

/** The text as PCL, for the program of a document; undefined if the server cannot convert it. */
export async function convert(connection: Connection, uri: vscode.Uri, text: string, token?: vscode.CancellationToken): Promise<string | undefined> {
  const never = new vscode.CancellationTokenSource().token;
  const client = connection.client;
  const answer = await client?.sendRequest<{ text: string } | null>("pcl/convert", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, text }, token ?? never);
  return answer?.text;
}
