// This file declares which messages the server handles, and how.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/protocol"
)

// handleRequests declares the handlers of all requests. Those that change the server run inline; the others run
// concurrently on a view. Doing says in words what the server does, with a place for the name of the document. It is
// empty for what takes no time or waits for news, which is not watched.
func (s *server) handleRequests() {
	s.requests = map[string]wire.Request[*view]{}
	on := func(method string, handle wire.Request[*view], doing string) {
		s.requests[method], s.activities[method] = handle, doing
	}
	on(protocol.MethodInitialize, wire.Inline[*view](s.initialize), "")

	on(protocol.MethodTextDocumentHover, wire.Concurrent((*view).hover), "A hover in %s")
	on(protocol.MethodTextDocumentCompletion, wire.Concurrent((*view).completion), "Completion in %s")
	on(protocol.MethodCompletionItemResolve, wire.Concurrent((*view).completionItemResolve), "The documentation of a completion")
	on(protocol.MethodTextDocumentSignatureHelp, wire.Concurrent((*view).signatureHelp), "Help with a call in %s")
	on(protocol.MethodTextDocumentDefinition, wire.Concurrent((*view).definition), "Looking for a definition from %s")

	on(protocol.MethodTextDocumentDeclaration, wire.Concurrent((*view).declaration), "Looking for a declaration from %s")
	on(protocol.MethodTextDocumentImplementation, wire.Concurrent((*view).implementation), "Looking for an implementation from %s")
	on(protocol.MethodTextDocumentReferences, wire.Concurrent((*view).references), "Looking for references from %s")
	on(protocol.MethodTextDocumentDocumentHighlight, wire.Concurrent((*view).documentHighlight), "Looking for occurrences in %s")
	on(protocol.MethodTextDocumentPrepareRename, wire.Concurrent((*view).prepareRename), "Preparing a rename in %s")
	on(protocol.MethodTextDocumentRename, wire.Concurrent((*view).rename), "A rename in %s")
	on(protocol.MethodTextDocumentLinkedEditingRange, wire.Concurrent((*view).linkedEditingRange), "Looking for linked places in %s")
	on(protocol.MethodWorkspaceWillRenameFiles, wire.Concurrent((*view).willRenameFiles), "Updating references to renamed files")
	on(protocol.MethodWorkspaceWillDeleteFiles, wire.Concurrent((*view).willDeleteFiles), "Updating references to deleted files")

	on(protocol.MethodTextDocumentDocumentSymbol, wire.Concurrent((*view).documentSymbol), "The outline of %s")
	on(protocol.MethodTextDocumentFormatting, wire.Concurrent((*view).formatting), "Formatting %s")
	on(protocol.MethodTextDocumentCodeAction, wire.Concurrent((*view).codeAction), "Looking for code actions in %s")
	on(protocol.MethodCodeActionResolve, wire.Concurrent((*view).codeActionResolve), "A code action")
	on(protocol.MethodTextDocumentDiagnostic, wire.Concurrent((*view).documentDiagnostic), "Checking %s")
	on(protocol.MethodWorkspaceDiagnostic, wire.Concurrent((*view).workspaceDiagnostic), "")

	on(methodDependencyGraph, wire.Concurrent((*view).dependencyGraph), "The dependency graph of %s")
	on(methodResolvedSchemas, wire.Concurrent((*view).resolvedSchemas), "Listing the schemas of %s")
	on(methodPlan, wire.Concurrent((*view).plan), "Telling what a run of %s would do")
	on(methodState, wire.Concurrent((*view).state), "Reading the state of the stack of %s")
	on(methodConvert, wire.Concurrent((*view).convert), "Converting a text for %s")
	on(methodResourceTypes, wire.Concurrent((*view).resourceTypes), "Listing the types for %s")
	on(protocol.MethodTextDocumentSemanticTokensFull, wire.Concurrent((*view).semanticTokens), "Coloring %s")
	on(protocol.MethodTextDocumentSemanticTokensFullDelta, wire.Concurrent((*view).semanticTokensDelta), "Coloring %s")
	on(protocol.MethodTextDocumentSemanticTokensRange, wire.Concurrent((*view).semanticTokensRange), "Coloring a part of %s")
	on(protocol.MethodTextDocumentInlayHint, wire.Concurrent((*view).inlayHint), "Inlay hints in %s")
	on(protocol.MethodInlayHintResolve, wire.Concurrent((*view).inlayHintResolve), "The tooltip of an inlay hint")

	on(protocol.MethodTextDocumentRangeFormatting, wire.Concurrent((*view).rangeFormatting), "Formatting a part of %s")
	on(protocol.MethodTextDocumentRangesFormatting, wire.Concurrent((*view).rangesFormatting), "Formatting parts of %s")
	on(protocol.MethodTextDocumentOnTypeFormatting, wire.Concurrent((*view).onTypeFormatting), "Formatting while typing in %s")
	on(protocol.MethodTextDocumentFoldingRange, wire.Concurrent((*view).foldingRange), "Folding %s")
	on(protocol.MethodTextDocumentSelectionRange, wire.Concurrent((*view).selectionRange), "Growing a selection in %s")
	on(protocol.MethodTextDocumentDocumentLink, wire.Concurrent((*view).documentLink), "Looking for links in %s")
	on(protocol.MethodDocumentLinkResolve, wire.Concurrent((*view).documentLinkResolve), "Opening a link")
	on(protocol.MethodTextDocumentCodeLens, wire.Concurrent((*view).codeLens), "Code lenses in %s")
	on(protocol.MethodCodeLensResolve, wire.Concurrent((*view).codeLensResolve), "A code lens")
	on(protocol.MethodTextDocumentPrepareCallHierarchy, wire.Concurrent((*view).prepareCallHierarchy), "The call hierarchy in %s")
	on(protocol.MethodCallHierarchyIncomingCalls, wire.Concurrent((*view).incomingCalls), "Looking for callers")
	on(protocol.MethodCallHierarchyOutgoingCalls, wire.Concurrent((*view).outgoingCalls), "Looking for calls")
	on(protocol.MethodTextDocumentPrepareTypeHierarchy, wire.Concurrent((*view).prepareTypeHierarchy), "The type hierarchy in %s")
	on(protocol.MethodTypeHierarchySupertypes, wire.Concurrent((*view).supertypes), "Looking for supertypes")
	on(protocol.MethodTypeHierarchySubtypes, wire.Concurrent((*view).subtypes), "Looking for subtypes")
	on(protocol.MethodTextDocumentTypeDefinition, wire.Concurrent((*view).typeDefinition), "Looking for a type from %s")
	on(protocol.MethodWorkspaceTextDocumentContent, wire.Concurrent((*view).textDocumentContent), "The text of a schema")
	on(methodSchemaDocument, wire.Concurrent((*view).textDocumentContent), "The text of a schema")
	on(protocol.MethodWorkspaceSymbol, wire.Concurrent((*view).workspaceSymbol), "Looking for a symbol in the workspace")
	on(protocol.MethodWorkspaceSymbolResolve, wire.Concurrent((*view).workspaceSymbolResolve), "Looking for a symbol in the workspace")

	on(protocol.MethodWorkspaceExecuteCommand, wire.Inline[*view](s.executeCommand), "A command")
}

