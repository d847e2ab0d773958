// This file implements the method table: which messages the server handles, and
// which of them run inline and which concurrently.

package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// request is how a request is answered; exactly one of its fields is set.
type request struct {
	// inline runs on the read loop, so that all later messages see its effect.
	inline func(s *server, params jsonrpc2.RawMessage) (any, error)
	// concurrent runs beside later messages, on the view of its own moment.
	concurrent func(ctx context.Context, v *view, params jsonrpc2.RawMessage) (any, error)
}

// notice is how a notification is taken: always inline.
type notice func(s *server, params jsonrpc2.RawMessage) error

// standardRequests are the requests the server answers; any other gets -32601.
func standardRequests() map[string]request {
	return map[string]request{
		protocol.MethodInitialize: inline((*server).initialize),
		protocol.MethodShutdown:   inline((*server).shutdown),

		protocol.MethodTextDocumentHover:         concurrent((*view).hover),
		protocol.MethodTextDocumentCompletion:    concurrent((*view).completion),
		protocol.MethodCompletionItemResolve:     concurrent((*view).completionItemResolve),
		protocol.MethodTextDocumentSignatureHelp: concurrent((*view).signatureHelp),
		protocol.MethodTextDocumentDefinition:    concurrent((*view).definition),

		protocol.MethodTextDocumentDeclaration:        concurrent((*view).declaration),
		protocol.MethodTextDocumentImplementation:     concurrent((*view).implementation),
		protocol.MethodTextDocumentReferences:         concurrent((*view).references),
		protocol.MethodTextDocumentDocumentHighlight:  concurrent((*view).documentHighlight),
		protocol.MethodTextDocumentPrepareRename:      concurrent((*view).prepareRename),
		protocol.MethodTextDocumentRename:             concurrent((*view).rename),
		protocol.MethodTextDocumentLinkedEditingRange: concurrent((*view).linkedEditingRange),
		protocol.MethodWorkspaceWillRenameFiles:       concurrent((*view).willRenameFiles),
		protocol.MethodWorkspaceWillDeleteFiles:       concurrent((*view).willDeleteFiles),

		protocol.MethodTextDocumentDocumentSymbol: concurrent((*view).documentSymbol),
		protocol.MethodTextDocumentFormatting:     concurrent((*view).formatting),
		protocol.MethodTextDocumentCodeAction:     concurrent((*view).codeAction),
		protocol.MethodCodeActionResolve:          concurrent((*view).codeActionResolve),
		protocol.MethodTextDocumentDiagnostic:     concurrent((*view).documentDiagnostic),
		protocol.MethodWorkspaceDiagnostic:        concurrent((*view).workspaceDiagnostic),

		methodDependencyGraph:                              concurrent((*view).dependencyGraph),
		methodResolvedSchemas:                              concurrent((*view).resolvedSchemas),
		protocol.MethodTextDocumentSemanticTokensFull:      concurrent((*view).semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: concurrent((*view).semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     concurrent((*view).semanticTokensRange),
		protocol.MethodTextDocumentInlayHint:               concurrent((*view).inlayHint),
		protocol.MethodInlayHintResolve:                    concurrent((*view).inlayHintResolve),

		protocol.MethodTextDocumentRangeFormatting:      concurrent((*view).rangeFormatting),
		protocol.MethodTextDocumentRangesFormatting:     concurrent((*view).rangesFormatting),
		protocol.MethodTextDocumentOnTypeFormatting:     concurrent((*view).onTypeFormatting),
		protocol.MethodTextDocumentFoldingRange:         concurrent((*view).foldingRange),
		protocol.MethodTextDocumentSelectionRange:       concurrent((*view).selectionRange),
		protocol.MethodTextDocumentDocumentLink:         concurrent((*view).documentLink),
		protocol.MethodDocumentLinkResolve:              concurrent((*view).documentLinkResolve),
		protocol.MethodTextDocumentCodeLens:             concurrent((*view).codeLens),
		protocol.MethodCodeLensResolve:                  concurrent((*view).codeLensResolve),
		protocol.MethodTextDocumentPrepareCallHierarchy: concurrent((*view).prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       concurrent((*view).incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       concurrent((*view).outgoingCalls),
		protocol.MethodTextDocumentPrepareTypeHierarchy: concurrent((*view).prepareTypeHierarchy),
		protocol.MethodTypeHierarchySupertypes:          concurrent((*view).supertypes),
		protocol.MethodTypeHierarchySubtypes:            concurrent((*view).subtypes),
		protocol.MethodTextDocumentTypeDefinition:       concurrent((*view).typeDefinition),
		protocol.MethodWorkspaceTextDocumentContent:     concurrent((*view).textDocumentContent),
		methodSchemaDocument:                            concurrent((*view).textDocumentContent),
		protocol.MethodWorkspaceSymbol:                  concurrent((*view).workspaceSymbol),
		protocol.MethodWorkspaceSymbolResolve:           concurrent((*view).workspaceSymbolResolve),

		protocol.MethodWorkspaceExecuteCommand: inline((*server).executeCommand),
	}
}

// standardNotices are the notifications the server takes; it ignores any other.
func standardNotices() map[string]notice {
	return map[string]notice{
		protocol.MethodInitialized:           taking((*server).initialized),
		protocol.MethodExit:                  func(s *server, _ jsonrpc2.RawMessage) error { return s.exit() },
		protocol.MethodCancelRequest:         taking((*server).cancelRequest),
		protocol.MethodSetTrace:              taking(func(*server, *struct{}) error { return nil }),
		protocol.MethodTextDocumentDidOpen:   taking((*server).didOpen),
		protocol.MethodTextDocumentDidChange: taking((*server).didChange),
		protocol.MethodTextDocumentDidSave:   taking((*server).didSave),
		protocol.MethodTextDocumentDidClose:  taking((*server).didClose),

		protocol.MethodWindowWorkDoneProgressCancel: taking((*server).cancelProgress),

		protocol.MethodWorkspaceDidChangeConfiguration: taking((*server).didChangeConfiguration),

		protocol.MethodWorkspaceDidChangeWatchedFiles: taking((*server).didChangeWatchedFiles),

		protocol.MethodWorkspaceDidCreateFiles: taking((*server).didCreateFiles),
		protocol.MethodWorkspaceDidRenameFiles: taking((*server).didRenameFiles),
		protocol.MethodWorkspaceDidDeleteFiles: taking((*server).didDeleteFiles),

		protocol.MethodWorkspaceDidChangeWorkspaceFolders: taking((*server).didChangeWorkspaceFolders),
	}
}

func inline[P, R any](f func(*server, *P) (R, error)) request {
	return request{inline: func(s *server, params jsonrpc2.RawMessage) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return f(s, p)
	}}
}

func concurrent[P, R any](f func(*view, context.Context, *P) (R, error)) request {
	return request{concurrent: func(ctx context.Context, v *view, params jsonrpc2.RawMessage) (any, error) {
		if err := ctx.Err(); err != nil { // cancelled before it began
			return nil, err
		}
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return f(v, ctx, p)
	}}
}

func taking[P any](f func(*server, *P) error) notice {
	return func(s *server, params jsonrpc2.RawMessage) error {
		p, err := decode[P](params)
		if err != nil {
			return err
		}
		return f(s, p)
	}
}

// decode decodes parameters. Absent ones are as good as an empty object; what
// must be in them is for the handler to check.
func decode[P any](params jsonrpc2.RawMessage) (*P, error) {
	p := new(P)
	if len(params) == 0 {
		return p, nil
	}
	if err := (codec{}).Unmarshal(params, p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "invalid parameters: %v", err)
	}
	return p, nil
}
