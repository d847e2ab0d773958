// Who colours what. The grammar colours a file at once, and the server's tokens come later, so they must not change a colour
// without a reason: types that the grammar recognises for sure are not requested, and the manifest (semanticTokenScopes) gives all
// others the scope that the grammar gives them. Only secret and unknown values look different.

import type { ClientCapabilities, StaticFeature } from "vscode-languageclient";

/** Types of tokens that the grammar recognises for sure. */
export const grammarTypes: readonly string[] = ["keyword", "comment", "string", "number", "operator"];

/** Requests only tokens that the grammar cannot know. */
export const colors: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const tokens = capabilities.textDocument?.semanticTokens;
    if (tokens !== undefined) {
      tokens.tokenTypes = tokens.tokenTypes.filter((type) => !grammarTypes.includes(type));
    }
  },
  initialize(): void {},
  getState: () => ({ kind: "static" }),
  clear(): void {},
};
