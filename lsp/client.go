// This file reduces the capabilities of a client to what answers depend on, among it the legend of semantic tokens.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"go.lsp.dev/protocol"
)

// refreshKind is something that a client shows and can be told to refresh. It is the method that tells it.
type refreshKind string

const (
	refreshTokens refreshKind = protocol.MethodWorkspaceSemanticTokensRefresh
	refreshHints  refreshKind = protocol.MethodWorkspaceInlayHintRefresh
	refreshLenses refreshKind = protocol.MethodWorkspaceCodeLensRefresh
)

// client is what a client has announced. The zero value is a client that has announced nothing.
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
	itemDefaults    []string // properties that a list may state for all its items
	resolvedItems   []string // properties that the client can resolve later

	signatureMarkup   protocol.MarkupKind
	labelOffsets      bool // parameters may be given by their place in the label
	noActiveParameter bool // a signature may have no active parameter
	activeInSignature bool // each signature may have an active parameter of its own
	signatureContext  bool // the client sends what it shows when it asks again

	definitionLinks     bool
	declarationLinks    bool
	implementationLinks bool
	preparesRename      bool // the client sends prepareRename
	changeNotes         bool // edits may be annotated so that the user can skip them; only with versionedEdits
	announces           fileOperationsClient
	hierarchicalSymbols bool
	deprecatedSymbols   bool // symbols may be deprecated by a tag
	symbolKinds         []protocol.SymbolKind

	findings      publish.Client
	pullsFindings bool // the client pulls findings

	legend       legend               // of semantic tokens
	hintTooltips bool                 // the client can resolve the tooltips of inlay hints later
	refreshes    map[refreshKind]bool // what the client can be told to refresh

	folds     foldingClient
	finds     symbolClient // declarations in the workspace
	typeLinks bool
	linkTips  bool // shows a tooltip of a link
	contents  bool // shows documents that the server provides, see [schemaScheme]

	actionLiterals  bool     // actions may be more than commands
	disabledActions bool     // an action may be disabled, with a reason
	resolvesEdits   bool     // the client can resolve the edit of an action later
	appliesEdits    bool     // the server can send edits to apply
	preferredAction bool     // an action may be marked as preferred
	versionedEdits  bool     // edits may be for one version of a document
	createsFiles    bool     // edits may create files; only with versionedEdits
	deletesFiles    bool     // edits may delete files; only with versionedEdits
	snippetEdits    bool     // edits may have placeholders; only with versionedEdits
	commands        []string // the client's own commands that answers may refer to

	watchesFiles     bool // the server may ask for file events
	relativePatterns bool // and for events outside the workspace
	workDoneProgress bool // the server may show progress indicators
	choices          bool // a message may have actions to choose from

	retries map[string]bool // requests that the client sends again if a modified document is the answer

	formatsRanges   bool // the client formats several ranges with one request
	givesSettings   bool // the server can ask for settings
	settingsChanged bool // the server can register for changes of settings
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
		announces:           newFileOperationsClient(valueOr(space.FileOperations)),
		hierarchicalSymbols: valueOr(symbols.HierarchicalDocumentSymbolSupport),
		deprecatedSymbols:   slices.Contains(symbols.TagSupport.ValueSet, protocol.SymbolTagDeprecated),
		symbolKinds:         valueOr(symbols.SymbolKind).ValueSet,

		findings: publish.Client{
			RelatedInformation: valueOr(published.RelatedInformation) || valueOr(pulled.RelatedInformation),
			CodeLinks:          valueOr(published.CodeDescriptionSupport) || valueOr(pulled.CodeDescriptionSupport),
			RelatedDocuments:   valueOr(pulled.RelatedDocumentSupport),
			Refreshes:          text.Diagnostic != nil && valueOr(valueOr(space.Diagnostics).RefreshSupport),
			Tags:               slices.Concat(published.TagSupport.ValueSet, pulled.TagSupport.ValueSet),
		},
		pullsFindings: text.Diagnostic != nil,

		legend:       newLegend(tokens.TokenTypes, tokens.TokenModifiers),
		hintTooltips: slices.Contains(valueOr(text.InlayHint).ResolveSupport.Properties, "tooltip"),
		refreshes: map[refreshKind]bool{
			refreshTokens: valueOr(valueOr(space.SemanticTokens).RefreshSupport),
			refreshHints:  valueOr(valueOr(space.InlayHint).RefreshSupport),
			refreshLenses: valueOr(valueOr(space.CodeLens).RefreshSupport),
		},

		folds:     newFoldingClient(valueOr(text.FoldingRange)),
		finds:     newSymbolClient(valueOr(space.Symbol)),
		typeLinks: valueOr(valueOr(text.TypeDefinition).LinkSupport),
		linkTips:  valueOr(valueOr(text.DocumentLink).TooltipSupport),
		contents:  space.TextDocumentContent != nil,

		actionLiterals:  actions.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil,
		disabledActions: valueOr(actions.DisabledSupport),
		resolvesEdits:   valueOr(actions.DataSupport) && slices.Contains(actions.ResolveSupport.Properties, "edit"),
		appliesEdits:    valueOr(space.ApplyEdit),
		preferredAction: valueOr(actions.IsPreferredSupport),

		watchesFiles:     valueOr(valueOr(valueOr(caps.Workspace).DidChangeWatchedFiles).DynamicRegistration),
		workDoneProgress: valueOr(valueOr(caps.Window).WorkDoneProgress),
		choices:          valueOr(caps.Window).ShowMessage != nil,

		formatsRanges:   valueOr(valueOr(text.RangeFormatting).RangesSupport),
		givesSettings:   valueOr(space.Configuration),
		settingsChanged: valueOr(valueOr(space.DidChangeConfiguration).DynamicRegistration),
	}
	c.relativePatterns = valueOr(valueOr(valueOr(caps.Workspace).DidChangeWatchedFiles).RelativePatternSupport)
	edits := valueOr(space.WorkspaceEdit)
	// Operations on files stand only in edits with versions, so a client that names operations reads such edits. Neovim does not say documentChanges.
	c.versionedEdits = valueOr(edits.DocumentChanges) || len(edits.ResourceOperations) > 0
	c.changeNotes = c.versionedEdits && edits.ChangeAnnotationSupport != nil
	c.createsFiles = c.versionedEdits && slices.Contains(edits.ResourceOperations, protocol.ResourceOperationKindCreate)
	c.deletesFiles = c.versionedEdits && slices.Contains(edits.ResourceOperations, protocol.ResourceOperationKindDelete)
	c.snippetEdits = c.versionedEdits && valueOr(edits.SnippetEditSupport)
	c.retries = map[string]bool{}
	for _, method := range valueOr(caps.General).StaleRequestSupport.RetryOnContentModified {
		c.retries[method] = true
	}
	c.encodingKind, c.encoding = place.Negotiate(valueOr(caps.General).PositionEncodings)
	return c
}

