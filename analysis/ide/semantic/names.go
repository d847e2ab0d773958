package semantic

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file classifies the names that the checker resolves.

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
	for i := range n.sight.Info.Occurrences {
		n.order = append(n.order, i)
	}
	lists.SortStable(n.order, func(a, b int) int {
		return n.sight.Info.Occurrences[b].Span.Len() - n.sight.Info.Occurrences[a].Span.Len()
	})
	for _, i := range n.order {
		o := &n.sight.Info.Occurrences[i]
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
	return n.sight.KindOf(o.Name)
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