// handleNotifications declares the handlers of all notifications, as handleRequests does. They run inline.
func (s *server) handleNotifications() {
	s.notifications = map[string]wire.Notification{}
	on := func(method string, handle wire.Notification, doing string) {
		s.notifications[method], s.activities[method] = handle, doing
	}
	on(protocol.MethodInitialized, wire.Notified(s.initialized), "")
	on(protocol.MethodSetTrace, wire.Notified(func(*struct{}) error { return nil }), "")
	on(protocol.MethodTextDocumentDidOpen, wire.Notified(s.didOpen), "Opening %s")
	on(protocol.MethodTextDocumentDidChange, wire.Notified(s.didChange), "Taking over an edit of %s")
	on(protocol.MethodTextDocumentDidSave, wire.Notified(s.didSave), "Looking at the saved %s")
	on(protocol.MethodTextDocumentDidClose, wire.Notified(s.didClose), "Closing %s")

	on(protocol.MethodWindowWorkDoneProgressCancel, wire.Notified(s.cancelProgress), "")

	on(protocol.MethodWorkspaceDidChangeConfiguration, wire.Notified(s.didChangeConfiguration), "Taking over settings")

	on(protocol.MethodWorkspaceDidChangeWatchedFiles, wire.Notified(s.didChangeWatchedFiles), "Looking at changed files")

	on(protocol.MethodWorkspaceDidCreateFiles, wire.Notified(s.didCreateFiles), "Looking at new files")
	on(protocol.MethodWorkspaceDidRenameFiles, wire.Notified(s.didRenameFiles), "Looking at renamed files")
	on(protocol.MethodWorkspaceDidDeleteFiles, wire.Notified(s.didDeleteFiles), "Looking at deleted files")

	on(
		protocol.MethodWorkspaceDidChangeWorkspaceFolders, wire.Notified(s.didChangeWorkspaceFolders),
		"Looking at the folders of the workspace",
	)
}
