// Package outline tells what is in a file: the symbols that it has (its items, their blocks and attributes of several lines, and the keys of locals
// that are literal objects), what can be folded, how a selection grows, and what links it has; and it finds declarations by name.
//
// Names and places come from the syntax, so broken text has an outline too. Types in details come from the checker. The package knows no protocol, and
// the caller maps a [Kind] to an icon.
//
// Invariant: a symbol has a name, its name is inside it, and it is inside its parent. Editors reject outlines that are otherwise.
package outline

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines symbols, creates those of items and what is inside them, and finds declarations by name in many
// programs at once. Names come from the syntax, so a workspace can be searched before anything is checked.

// Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbols.
const (
	KindLocal Kind = iota + 1
	KindConfig
	KindResource
	KindRead
	KindComponent
	KindOutput
	KindHook
	KindPulumi
	KindPackage
	KindBlock     // a nested block, or a block of unknown kind
	KindAttribute // an attribute of a block
	KindOption    // an attribute of an options block
	KindKey       // a key of a literal object
)

// Symbol is one declaration or part of it.
type Symbol struct {
	Name   string // never empty
	Detail string // a type or token; may be empty
	Kind   Kind
	// Span is the whole text without comments above it. NameSpan is inside it.
	Span, NameSpan syntax.Span
	// Deprecated means that the schema deprecates it.
	Deprecated bool
	Children   []Symbol
}

// Symbols returns the items of a file in order. The only error is the context's.
func Symbols(ctx context.Context, p *analysis.Program, path string) ([]Symbol, error) {
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	var symbols []Symbol
	for _, it := range f.All() {
		info, err := p.Check(ctx, it)
		if err != nil {
			return nil, err
		}
		l := &lister{item: it, info: info}
		if s, named := l.symbol(); named {
			symbols = append(symbols, s)
		}
	}
	return symbols, ctx.Err()
}

// detailLength is the longest type in a detail, in characters.
const detailLength = 60

var itemKinds = map[syntax.Kind]Kind{
	syntax.KindLocal: KindLocal, syntax.KindConfig: KindConfig, syntax.KindResource: KindResource,
	syntax.KindRead: KindRead, syntax.KindComponent: KindComponent, syntax.KindOutput: KindOutput,
	syntax.KindHook: KindHook, syntax.KindPulumi: KindPulumi, syntax.KindPackage: KindPackage,
}

// KindOf returns the kind of the symbols of items of a kind, or zero for items that are no declarations.
func KindOf(kind syntax.Kind) Kind { return itemKinds[kind] }

// lister creates the symbols of one item.
type lister struct {
	item syntax.Placed
	info *analysis.Info
}

// symbol returns the symbol of the item, or false for stray text.
func (l *lister) symbol() (Symbol, bool) {
	kind, ok := itemKinds[l.item.Kind]
	switch {
	case ok:
	case l.item.Block() == nil:
		return Symbol{}, false
	default:
		kind = KindBlock
	}
	s := Symbol{Name: l.item.Name, Kind: kind, Span: analysis.ContentSpan(l.item), NameSpan: l.item.NameSpan.Shift(l.item.Base)}
	if s.Name == "" {
		s.Name, s.NameSpan = l.unnamed()
	}
	if s.Name == "" || s.NameSpan.Start < s.Span.Start || s.NameSpan.End > s.Span.End {
		return Symbol{}, false
	}
	s.Detail = l.detail()
	s.Deprecated = l.info.Resource != nil && l.info.Resource.Deprecation != ""
	switch {
	case l.item.Block() != nil:
		s.Children = l.body(l.item.Block().Body, KindAttribute)
	case l.item.Attr() != nil:
		s.Children = l.keys(l.item.Attr().Expr)
	}
	return s, true
}

// unnamed names an item without a name: a package after what it declares, others after their
// keyword.
func (l *lister) unnamed() (string, syntax.Span) {
	span := l.item.KeywordSpan.Shift(l.item.Base)
	if l.item.Inputs != nil {
		return l.item.Labels[0].Value, l.item.NameSpan.Shift(l.item.Base)
	}
	if ref, ok := analysis.PackageRef(l.item.Item); ok {
		return ref.Name, span
	}
	return l.item.Keyword, span
}

