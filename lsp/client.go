// This file implements what the server knows about its client, and what it
// offers in return.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// client is what a client announced, reduced to what answers depend on. The
// zero value is a client that announced nothing.
type client struct {
	encodingKind protocol.PositionEncodingKind
	encoding     syntax.Encoding

	hoverMarkup protocol.MarkupKind

	documentation   protocol.MarkupKind // of completion items
	snippets        bool
	insertReplace   bool
	deprecatedTag   bool // completion items may be deprecated by a tag
	completionKinds []protocol.CompletionItemKind
	deprecatedFlag  bool // completion items may be deprecated by a flag
	labelDetails    bool
	insertModes     []protocol.InsertTextMode
	itemDefaults    []string // what a list may say for all its items
	resolvedItems   []string // what the client may ask of an item later

	signatureMarkup   protocol.MarkupKind
	labelOffsets      bool // parameters may be given by their place in the label
	noActiveParameter bool // a signature may have no active parameter
	activeInSignature bool // each signature may have an active parameter of its own
	signatureContext  bool // the client says what it shows when it asks again

	definitionLinks     bool
	declarationLinks    bool
	implementationLinks bool
	preparesRename      bool // the client asks whether there is something to rename
	changeNotes         bool // edits may say why, so that they can be left out; only with versionedEdits
	tellsOfFiles        filesTold
	hierarchicalSymbols bool
	deprecatedSymbols   bool // symbols may be deprecated by a tag
	symbolKinds         []protocol.SymbolKind

	pullsFindings    bool // the client asks for findings; see [asking]
	relatedDocuments bool // an answer about one document may bring findings of others
	refreshes        bool // the client can be told to ask again

	legend       legend            // of semantic tokens
	hintTooltips bool              // tooltips of inlay hints may come later
	asksAgain    map[lookKind]bool // what the client can be told to ask for again

	folds     foldingClient
	finds     symbolClient // declarations in the workspace
	typeLinks bool
	linkTips  bool // shows a tooltip of a link
	contents  bool // shows documents that the server has, see [schemaScheme]

	relatedInformation bool
	codeLinks          bool // a finding may say where its code is explained
	diagnosticTags     []protocol.DiagnosticTag

	actionLiterals  bool     // actions may be more than commands
	disabledActions bool     // an action may say why it cannot be done
	resolvesEdits   bool     // the edit of an action may come later
	appliesEdits    bool     // the client can be asked to apply edits
	preferredAction bool     // an action may be the one that is meant
	versionedEdits  bool     // edits may be for one version of a document
	createsFiles    bool     // edits may make files; only with versionedEdits
	snippetEdits    bool     // edits may have places to fill in; only with versionedEdits
	commands        []string // of the client, that answers may refer to

	watchesFiles     bool // the server may ask for file events
	relativePatterns bool // and that outside of the workspace
	workDoneProgress bool // the server may show progress of its own

	formatsRanges   bool // several ranges can be formatted by one request
	givesSettings   bool // the client can be asked for its settings
	settingsChanged bool // the server may ask to be told when they change
}

