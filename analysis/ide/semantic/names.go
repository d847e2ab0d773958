package semantic

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file classifies names: it walks the syntax tree of an item, paints names that their position classifies,
// computes the taints of values behind names, and paints the names that the checker resolves.

// objectTypes maps kinds of objects to types, as in the outline. A test visits the kinds of variables.
var objectTypes = map[analysis.ObjectKind]Type{
	analysis.ObjectLocal: Variable, analysis.ObjectConfig: Parameter, analysis.ObjectResource: Class, analysis.ObjectRead: Interface,
	analysis.ObjectComponent: Namespace, analysis.ObjectOutput: Constant, analysis.ObjectHook: Event, analysis.ObjectPulumi: Namespace,
	analysis.ObjectLoopVariable: Variable, analysis.ObjectRange: Variable, analysis.ObjectArgs: Variable,
	analysis.ObjectRecoverError: Variable, analysis.ObjectProperty: Property,
}

// objectModifiers maps kinds of objects to modifiers that always apply.
var objectModifiers = map[analysis.ObjectKind]Modifiers{
	analysis.ObjectLocal: Readonly, analysis.ObjectConfig: Readonly, analysis.ObjectLoopVariable: Readonly,
	analysis.ObjectRange: Readonly | DefaultLibrary, analysis.ObjectArgs: Readonly | DefaultLibrary,
	analysis.ObjectRecoverError: Readonly | DefaultLibrary, analysis.ObjectPulumi: DefaultLibrary,
}

// occurrenceTypes maps kinds of names without an object to types. A test visits every kind.
var occurrenceTypes = map[analysis.OccurrenceKind]Type{
	analysis.OccurMember: Property, analysis.OccurAttribute: Property, analysis.OccurOption: Property, analysis.OccurKey: Property,
	analysis.OccurFunction: Function, analysis.OccurResourceToken: Kind, analysis.OccurFunctionToken: Function,
	analysis.OccurMethod: Method, analysis.OccurSource: String, analysis.OccurTypeText: Kind, analysis.OccurKeyword: Keyword,
	analysis.OccurPackage: Namespace,
}

// names paints the resolved names, longer ones before those inside them.
func (n *namer) names() {
	n.order = n.order[:0]
	for i := range n.view.Info.Occurrences {
		n.order = append(n.order, i)
	}
	lists.SortStable(n.order, func(a, b int) int {
		return n.view.Info.Occurrences[b].Span.Len() - n.view.Info.Occurrences[a].Span.Len()
	})
	for _, i := range n.order {
		o := &n.view.Info.Occurrences[i]
		n.occurrence(o, o.Span)
	}
}

// occurrence paints one name. Quotes around it belong to a string, as in grammars.
func (n *namer) occurrence(o *analysis.Occurrence, span syntax.Span) {
	carried := n.carried[span.Start]
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		kind := n.denoted(o)
		if kind == 0 {
			return
		}
		m := objectModifiers[kind] | carried
		if o.Kind == analysis.OccurDeclaration {
			m |= Declaration
		}
		n.paint(n.unquoted(span), objectType(kind), m|deprecated(o))
		return
	case analysis.OccurAttribute:
		if n.isBlock(span) {
			return
		}
	case analysis.OccurMember:
		var named bool
		if span, named = n.inBrackets(span); !named || carried == 0 && n.unquoted(span) != span { // a string, unless there is more to say
			return
		}
	case analysis.OccurFunction, analysis.OccurOption:
		carried = defaultLibrary(o)
	case analysis.OccurTypeText:
		n.typeText(n.unquoted(span))
		return
	case analysis.OccurKey:
	default:
		carried = 0
	}
	if t, known := occurrenceTypes[o.Kind]; known && t != String { // strings are painted already
		n.paint(n.unquoted(span), t, carried|deprecated(o))
	}
}

// typeWords matches each word of a type, and the sign behind it if the word names a property.
var typeWords = lazy.Regexp(`([\pL_][\pL\pN_-]*)(\s*[=:])?`)

