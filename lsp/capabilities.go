// This file declares the capabilities that the server offers to a client.

package lsp

import (
	"encoding/json"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"go.lsp.dev/protocol"
)

// serverCapabilities announces what the server implements, and nothing else.
func serverCapabilities(c client) protocol.ServerCapabilities {
	capabilities := protocol.ServerCapabilities{
		PositionEncoding: c.encodingKind,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		HoverProvider:              protocol.Boolean(true),
		CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: completionTriggers, ResolveProvider: new(true)},
		SignatureHelpProvider:      signatureHelpProvider(c),
		DefinitionProvider:         protocol.Boolean(true),
		DeclarationProvider:        protocol.Boolean(true),
		ImplementationProvider:     protocol.Boolean(true),
		ReferencesProvider:         &protocol.ReferenceOptions{WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}},
		DocumentHighlightProvider:  protocol.Boolean(true),
		RenameProvider:             renameProvider(c),
		LinkedEditingRangeProvider: protocol.Boolean(true),
		DocumentSymbolProvider:     protocol.Boolean(true),
		DocumentFormattingProvider: protocol.Boolean(true),
		CodeActionProvider:         codeActionProvider(c),

		DocumentRangeFormattingProvider:  rangeFormattingProvider(c),
		DocumentOnTypeFormattingProvider: onTypeFormattingProvider(),

		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: c.legend.names, Range: protocol.Boolean(true), Full: &protocol.SemanticTokensFullDelta{Delta: new(true)},
		},
		InlayHintProvider:       &protocol.InlayHintOptions{ResolveProvider: new(true)},
		ExecuteCommandProvider:  protocol.ExecuteCommandOptions{Commands: []string{showInstallCommand, applyFix}},
		FoldingRangeProvider:    protocol.Boolean(true),
		SelectionRangeProvider:  protocol.Boolean(true),
		TypeDefinitionProvider:  protocol.Boolean(true),
		CallHierarchyProvider:   protocol.Boolean(true),
		TypeHierarchyProvider:   protocol.Boolean(true),
		CodeLensProvider:        &protocol.CodeLensOptions{ResolveProvider: new(true)},
		DocumentLinkProvider:    &protocol.DocumentLinkOptions{ResolveProvider: new(true)},
		WorkspaceSymbolProvider: &protocol.WorkspaceSymbolOptions{ResolveProvider: new(true)},
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: new(true), ChangeNotifications: protocol.Boolean(true),
		}, FileOperations: fileOperations(c.announces)},
		Experimental: experimental(),
	}
	if c.contents {
		capabilities.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{schemaScheme}}
	}
	if c.pullsFindings {
		capabilities.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: new(findingsIdentifier), InterFileDependencies: true, WorkspaceDiagnostics: true,
		}
	}
	return capabilities
}

// codeActionProvider names the kinds of actions to clients that support kinds.
func codeActionProvider(c client) protocol.CodeActionProvider {
	if !c.actionLiterals {
		return protocol.Boolean(true)
	}
	options := &protocol.CodeActionOptions{CodeActionKinds: actionKinds()}
	if c.resolvesEdits {
		options.ResolveProvider = new(true)
	}
	return options
}

// findingsIdentifier distinguishes the findings of this server from others in a client that pulls them.
const findingsIdentifier = "pcl"

func actionKinds() []protocol.CodeActionKind {
	var kinds []protocol.CodeActionKind
	for _, kind := range fix.Kinds() {
		kinds = append(kinds, protocol.CodeActionKind(kind))
	}
	for _, kind := range refactor.Kinds() {
		kinds = append(kinds, protocol.CodeActionKind(kind))
	}
	return append(kinds, sourceFixAll, sourceFixAllPCL)
}

// completionTriggers are the characters after which a client asks by itself. They begin a member, a label or string, a part of a token or path, and a
// template.
var completionTriggers = []string{".", "\"", ":", "/", "{"}

// signatureTriggers are the characters after which a client asks by itself. After signatureRetriggers it asks again while it shows a signature.
var (
	signatureTriggers   = []string{"(", ",", "{"}
	signatureRetriggers = []string{")", "}", "="}
)

func signatureHelpProvider(c client) *protocol.SignatureHelpOptions {
	options := &protocol.SignatureHelpOptions{TriggerCharacters: signatureTriggers}
	if c.signatureContext {
		options.RetriggerCharacters = signatureRetriggers
	}
	return options
}

// renameProvider offers prepareRename to clients that use it.
func renameProvider(c client) protocol.RenameProvider {
	if !c.preparesRename {
		return protocol.Boolean(true)
	}
	return &protocol.RenameOptions{PrepareProvider: new(true)}
}

// rangeFormattingProvider offers to format several ranges in one request to clients that support it.
func rangeFormattingProvider(c client) protocol.DocumentRangeFormattingProvider {
	if c.formatsRanges {
		return &protocol.DocumentRangeFormattingOptions{RangesSupport: new(true)}
	}
	return protocol.Boolean(true)
}

// onTypeFormattingProvider names the characters after which the client should ask.
func onTypeFormattingProvider() protocol.DocumentOnTypeFormattingOptions {
	return protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: format.Triggers[0], MoreTriggerCharacter: format.Triggers[1:]}
}

// fileOperations registers for operations on folders, which may be components, and on program files, as far as the client announces them. It names no
// scheme: a client may show files of another scheme as files of this machine, and the handlers skip what they do not know.
func fileOperations(t fileOperationsClient) *protocol.FileOperationOptions {
	if t == (fileOperationsClient{}) {
		return nil
	}
	register := func(told bool) (options protocol.FileOperationRegistrationOptions) {
		if told {
			options.Filters = []protocol.FileOperationFilter{
				{Pattern: protocol.FileOperationPattern{Glob: "**", Matches: protocol.FileOperationPatternKindFolder}},
				{Pattern: protocol.FileOperationPattern{Glob: "**/*.{pp,pcl}", Matches: protocol.FileOperationPatternKindFile}},
			}
		}
		return options
	}
	return &protocol.FileOperationOptions{
		DidCreate: register(t.didCreate), WillRename: register(t.willRename), DidRename: register(t.didRename),
		WillDelete: register(t.willDelete), DidDelete: register(t.didDelete),
	}
}

// experimental announces our own requests. Clients that know the server need not read it.
func experimental() protocol.LSPAny {
	raw, _ := json.Marshal(map[string]any{"dependencyGraph": map[string]any{"formats": depgraph.Formats()}, "resolvedSchemas": true, "convert": true, "resourceTypes": true, "plan": true, "state": true}) // strings can always be encoded
	return raw
}