func newClient(p *protocol.InitializeParams) client {
	caps := p.Capabilities
	text := valueOr(caps.TextDocument)
	completion := valueOr(text.Completion)
	item := valueOr(completion.CompletionItem)
	signature := valueOr(valueOr(text.SignatureHelp).SignatureInformation)
	symbols := valueOr(text.DocumentSymbol)
	actions := valueOr(text.CodeAction)
	published := valueOr(text.PublishDiagnostics)
	pulled := valueOr(text.Diagnostic)
	tokens := text.SemanticTokens
	space := valueOr(caps.Workspace)
	c := client{
		hoverMarkup: preferred(valueOr(text.Hover).ContentFormat),

		documentation:   preferred(item.DocumentationFormat),
		snippets:        valueOr(item.SnippetSupport),
		insertReplace:   valueOr(item.InsertReplaceSupport),
		deprecatedTag:   slices.Contains(item.TagSupport.ValueSet, protocol.CompletionItemTagDeprecated),
		completionKinds: valueOr(completion.CompletionItemKind).ValueSet,
		deprecatedFlag:  valueOr(item.DeprecatedSupport),
		labelDetails:    valueOr(item.LabelDetailsSupport),
		insertModes:     item.InsertTextModeSupport.ValueSet,
		itemDefaults:    valueOr(completion.CompletionList).ItemDefaults,
		resolvedItems:   item.ResolveSupport.Properties,

		signatureMarkup:   preferred(signature.DocumentationFormat),
		labelOffsets:      valueOr(valueOr(signature.ParameterInformation).LabelOffsetSupport),
		noActiveParameter: valueOr(signature.NoActiveParameterSupport),
		activeInSignature: valueOr(signature.ActiveParameterSupport),
		signatureContext:  valueOr(valueOr(text.SignatureHelp).ContextSupport),

		definitionLinks:     valueOr(valueOr(text.Definition).LinkSupport),
		declarationLinks:    valueOr(valueOr(text.Declaration).LinkSupport),
		implementationLinks: valueOr(valueOr(text.Implementation).LinkSupport),
		preparesRename:      valueOr(valueOr(text.Rename).PrepareSupport),
		tellsOfFiles:        filesToldBy(valueOr(space.FileOperations)),
		hierarchicalSymbols: valueOr(symbols.HierarchicalDocumentSymbolSupport),
		deprecatedSymbols:   slices.Contains(symbols.TagSupport.ValueSet, protocol.SymbolTagDeprecated),
		symbolKinds:         valueOr(symbols.SymbolKind).ValueSet,

		pullsFindings:    text.Diagnostic != nil,
		relatedDocuments: valueOr(pulled.RelatedDocumentSupport),
		refreshes:        text.Diagnostic != nil && valueOr(valueOr(valueOr(caps.Workspace).Diagnostics).RefreshSupport),

		legend:       newLegend(tokens.TokenTypes, tokens.TokenModifiers),
		hintTooltips: slices.Contains(valueOr(text.InlayHint).ResolveSupport.Properties, "tooltip"),
		asksAgain: map[lookKind]bool{
			kindTokens: valueOr(valueOr(space.SemanticTokens).RefreshSupport),
			kindHints:  valueOr(valueOr(space.InlayHint).RefreshSupport),
			kindLenses: valueOr(valueOr(space.CodeLens).RefreshSupport),
		},

		folds:     newFoldingClient(valueOr(text.FoldingRange)),
		finds:     newSymbolClient(valueOr(space.Symbol)),
		typeLinks: valueOr(valueOr(text.TypeDefinition).LinkSupport),
		linkTips:  valueOr(valueOr(text.DocumentLink).TooltipSupport),
		contents:  space.TextDocumentContent != nil,

		relatedInformation: valueOr(published.RelatedInformation) || valueOr(pulled.RelatedInformation),
		codeLinks:          valueOr(published.CodeDescriptionSupport) || valueOr(pulled.CodeDescriptionSupport),
		diagnosticTags:     slices.Concat(published.TagSupport.ValueSet, pulled.TagSupport.ValueSet),

		actionLiterals:  actions.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil,
		disabledActions: valueOr(actions.DisabledSupport),
		resolvesEdits:   valueOr(actions.DataSupport) && slices.Contains(actions.ResolveSupport.Properties, "edit"),
		appliesEdits:    valueOr(space.ApplyEdit),
		preferredAction: valueOr(actions.IsPreferredSupport),
		versionedEdits:  valueOr(valueOr(valueOr(caps.Workspace).WorkspaceEdit).DocumentChanges),

		watchesFiles:     valueOr(valueOr(valueOr(caps.Workspace).DidChangeWatchedFiles).DynamicRegistration),
		workDoneProgress: valueOr(valueOr(caps.Window).WorkDoneProgress),

		formatsRanges:   valueOr(valueOr(text.RangeFormatting).RangesSupport),
		givesSettings:   valueOr(space.Configuration),
		settingsChanged: valueOr(valueOr(space.DidChangeConfiguration).DynamicRegistration),
	}
	c.relativePatterns = valueOr(valueOr(valueOr(caps.Workspace).DidChangeWatchedFiles).RelativePatternSupport)
	edits := valueOr(space.WorkspaceEdit)
	c.changeNotes = c.versionedEdits && edits.ChangeAnnotationSupport != nil
	c.createsFiles = c.versionedEdits && slices.Contains(edits.ResourceOperations, protocol.ResourceOperationKindCreate)
	c.snippetEdits = c.versionedEdits && valueOr(edits.SnippetEditSupport)
	c.encodingKind, c.encoding = negotiate(valueOr(caps.General).PositionEncodings)
	return c
}

// serverCapabilities announces what is implemented, and nothing else.
func (c client) serverCapabilities() protocol.ServerCapabilities {
	capabilities := protocol.ServerCapabilities{
		PositionEncoding: c.encodingKind,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		HoverProvider:              protocol.Boolean(true),
		CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: completionTriggers, ResolveProvider: new(true)},
		SignatureHelpProvider:      c.signatureHelpProvider(),
		DefinitionProvider:         protocol.Boolean(true),
		DeclarationProvider:        protocol.Boolean(true),
		ImplementationProvider:     protocol.Boolean(true),
		ReferencesProvider:         &protocol.ReferenceOptions{WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}},
		DocumentHighlightProvider:  protocol.Boolean(true),
		RenameProvider:             c.renameProvider(),
		LinkedEditingRangeProvider: protocol.Boolean(true),
		DocumentSymbolProvider:     protocol.Boolean(true),
		DocumentFormattingProvider: protocol.Boolean(true),
		CodeActionProvider:         c.codeActionProvider(),

		DocumentRangeFormattingProvider:  c.rangeFormattingProvider(),
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
		}, FileOperations: c.tellsOfFiles.wanted()},
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

// codeActionProvider names the kinds of actions to clients that know of kinds.
func (c client) codeActionProvider() protocol.CodeActionProvider {
	if !c.actionLiterals {
		return protocol.Boolean(true)
	}
	options := &protocol.CodeActionOptions{CodeActionKinds: actionKinds()}
	if c.resolvesEdits {
		options.ResolveProvider = new(true)
	}
	return options
}

// findingsIdentifier tells the findings of this server from others in a client that asks
// for them.
const findingsIdentifier = "pcl"

// preferred returns the first markup kind a client lists that the server can
// write; a client that lists none gets plain text.
func preferred(kinds []protocol.MarkupKind) protocol.MarkupKind {
	for _, kind := range kinds {
		if kind == protocol.MarkupKindMarkdown || kind == protocol.MarkupKindPlainText {
			return kind
		}
	}
	return protocol.MarkupKindPlainText
}

// valueOr returns what p points to, or the zero value.
func valueOr[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// optionalString leaves an empty string out of a message.
func optionalString(s string) protocol.Optional[string] {
	if s == "" {
		return protocol.Optional[string]{}
	}
	return protocol.NewOptional(s)
}