// detail returns the type of the declaration, as written if possible.
func (l *lister) detail() string {
	it := l.item
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent, syntax.KindConfig:
		if len(it.Labels) > 1 {
			return it.Labels[1].Value
		}
	case syntax.KindUnknown:
		return it.Keyword
	case syntax.KindHook:
		if len(it.Labels) > 1 {
			return it.Labels[0].Value
		}
	case syntax.KindPackage:
		ref, _ := analysis.PackageRef(it.Item)
		return ref.Version
	case syntax.KindOutput:
		if it.Block() != nil {
			if a := it.Block().Body.Attributes[language.OutputValue]; a != nil {
				return l.typeOf(l.info.TypeOf(a.Expr))
			}
		}
	case syntax.KindLocal:
		if it.Attr() != nil {
			return l.typeOf(l.info.TypeOf(it.Attr().Expr))
		}
	}
	return ""
}

func (l *lister) typeOf(t typesys.Type) string {
	if !t.IsValid() || t.Kind() == typesys.KindDynamic {
		return ""
	}
	return typesys.Short(t, detailLength)
}

// body returns the blocks of a body, and its attributes that take several lines, in source order. Editors list symbols flat too, and there attributes of
// one line would hide the declarations.
func (l *lister) body(b *hclsyntax.Body, kind Kind) []Symbol {
	if b == nil {
		return nil
	}
	var all []Symbol
	for _, a := range b.Attributes {
		if span := l.place(a).Shift(-l.item.Base); strings.Contains(l.item.Text[span.Start:span.End], "\n") {
			all = append(all, l.attribute(a, kind))
		}
	}
	all = append(all, lists.Map(b.Blocks, l.block)...)
	lists.SortStable(all, func(x, y Symbol) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	return slices.DeleteFunc(all, func(s Symbol) bool { return s.Name == "" || s.Span.Len() <= 0 })
}

func (l *lister) attribute(a *hclsyntax.Attribute, kind Kind) Symbol {
	s := Symbol{
		Name: a.Name, Kind: kind, Detail: l.typeOf(l.info.TypeOf(a.Expr)),
		Span: l.place(a), NameSpan: syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}.Shift(l.item.Base),
	}
	for _, o := range l.info.Occurrences {
		if o.Property != nil && o.Span.Shift(l.item.Base) == s.NameSpan {
			s.Deprecated = o.Property.Deprecation != ""
		}
	}
	return s
}

func (l *lister) block(b *hclsyntax.Block) Symbol {
	kind, name := KindAttribute, b.Type
	if b.Type == language.OptionsBlock {
		kind = KindOption
	}
	for _, label := range b.Labels {
		name += " " + label
	}
	return Symbol{
		Name: name, Kind: KindBlock, Span: l.place(b),
		NameSpan: syntax.Span{Start: b.TypeRange.Start.Byte, End: b.TypeRange.End.Byte}.Shift(l.item.Base),
		Children: l.body(b.Body, kind),
	}
}

// keys returns the literal keys of an object in source order.
func (l *lister) keys(e hclsyntax.Expression) []Symbol {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	var all []Symbol
	for _, entry := range object.Items {
		text, literal := analysis.LiteralKey(entry.KeyExpr)
		if !literal || text == "" {
			continue
		}
		name := l.place(entry.KeyExpr)
		all = append(all, Symbol{
			Name: text, Kind: KindKey, Detail: l.typeOf(l.info.TypeOf(entry.ValueExpr)),
			Span: syntax.Span{Start: name.Start, End: max(name.End, l.place(entry.ValueExpr).End)}, NameSpan: name,
		})
	}
	return all
}

// place returns the span of a node, limited to the item, because error recovery may extend it.
func (l *lister) place(n hclsyntax.Node) syntax.Span {
	s := syntax.SpanOf(n)
	return syntax.Span{Start: s.Start, End: min(max(s.End, s.Start), len(l.item.Text))}.Shift(l.item.Base)
}

// Declaration is a declaration of a program.
type Declaration struct {
	Name   string // as written
	Detail string // the token of a resource, the directory of a component
	Kind   syntax.Kind
	Path   string
	// NameSpan is the name, as offsets in the file.
	NameSpan syntax.Span
	// Dir is the directory of the program.
	Dir string
}

