// Sends Markdown to the server while the user edits it. Blocks of PCL in it have findings, hovers, completion, signature help and definitions. As documents
// of the client, Markdown files would also get requests for formatting, symbols and all else, in which the server would compete with the tools of Markdown.

import { TextDocumentSyncKind, type BaseLanguageClient } from "vscode-languageclient";

/** Starts to synchronise Markdown, and to ask about it. The client must be running. */
export function followMarkdown(client: BaseLanguageClient, schemes: readonly string[]): void {
  const documentSelector = schemes.map((scheme) => ({ scheme, language: "markdown" }));
  const { completionProvider, signatureHelpProvider } = client.initializeResult?.capabilities ?? {};
  client.getFeature("textDocument/didOpen").register({ id: "pcl-markdown-opened", registerOptions: { documentSelector } });
  client.getFeature("textDocument/didChange").register({ id: "pcl-markdown-changed", registerOptions: { documentSelector, syncKind: TextDocumentSyncKind.Incremental } });
  client.getFeature("textDocument/didClose").register({ id: "pcl-markdown-closed", registerOptions: { documentSelector } });
  client.getFeature("textDocument/hover").register({ id: "pcl-markdown-hover", registerOptions: { documentSelector } });
  client.getFeature("textDocument/definition").register({ id: "pcl-markdown-definition", registerOptions: { documentSelector } });
  client.getFeature("textDocument/completion").register({ id: "pcl-markdown-completion", registerOptions: { ...completionProvider, documentSelector } });
  client.getFeature("textDocument/signatureHelp").register({ id: "pcl-markdown-signature", registerOptions: { ...signatureHelpProvider, documentSelector } });
}
