// Sends settings files to the server while the user edits them. They are only synchronised: as documents of the client,
// they would also get requests for hovers and formatting.

import { TextDocumentSyncKind, type LanguageClient } from "vscode-languageclient/node";

const documentSelector = ["**/.pcl-lsp.yaml", "**/Pulumi.{yaml,yml}", "**/Pulumi.*.{yaml,yml}"].map((pattern) => ({ scheme: "file", pattern }));

/** Starts to synchronise settings files. The client must be running. */
export function followSettingsFiles(client: LanguageClient): void {
  client.getFeature("textDocument/didOpen").register({ id: "pcl-settings-opened", registerOptions: { documentSelector } });
  client.getFeature("textDocument/didChange").register({ id: "pcl-settings-changed", registerOptions: { documentSelector, syncKind: TextDocumentSyncKind.Incremental } });
  client.getFeature("textDocument/didClose").register({ id: "pcl-settings-closed", registerOptions: { documentSelector } });
}
