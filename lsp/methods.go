// This file declares the method tables: which messages the server handles, and how.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/protocol"
)

// requestsOf returns the handlers of all requests. Those that change the server run inline; the others run concurrently on a view.
func requestsOf(s *server) map[string]wire.Request[*view] {
	return map[string]wire.Request[*view]{
		protocol.MethodInitialize: wire.Inline[*view](s.initialize),

		protocol.MethodTextDocumentHover:         wire.Concurrent((*view).hover),
		protocol.MethodTextDocumentCompletion:    wire.Concurrent((*view).completion),
		protocol.MethodCompletionItemResolve:     wire.Concurrent((*view).completionItemResolve),
		protocol.MethodTextDocumentSignatureHelp: wire.Concurrent((*view).signatureHelp),
		protocol.MethodTextDocumentDefinition:    wire.Concurrent((*view).definition),

		protocol.MethodTextDocumentDeclaration:        wire.Concurrent((*view).declaration),
		protocol.MethodTextDocumentImplementation:     wire.Concurrent((*view).implementation),
		protocol.MethodTextDocumentReferences:         wire.Concurrent((*view).references),
		protocol.MethodTextDocumentDocumentHighlight:  wire.Concurrent((*view).documentHighlight),
		protocol.MethodTextDocumentPrepareRename:      wire.Concurrent((*view).prepareRename),
		protocol.MethodTextDocumentRename:             wire.Concurrent((*view).rename),
		protocol.MethodTextDocumentLinkedEditingRange: wire.Concurrent((*view).linkedEditingRange),
		protocol.MethodWorkspaceWillRenameFiles:       wire.Concurrent((*view).willRenameFiles),
		protocol.MethodWorkspaceWillDeleteFiles:       wire.Concurrent((*view).willDeleteFiles),

		protocol.MethodTextDocumentDocumentSymbol: wire.Concurrent((*view).documentSymbol),
		protocol.MethodTextDocumentFormatting:     wire.Concurrent((*view).formatting),
		protocol.MethodTextDocumentCodeAction:     wire.Concurrent((*view).codeAction),
		protocol.MethodCodeActionResolve:          wire.Concurrent((*view).codeActionResolve),
		protocol.MethodTextDocumentDiagnostic:     wire.Concurrent((*view).documentDiagnostic),
		protocol.MethodWorkspaceDiagnostic:        wire.Concurrent((*view).workspaceDiagnostic),

		methodDependencyGraph: wire.Concurrent((*view).dependencyGraph),
		methodResolvedSchemas: wire.Concurrent((*view).resolvedSchemas),
		methodPlan:            wire.Concurrent((*view).plan),
		methodState:           wire.Concurrent((*view).state),
		methodConvert:         wire.Concurrent((*view).convert),
		methodResourceTypes:   wire.Concurrent((*view).resourceTypes),
		protocol.MethodTextDocumentSemanticTokensFull:      wire.Concurrent((*view).semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: wire.Concurrent((*view).semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     wire.Concurrent((*view).semanticTokensRange),
		protocol.MethodTextDocumentInlayHint:               wire.Concurrent((*view).inlayHint),
		protocol.MethodInlayHintResolve:                    wire.Concurrent((*view).inlayHintResolve),

		protocol.MethodTextDocumentRangeFormatting:      wire.Concurrent((*view).rangeFormatting),
		protocol.MethodTextDocumentRangesFormatting:     wire.Concurrent((*view).rangesFormatting),
		protocol.MethodTextDocumentOnTypeFormatting:     wire.Concurrent((*view).onTypeFormatting),
		protocol.MethodTextDocumentFoldingRange:         wire.Concurrent((*view).foldingRange),
		protocol.MethodTextDocumentSelectionRange:       wire.Concurrent((*view).selectionRange),
		protocol.MethodTextDocumentDocumentLink:         wire.Concurrent((*view).documentLink),
		protocol.MethodDocumentLinkResolve:              wire.Concurrent((*view).documentLinkResolve),
		protocol.MethodTextDocumentCodeLens:             wire.Concurrent((*view).codeLens),
		protocol.MethodCodeLensResolve:                  wire.Concurrent((*view).codeLensResolve),
		protocol.MethodTextDocumentPrepareCallHierarchy: wire.Concurrent((*view).prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       wire.Concurrent((*view).incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       wire.Concurrent((*view).outgoingCalls),
		protocol.MethodTextDocumentPrepareTypeHierarchy: wire.Concurrent((*view).prepareTypeHierarchy),
		protocol.MethodTypeHierarchySupertypes:          wire.Concurrent((*view).supertypes),
		protocol.MethodTypeHierarchySubtypes:            wire.Concurrent((*view).subtypes),
		protocol.MethodTextDocumentTypeDefinition:       wire.Concurrent((*view).typeDefinition),
		protocol.MethodWorkspaceTextDocumentContent:     wire.Concurrent((*view).textDocumentContent),
		methodSchemaDocument:                            wire.Concurrent((*view).textDocumentContent),
		protocol.MethodWorkspaceSymbol:                  wire.Concurrent((*view).workspaceSymbol),
		protocol.MethodWorkspaceSymbolResolve:           wire.Concurrent((*view).workspaceSymbolResolve),

		protocol.MethodWorkspaceExecuteCommand: wire.Inline[*view](s.executeCommand),
	}
}

// notificationsOf returns the handlers of all notifications. They run inline.
func notificationsOf(s *server) map[string]wire.Notification {
	return map[string]wire.Notification{
		protocol.MethodInitialized:           wire.Notified(s.initialized),
		protocol.MethodSetTrace:              wire.Notified(func(*struct{}) error { return nil }),
		protocol.MethodTextDocumentDidOpen:   wire.Notified(s.didOpen),
		protocol.MethodTextDocumentDidChange: wire.Notified(s.didChange),
		protocol.MethodTextDocumentDidSave:   wire.Notified(s.didSave),
		protocol.MethodTextDocumentDidClose:  wire.Notified(s.didClose),

		protocol.MethodWindowWorkDoneProgressCancel: wire.Notified(s.cancelProgress),

		protocol.MethodWorkspaceDidChangeConfiguration: wire.Notified(s.didChangeConfiguration),

		protocol.MethodWorkspaceDidChangeWatchedFiles: wire.Notified(s.didChangeWatchedFiles),

		protocol.MethodWorkspaceDidCreateFiles: wire.Notified(s.didCreateFiles),
		protocol.MethodWorkspaceDidRenameFiles: wire.Notified(s.didRenameFiles),
		protocol.MethodWorkspaceDidDeleteFiles: wire.Notified(s.didDeleteFiles),

		protocol.MethodWorkspaceDidChangeWorkspaceFolders: wire.Notified(s.didChangeWorkspaceFolders),
	}
}
