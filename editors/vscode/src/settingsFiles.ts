// Sends project, stack and settings files to the server while the user edits them. The keys of project and stack files are completed, have hovers,
// definitions and references, and are renamed. As documents of the client, these files would also get requests for formatting and all else.

import { TextDocumentSyncKind, type BaseLanguageClient, type CompletionRegistrationOptions, type RenameRegistrationOptions } from "vscode-languageclient";

/** Starts to synchronise these files, and to ask about keys. The client must be running. */
export function followSettingsFiles(client: BaseLanguageClient, schemes: readonly string[]): void {
  const files = (pattern: string) => schemes.map((scheme) => ({ scheme, pattern }));
  const configuring = ["**/Pulumi.{yaml,yml}", "**/Pulumi.*.{yaml,yml}"].flatMap(files);
  const documentSelector = [...files("**/.pcl-lsp.yaml"), ...configuring];
  client.getFeature("textDocument/didOpen").register({ id: "pcl-settings-opened", registerOptions: { documentSelector } });
  client.getFeature("textDocument/didChange").register({ id: "pcl-settings-changed", registerOptions: { documentSelector, syncKind: TextDocumentSyncKind.Incremental } });
  client.getFeature("textDocument/didClose").register({ id: "pcl-settings-closed", registerOptions: { documentSelector } });
  const about = { documentSelector: configuring };
  client.getFeature("textDocument/hover").register({ id: "pcl-keys-hover", registerOptions: about });
  client.getFeature("textDocument/definition").register({ id: "pcl-keys-definition", registerOptions: about });
  client.getFeature("textDocument/references").register({ id: "pcl-keys-references", registerOptions: about });
  const completed: CompletionRegistrationOptions = about;
  client.getFeature("textDocument/completion").register({ id: "pcl-keys-completion", registerOptions: completed });
  const renamed: RenameRegistrationOptions = { ...about, prepareProvider: true };
  client.getFeature("textDocument/rename").register({ id: "pcl-keys-rename", registerOptions: renamed });
}
