// Has the server follow settings files while they are edited, before they are saved. They are synchronised and nothing
// else: were they among the documents of the client, their hovers and their formatting would be asked for here, too.

import { TextDocumentSyncKind, type LanguageClient } from "vscode-languageclient/node";

const documentSelector = ["**/.pcl-lsp.yaml", "**/Pulumi.{yaml,yml}", "**/Pulumi.*.{yaml,yml}"].map((pattern) => ({ scheme: "file", pattern }));

/** Synchronises the settings files of a client that runs. */
export function followSettingsFiles(client: LanguageClient): void {
  client.getFeature("textDocument/didOpen").register({ id: "pcl-settings-opened", registerOptions: { documentSelector } });
  client.getFeature("textDocument/didChange").register({ id: "pcl-settings-changed", registerOptions: { documentSelector, syncKind: TextDocumentSyncKind.Incremental } });
  client.getFeature("textDocument/didClose").register({ id: "pcl-settings-closed", registerOptions: { documentSelector } });
}
