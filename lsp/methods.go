// This file declares the method tables: which messages the server handles, how, and what users are told about those that take long.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/protocol"
)

// row is how the server handles a method.
type row[H any] struct {
	handler H
	doing   string // says in words what the handler does, with %s for the name of the document; empty if the watchdog does not watch it
}

func handlers[H any](table map[string]row[H], doing map[string]string) map[string]H {
	all := make(map[string]H, len(table))
	for method, r := range table {
		all[method] = r.handler
		if r.doing != "" {
			doing[method] = r.doing
		}
	}
	return all
}

// requestsOf returns the table of all requests. Those that change the server run inline; the others run concurrently on a view.
func requestsOf(s *server) map[string]row[wire.Request[*view]] {
	return map[string]row[wire.Request[*view]]{
		protocol.MethodInitialize: {handler: wire.Inline[*view](s.initialize)},

		protocol.MethodTextDocumentHover:         {wire.Concurrent((*view).hover), "A hover in %s"},
		protocol.MethodTextDocumentCompletion:    {wire.Concurrent((*view).completion), "Completion in %s"},
		protocol.MethodCompletionItemResolve:     {wire.Concurrent((*view).completionItemResolve), "The documentation of a completion"},
		protocol.MethodTextDocumentSignatureHelp: {wire.ConcurrentOn((*view).atCode, (*view).signatureHelp), "Help with a call in %s"},
		protocol.MethodTextDocumentDefinition:    {wire.Concurrent((*view).definition), "Looking for a definition from %s"},

		protocol.MethodTextDocumentDeclaration:        {wire.ConcurrentOn((*view).atName, (*view).declaration), "Looking for a declaration from %s"},
		protocol.MethodTextDocumentImplementation:     {wire.ConcurrentOn((*view).at, (*view).implementation), "Looking for an implementation from %s"},
		protocol.MethodTextDocumentReferences:         {wire.ConcurrentOn((*view).atName, (*view).references), "Looking for references from %s"},
		protocol.MethodTextDocumentDocumentHighlight:  {wire.ConcurrentOn((*view).at, (*view).documentHighlight), "Looking for occurrences in %s"},
		protocol.MethodTextDocumentPrepareRename:      {wire.ConcurrentOn((*view).atName, (*view).prepareRename), "Preparing a rename in %s"},
		protocol.MethodTextDocumentRename:             {wire.ConcurrentOn((*view).atName, (*view).rename), "A rename in %s"},
		protocol.MethodTextDocumentLinkedEditingRange: {wire.ConcurrentOn((*view).at, (*view).linkedEditingRange), "Looking for linked places in %s"},
		protocol.MethodWorkspaceWillRenameFiles:       {wire.Concurrent((*view).willRenameFiles), "Updating references to renamed files"},
		protocol.MethodWorkspaceWillDeleteFiles:       {wire.Concurrent((*view).willDeleteFiles), "Updating references to deleted files"},

		protocol.MethodTextDocumentDocumentSymbol: {wire.ConcurrentOn((*view).inText, (*view).documentSymbol), "The outline of %s"},
		protocol.MethodTextDocumentFormatting:     {wire.ConcurrentOn((*view).inText, (*view).formatting), "Formatting %s"},
		protocol.MethodTextDocumentCodeAction:     {wire.Concurrent((*view).codeAction), "Looking for code actions in %s"},
		protocol.MethodCodeActionResolve:          {wire.Concurrent((*view).codeActionResolve), "A code action"},
		protocol.MethodTextDocumentDiagnostic:     {wire.Concurrent((*view).documentDiagnostic), "Checking %s"},
		protocol.MethodWorkspaceDiagnostic:        {handler: wire.Concurrent((*view).workspaceDiagnostic)},

		methodDependencyGraph: {wire.Concurrent((*view).dependencyGraph), "The dependency graph of %s"},
		methodResolvedSchemas: {wire.Concurrent((*view).resolvedSchemas), "Listing the schemas of %s"},
		methodPlan:            {wire.Concurrent((*view).plan), "Telling what a run of %s would do"},
		methodState:           {wire.Concurrent((*view).state), "Reading the state of the stack of %s"},
		methodConvert:         {wire.Concurrent((*view).convert), "Converting a text for %s"},
		methodResourceTypes:   {wire.Concurrent((*view).resourceTypes), "Listing the types for %s"},
		protocol.MethodTextDocumentSemanticTokensFull:      {wire.ConcurrentOn((*view).inFile, (*view).semanticTokens), "Coloring %s"},
		protocol.MethodTextDocumentSemanticTokensFullDelta: {wire.ConcurrentOn((*view).inFile, (*view).semanticTokensDelta), "Coloring %s"},
		protocol.MethodTextDocumentSemanticTokensRange:     {wire.ConcurrentOn((*view).inFile, (*view).semanticTokensRange), "Coloring a part of %s"},
		protocol.MethodTextDocumentInlayHint:               {wire.ConcurrentOn((*view).inFile, (*view).inlayHint), "Inlay hints in %s"},
		protocol.MethodInlayHintResolve:                    {wire.Concurrent((*view).inlayHintResolve), "The tooltip of an inlay hint"},

		protocol.MethodTextDocumentRangeFormatting:      {wire.ConcurrentOn((*view).inText, (*view).rangeFormatting), "Formatting a part of %s"},
		protocol.MethodTextDocumentRangesFormatting:     {wire.ConcurrentOn((*view).inText, (*view).rangesFormatting), "Formatting parts of %s"},
		protocol.MethodTextDocumentOnTypeFormatting:     {wire.ConcurrentOn((*view).inText, (*view).onTypeFormatting), "Formatting while typing in %s"},
		protocol.MethodTextDocumentFoldingRange:         {wire.ConcurrentOn((*view).inText, (*view).foldingRange), "Folding %s"},
		protocol.MethodTextDocumentSelectionRange:       {wire.ConcurrentOn((*view).inText, (*view).selectionRange), "Growing a selection in %s"},
		protocol.MethodTextDocumentDocumentLink:         {wire.ConcurrentOn((*view).inFile, (*view).documentLink), "Looking for links in %s"},
		protocol.MethodDocumentLinkResolve:              {wire.Concurrent((*view).documentLinkResolve), "Opening a link"},
		protocol.MethodTextDocumentCodeLens:             {wire.ConcurrentOn((*view).inFile, (*view).codeLens), "Code lenses in %s"},
		protocol.MethodCodeLensResolve:                  {wire.Concurrent((*view).codeLensResolve), "A code lens"},
		protocol.MethodTextDocumentPrepareCallHierarchy: {wire.ConcurrentOn((*view).at, (*view).prepareCallHierarchy), "The call hierarchy in %s"},
		protocol.MethodCallHierarchyIncomingCalls:       {wire.Concurrent((*view).incomingCalls), "Looking for callers"},
		protocol.MethodCallHierarchyOutgoingCalls:       {wire.Concurrent((*view).outgoingCalls), "Looking for calls"},
		protocol.MethodTextDocumentPrepareTypeHierarchy: {wire.ConcurrentOn((*view).at, (*view).prepareTypeHierarchy), "The type hierarchy in %s"},
		protocol.MethodTypeHierarchySupertypes:          {wire.Concurrent((*view).supertypes), "Looking for supertypes"},
		protocol.MethodTypeHierarchySubtypes:            {wire.Concurrent((*view).subtypes), "Looking for subtypes"},
		protocol.MethodTextDocumentTypeDefinition:       {wire.Concurrent((*view).typeDefinition), "Looking for a type from %s"},
		protocol.MethodWorkspaceTextDocumentContent:     {wire.Concurrent((*view).textDocumentContent), "The text of a schema"},
		methodSchemaDocument:                            {wire.Concurrent((*view).textDocumentContent), "The text of a schema"},
		protocol.MethodWorkspaceSymbol:                  {wire.Concurrent((*view).workspaceSymbol), "Looking for a symbol in the workspace"},
		protocol.MethodWorkspaceSymbolResolve:           {wire.Concurrent((*view).workspaceSymbolResolve), "Looking for a symbol in the workspace"},

		protocol.MethodWorkspaceExecuteCommand: {wire.Inline[*view](s.executeCommand), "A command"},
	}
}