// fileOperationsClient says which file operations a client announces.
type fileOperationsClient struct{ didCreate, willRename, didRename, willDelete, didDelete bool }

func newFileOperationsClient(c protocol.FileOperationClientCapabilities) fileOperationsClient {
	return fileOperationsClient{valueOr(c.DidCreate), valueOr(c.WillRename), valueOr(c.DidRename), valueOr(c.WillDelete), valueOr(c.DidDelete)}
}

type foldingClient struct {
	limit     int // how many ranges it wants; 0 for any number
	wholeLine bool
	texts     bool // shows a text in place of hidden lines
	// kinds are those that it supports. A client that names none may support all or none; it must ignore a kind that it does not support.
	kinds []protocol.FoldingRangeKind
}

func newFoldingClient(caps protocol.FoldingRangeClientCapabilities) foldingClient {
	return foldingClient{
		limit:     int(min(valueOr(caps.RangeLimit), 1<<30)),
		wholeLine: valueOr(caps.LineFoldingOnly),
		texts:     valueOr(valueOr(caps.FoldingRange).CollapsedText),
		kinds:     valueOr(caps.FoldingRangeKind).ValueSet,
	}
}

// symbolClient is what a client announced about declarations in the workspace.
type symbolClient struct {
	places bool // requests the range of a declaration when it needs it
	kinds  []protocol.SymbolKind
}

func newSymbolClient(caps protocol.WorkspaceSymbolClientCapabilities) symbolClient {
	return symbolClient{
		places: slices.Contains(caps.ResolveSupport.Properties, "location.range"),
		kinds:  valueOr(caps.SymbolKind).ValueSet,
	}
}

// preferred returns the first markup kind in a client's list that the server supports. A client without a list gets plain text.
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

// optionalString omits an empty string from a message.
func optionalString(s string) protocol.Optional[string] {
	if s == "" {
		return protocol.Optional[string]{}
	}
	return protocol.NewOptional(s)
}

// legend holds the numbers of types and modifiers.
type legend struct {
	names     protocol.SemanticTokensLegend
	types     []int    // by semantic.Type; -1 for types without a number
	modifiers []uint32 // the bit of each of semantic.All; 0 for modifiers without a bit
	shown     bool     // the client names types, so it shows tokens
}

// nearTypes are substitutes for types that a client does not support. The first supported type of a chain is used.
var nearTypes = map[semantic.Type]semantic.Type{
	semantic.Namespace: semantic.Kind, semantic.Kind: semantic.Class, semantic.Interface: semantic.Class, semantic.Class: semantic.Variable,
	semantic.Event: semantic.Variable, semantic.Constant: semantic.Variable, semantic.Parameter: semantic.Variable,
	semantic.Property: semantic.Variable, semantic.Method: semantic.Function,
}

// ownModifiers are not in the protocol, so no client lists them. Themes may support them anyway: VS Code uses those that an extension declares.
const ownModifiers = semantic.Secret | semantic.Unknown

// newLegend returns the legend for a client that supports these types and modifiers. An empty list stands for all.
func newLegend(types, modifiers []string) legend {
	l := legend{names: protocol.SemanticTokensLegend{TokenTypes: []string{}, TokenModifiers: []string{}}, shown: len(types) > 0}
	known := func(t semantic.Type) bool { return len(types) == 0 || slices.Contains(types, t.String()) }
	for _, t := range semantic.Types() {
		near, has := t, true
		for has && !known(near) {
			near, has = nearTypes[near]
		}
		if !has {
			l.types = append(l.types, -1)
			continue
		}
		at := slices.Index(l.names.TokenTypes, near.String())
		if at < 0 {
			at = len(l.names.TokenTypes)
			l.names.TokenTypes = append(l.names.TokenTypes, near.String())
		}
		l.types = append(l.types, at)
	}
	for _, m := range semantic.All() {
		bit, name := uint32(0), m.Names()[0]
		if len(modifiers) == 0 || m&ownModifiers != 0 || slices.Contains(modifiers, name) {
			bit = 1 << len(l.names.TokenModifiers)
			l.names.TokenModifiers = append(l.names.TokenModifiers, name)
		}
		l.modifiers = append(l.modifiers, bit)
	}
	return l
}

func (l *legend) bits(m semantic.Modifiers) uint32 {
	bits := uint32(0)
	for i, bit := range l.modifiers {
		if m&(1<<i) != 0 {
			bits |= bit
		}
	}
	return bits
}