// typeText paints the words of a type.
func (n *namer) typeText(span syntax.Span) {
	if span.Start < 0 || span.End > len(n.text) || span.Start > span.End {
		return
	}
	for _, at := range typeWords.Get().FindAllStringSubmatchIndex(n.text[span.Start:span.End], -1) {
		word := syntax.Span{Start: span.Start + at[2], End: span.Start + at[3]}
		if at[4] >= 0 {
			n.paint(word, Property, 0)
		} else {
			n.paint(word, Kind, DefaultLibrary)
		}
	}
}

// unquoted is a span without the quotes around its text.
func (n *namer) unquoted(span syntax.Span) syntax.Span {
	if span.Start >= 0 && span.End <= len(n.text) && span.Len() > 2 && n.text[span.Start] == '"' && n.text[span.End-1] == '"' {
		return syntax.Span{Start: span.Start + 1, End: span.End - 1}
	}
	return span
}

// objectType returns the type of a kind of object: a variable, if the table says nothing about a kind of block.
func objectType(kind analysis.ObjectKind) Type {
	if t, known := objectTypes[kind]; known {
		return t
	}
	return Variable
}

// denoted returns the kind of object that a name refers to, or 0.
func (n *namer) denoted(o *analysis.Occurrence) analysis.ObjectKind {
	if o.Object != nil {
		return o.Object.Kind
	}
	return n.view.KindOf(o.Name)
}

// isBlock reports whether the name at a span starts a block, which makes it a keyword.
func (n *namer) isBlock(span syntax.Span) bool {
	if span.Start < 0 || span.Start >= len(n.canvas) || n.canvas[span.Start] == 0 {
		return false
	}
	return n.strokes[n.canvas[span.Start]-1].Type == Keyword
}

// inBrackets returns the text of a step inside brackets, or false for a number. Other steps
// stay unchanged.
func (n *namer) inBrackets(span syntax.Span) (syntax.Span, bool) {
	if span.Start < 0 || span.End > len(n.text) || span.Len() < 2 || n.text[span.Start] != '[' {
		return span, span.Start < 0 || span.Start >= len(n.text) || n.text[span.Start] != '.'
	}
	inner := syntax.Span{Start: span.Start + 1, End: span.End - 1}
	for inner.Start < inner.End && (n.text[inner.Start] == ' ' || n.text[inner.Start] == '\t') {
		inner.Start++
	}
	for inner.Start < inner.End && (n.text[inner.End-1] == ' ' || n.text[inner.End-1] == '\t') {
		inner.End--
	}
	return inner, inner.Start < inner.End && n.text[inner.Start] == '"'
}

func defaultLibrary(o *analysis.Occurrence) Modifiers {
	if o.Kind == analysis.OccurFunction && o.Function == nil {
		return 0
	}
	return DefaultLibrary
}

// deprecated returns the modifier of deprecated schema members.
func deprecated(o *analysis.Occurrence) Modifiers {
	if o.Property != nil && o.Property.Deprecation != "" || o.SchemaFunction != nil && o.SchemaFunction.Deprecation != "" ||
		o.Kind == analysis.OccurResourceToken && o.Resource != nil && o.Resource.Deprecation != "" {
		return Deprecated
	}
	return 0
}

// namer paints the names of one item.
type namer struct {
	*painter
	view *analysis.ItemView
	// carried holds the modifiers of values by the offset of their name. Most have none.
	carried map[int]Modifiers
}

// carry records the modifiers of a value whose name is at an offset.
func (n *namer) carry(at int, m Modifiers) {
	if m == 0 {
		delete(n.carried, at)
		return
	}
	if n.carried == nil {
		n.carried = map[int]Modifiers{}
	}
	n.carried[at] = m
}

// scope is one layer of for expression variables.
type scope struct {
	outer *scope
	names map[string]analysis.Taint
}

func (n *namer) tree() {
	it := n.view.Item
	n.carry(it.NameSpan.Start, marks(n.view.TaintOf(it.Name)))
	switch {
	case it.Block() != nil:
		for _, child := range node.Children(it.Block()) {
			n.node(child, nil)
		}
	case it.Attr() != nil:
		n.node(it.Attr().Expr, nil)
	}
}