// notificationsOf returns the table of all notifications. They run inline.
func notificationsOf(s *server) map[string]row[wire.Notification] {
	return map[string]row[wire.Notification]{
		protocol.MethodInitialized:           {handler: wire.Notified(s.initialized)},
		protocol.MethodSetTrace:              {handler: wire.Notified(func(*struct{}) error { return nil })},
		protocol.MethodTextDocumentDidOpen:   {wire.Notified(s.didOpen), "Opening %s"},
		protocol.MethodTextDocumentDidChange: {wire.Notified(s.didChange), "Taking over an edit of %s"},
		protocol.MethodTextDocumentDidSave:   {wire.Notified(s.didSave), "Looking at the saved %s"},
		protocol.MethodTextDocumentDidClose:  {wire.Notified(s.didClose), "Closing %s"},

		protocol.MethodWindowWorkDoneProgressCancel: {handler: wire.Notified(s.cancelProgress)},

		protocol.MethodWorkspaceDidChangeConfiguration: {wire.Notified(s.didChangeConfiguration), "Taking over settings"},

		protocol.MethodWorkspaceDidChangeWatchedFiles: {wire.Notified(s.filesChanged), "Looking at changed files"},

		protocol.MethodWorkspaceDidCreateFiles: {wire.Notified(s.filesChanged), "Looking at new files"},
		protocol.MethodWorkspaceDidRenameFiles: {wire.Notified(s.filesChanged), "Looking at renamed files"},
		protocol.MethodWorkspaceDidDeleteFiles: {wire.Notified(s.filesChanged), "Looking at deleted files"},

		protocol.MethodWorkspaceDidChangeWorkspaceFolders: {wire.Notified(s.didChangeWorkspaceFolders), "Looking at the folders of the workspace"},
	}
}