// Search finds the declarations that match a query best: those whose name or detail contains
// the letters of the query in order, ignoring case. The empty query matches everything.
//
// **Why** it keeps only the best: one letter matches most declarations of a large program, and
// sorting all takes much longer than finding them.
type Search struct {
	query string
	most  int
	kept  []found // a heap with the worst symbol first
}

// found is a declaration and its score; higher is better.
type found struct {
	score int
	item  syntax.Placed
	path  string
	dir   string
}

// NewSearch starts a search with a limited number of results.
func NewSearch(query string, most int) *Search {
	return &Search{query: strings.ToLower(strings.Join(strings.Fields(query), "")), most: most}
}

// Add searches a program.
func (s *Search) Add(p *analysis.Program) {
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Name == "" || it.Kind == syntax.KindPackage || it.Kind == syntax.KindUnknown {
				continue
			}
			if score, ok := match(s.query, it.Name, detail(it)); ok {
				s.keep(found{score, it, f.Path, p.Dir})
			}
		}
	}
}

// keep adds a declaration unless there are enough better ones.
func (s *Search) keep(f found) {
	switch {
	case len(s.kept) < s.most:
		heap.Push((*worstFirst)(&s.kept), f)
	case s.most > 0 && f.compare(s.kept[0]) < 0:
		s.kept[0] = f
		heap.Fix((*worstFirst)(&s.kept), 0)
	}
}

// Best returns the matches, best first, equal ones by name and place.
func (s *Search) Best() []Declaration {
	lists.SortStable(s.kept, func(a, b found) int { return b.compare(a) }) // the sorted slice is still a heap
	best := make([]Declaration, len(s.kept))
	for i, f := range s.kept {
		best[len(best)-1-i] = Declaration{
			Name: f.item.Name, Detail: detail(f.item), Kind: f.item.Kind, Path: f.path, NameSpan: f.item.NameSpan.Shift(f.item.Base), Dir: f.dir,
		}
	}
	return best
}

// compare is negative if f is better than g.
func (f found) compare(g found) int {
	if f.score != g.score {
		return cmp.Compare(g.score, f.score)
	}
	if n := cmp.Compare(len(f.item.Name), len(g.item.Name)); n != 0 {
		return n
	}
	return cmp.Or(
		cmp.Compare(f.item.Name, g.item.Name), cmp.Compare(f.path, g.path),
		cmp.Compare(f.item.Base+f.item.NameSpan.Start, g.item.Base+g.item.NameSpan.Start),
	)
}

// worstFirst is a heap.
type worstFirst []found

func (w worstFirst) Len() int           { return len(w) }
func (w worstFirst) Less(i, j int) bool { return w[i].compare(w[j]) > 0 }
func (w worstFirst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }

// Push implements [heap.Interface].
func (w *worstFirst) Push(f any) { *w = append(*w, f.(found)) }

// Pop implements [heap.Interface].
func (w *worstFirst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// detail returns the type or source of a declaration.
func detail(it syntax.Placed) string {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		if len(it.Labels) > 1 {
			return it.Labels[1].Value
		}
	}
	return ""
}

// The lowest scores: the name equals the query, starts with it, contains it; the detail
// contains it; the name contains its letters. Details that contain its letters come last.
const (
	same       = 5_000_000
	prefix     = 4_000_000
	inName     = 3_000_000
	inDetail   = 2_000_000
	overName   = 1_000_000
	overDetail = 0
)

func match(query, written, writtenDetail string) (score int, ok bool) {
	if query == "" {
		return 0, true
	}
	name, detail := strings.ToLower(written), strings.ToLower(writtenDetail)
	switch {
	case name == query:
		return same, true
	case strings.HasPrefix(name, query):
		return prefix, true
	case strings.Contains(name, query):
		return inName, true
	case strings.Contains(detail, query):
		return inDetail, true
	case subsequence(query, name):
		return fuzzily(query, written, overName)
	case subsequence(query, detail):
		return fuzzily(query, writtenDetail, overDetail)
	}
	return 0, false
}

// fuzzily returns the score of a text that contains the letters of a query.
func fuzzily(query, text string, least int) (score int, ok bool) {
	found := fuzzy.FindNoSort(query, []string{text})
	if len(found) == 0 {
		return 0, false
	}
	return least + found[0].Score, true
}

// subsequence reports whether a text contains the letters of a query in order.
func subsequence(query, text string) bool {
	for _, r := range query {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}