// node paints a node and everything below it.
func (n *namer) node(at hclsyntax.Node, in *scope) {
	switch e := at.(type) {
	case *hclsyntax.Attribute:
		n.name(e.NameRange, n.view.Taint(e.Expr))
	case *hclsyntax.Block:
		n.paint(rangeSpan(e.TypeRange), Keyword, 0)
	case *hclsyntax.ObjectConsExpr:
		for _, entry := range e.Items {
			if key, ok := entry.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); ok && node.IsBareKey(key) {
				n.name(key.Range(), n.view.Taint(entry.ValueExpr))
			} else {
				n.carry(entry.KeyExpr.Range().Start.Byte, marks(n.view.Taint(entry.ValueExpr)))
			}
		}
	case *hclsyntax.ScopeTraversalExpr:
		root := n.view.TaintOf(e.Traversal.RootName())
		if taint, local := in.lookup(e.Traversal.RootName()); local {
			root = taint
		}
		n.carry(e.Range().Start.Byte, marks(root))
		n.steps(root, e.Traversal[1:], n.view.Taint(e))
	case *hclsyntax.RelativeTraversalExpr:
		n.steps(n.view.Taint(e.Source), e.Traversal, n.view.Taint(e))
	case *hclsyntax.ForExpr:
		n.loop(e, in)
		return
	}
	for _, child := range node.Children(at) {
		n.node(child, in)
	}
}

// name paints a name as a property unless more is known about it.
func (n *namer) name(r hcl.Range, value analysis.Taint) {
	span := rangeSpan(r)
	n.carry(span.Start, marks(value))
	n.paint(span, Property, marks(value))
}

// loop visits a for expression, with its variables in scope.
func (n *namer) loop(e *hclsyntax.ForExpr, in *scope) {
	collection := n.view.Taint(e.CollExpr)
	inner := &scope{in, map[string]analysis.Taint{e.ValVar: collection.Element()}}
	if e.KeyVar != "" {
		inner.names[e.KeyVar] = collection.Key()
	}
	declared := syntax.Span{Start: e.Range().Start.Byte, End: e.CollExpr.Range().Start.Byte}
	for _, o := range n.view.Info.Occurrences {
		if o.Kind == analysis.OccurDeclaration && o.Object != nil && declared.Contains(o.Span.Start) {
			n.carry(o.Span.Start, marks(inner.names[o.Name]))
		}
	}
	n.node(e.CollExpr, in)
	for _, part := range []hclsyntax.Expression{e.KeyExpr, e.ValExpr, e.CondExpr} {
		if part != nil {
			n.node(part, inner)
		}
	}
}

// steps paints the names of steps into a value. The taint of the last step is that of the
// expression.
func (n *namer) steps(from analysis.Taint, steps hcl.Traversal, whole analysis.Taint) {
	for i, s := range steps {
		from = from.Through(s)
		if i == len(steps)-1 {
			from = whole
		}
		span := rangeSpan(s.SourceRange())
		switch s.(type) {
		case hcl.TraverseAttr:
			if span.Start >= 0 && span.End <= len(n.text) && span.Start < span.End {
				span.Start += strings.LastIndexFunc(n.text[span.Start:span.End], func(r rune) bool { return strings.ContainsRune(". \t\r\n", r) }) + 1
			}
			n.carry(span.Start, marks(from))
			n.paint(span, Property, marks(from))
		case hcl.TraverseIndex:
			n.carry(span.Start, marks(from))
		}
	}
}

func (s *scope) lookup(name string) (analysis.Taint, bool) {
	for ; s != nil; s = s.outer {
		if taint, ok := s.names[name]; ok {
			return taint, true
		}
	}
	return analysis.Taint{}, false
}

// marks returns the modifiers of a taint.
func marks(f analysis.Taint) Modifiers {
	var m Modifiers
	if f.Secret() {
		m |= Secret
	}
	if f.Unknown() {
		m |= Unknown
	}
	return m
}

func rangeSpan(r hcl.Range) syntax.Span { return syntax.Span{Start: r.Start.Byte, End: r.End.Byte} }
