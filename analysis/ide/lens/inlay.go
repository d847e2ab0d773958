package lens

import (
	"cmp"
	"context"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds inlay hints.

// HintKind is the kind of a hint.
type HintKind uint8

// The kinds of hints, in their order at one place.
const (
	Types     HintKind = iota // the type of a local, after its name
	Instances                 // the number of instances, after the range
	Secrets                   // a value is secret, after the value
	Unknowns                  // a value may be unknown during a preview, after the value
	IDs                       // the id that a resource has, after its name; the caller finds it out
	hintKinds
)

var hintNames = [hintKinds]string{Types: "types", Instances: "counts", Secrets: "secrets", Unknowns: "unknowns", IDs: "ids"}

// String returns the name of the kind in settings.
func (k HintKind) String() string { return hintNames[k] }

// HintKinds returns all kinds of hints.
func HintKinds() []HintKind { return below(hintKinds) }

// ShownHints is a set of kinds of hints.
type ShownHints [hintKinds]bool

// CalmHints returns the default kinds: those that are easily overlooked and appear in few places.
func CalmHints() ShownHints { return ShownHints{Instances: true, Secrets: true} }

// Hint is a text to show in the program.
type Hint struct {
	Offset int // offset in the file
	Kind   HintKind
	Label  string
}

// Hints returns the hints in a part of a file. The only error is the context's.
func Hints(ctx context.Context, p *analysis.Program, path string, within syntax.Span, shown ShownHints) ([]Hint, error) {
	var all []Hint
	err := each(ctx, p, path, within, func(f found) {
		if shown[f.Kind] && within.Touches(f.Offset) {
			all = append(all, f.Hint)
		}
	})
	return all, err
}

// Explain describes the hint of a kind at an offset in Markdown. It is empty if the hint is
// gone.
func Explain(ctx context.Context, p *analysis.Program, path string, offset int, kind HintKind) (string, error) {
	text := ""
	err := each(ctx, p, path, syntax.Span{Start: max(offset-1, 0), End: offset}, func(f found) {
		if f.Offset == offset && f.Kind == kind {
			text = markdown.Message(f.more()).Markdown()
		}
	})
	return text, err
}

// each visits the hints of all kinds in the items that a span touches, in order.
func each(ctx context.Context, p *analysis.Program, path string, within syntax.Span, visit func(found)) error {
	file, ok := p.File(path)
	if !ok {
		return ctx.Err()
	}
	items := file.Touching(within)
	all := make([][]found, len(items))
	err := analysis.ItemViews(ctx, p, path, items, func(int) *analysis.ItemView { return nil }, func(n int, s *analysis.ItemView) { all[n] = find(s) })
	if err != nil {
		return err
	}
	for n, hints := range all {
		base := file.Item(items[n]).Base
		for _, f := range hints {
			f.Offset += base
			visit(f)
		}
	}
	return nil
}

// found is a hint with its tooltip.
type found struct {
	Hint
	more func() string
}

// find returns the hints of all kinds in an item, with offsets relative to the item.
func find(s *analysis.ItemView) []found {
	if s.Info == nil {
		return nil
	}
	f := &finder{view: s}
	f.item()
	lists.SortStable(f.all, func(a, b found) int { return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Kind, b.Kind)) })
	return f.all
}

// finder finds the hints of one item.
type finder struct {
	view *analysis.ItemView
	all  []found
}

func (f *finder) add(offset int, kind HintKind, label string, more func() string) {
	if offset > 0 && offset <= len(f.view.Item.Text) {
		f.all = append(f.all, found{Hint{offset, kind, label}, more})
	}
}

func (f *finder) item() {
	it := f.view.Item
	switch {
	case it.Attr() != nil && it.Kind == syntax.KindLocal:
		f.local(it.Attr())
		f.value(it.Attr().Expr)
	case it.Block() == nil || it.Block().Body == nil:
	case it.Kind == syntax.KindOutput:
		if a := it.Block().Body.Attributes[language.OutputValue]; a != nil {
			f.output(it.Block().Body, a)
		}
	case it.Kind == syntax.KindResource, it.Kind == syntax.KindRead, it.Kind == syntax.KindComponent, it.Kind == syntax.KindHook:
		for _, a := range it.Block().Body.Attributes {
			f.value(a.Expr)
		}
		if a := analysis.RangeAttribute(it); a != nil {
			f.count(a.Expr)
		}
	}
}

const (
	typeLength    = 40  // of a type in a hint, in characters
	tooltipLength = 400 // of a type in a tooltip
)

// local adds the type of a local, unless its value is a literal.
func (f *finder) local(a *hclsyntax.Attribute) {
	t := f.view.Info.TypeOf(a.Expr)
	if !t.IsValid() || t.Kind() == typesys.KindDynamic || isLiteral(a.Expr) {
		return
	}
	f.add(a.NameRange.End.Byte, Types, ": "+typesys.Short(t, typeLength), func() string {
		return "The type of `" + a.Name + "`: `" + typesys.Short(t, tooltipLength) + "`"
	})
}

// isLiteral reports whether an expression shows its type.
func isLiteral(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.TemplateExpr:
		return true
	case *hclsyntax.ParenthesesExpr:
		return isLiteral(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		return isLiteral(e.Val)
	}
	return false
}

// output marks the value of an output, unless the output is declared secret.
func (f *finder) output(body *hclsyntax.Body, a *hclsyntax.Attribute) {
	said := body.Attributes[language.ConfigSecret]
	before := len(f.all)
	f.value(a.Expr)
	if said == nil {
		return
	}
	kept := f.all[:before]
	kept = append(kept, lists.Where(f.all[before:], func(hint found) bool { return hint.Kind != Secrets })...)
	f.all = kept
}

// value marks a value by its taint. In a literal object or list, it marks each member.
func (f *finder) value(e hclsyntax.Expression) {
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, entry := range e.Items {
			f.value(entry.ValueExpr)
		}
		return
	case *hclsyntax.TupleConsExpr:
		for _, element := range e.Exprs {
			f.value(element)
		}
		return
	}
	taint, end := f.view.Taint(e), e.Range().End.Byte
	if end > len(f.view.Item.Text) || end > 0 && f.view.Item.Text[end-1] == '\n' { // a heredoc ends on the next line
		return
	}
	if !says(e, "secret") {
		f.mark(end, Secrets, "secret", taint.Secret(), func() string { return taint.SecretText("") })
	}
	f.mark(end, Unknowns, "unknown", taint.Unknown(), func() string { return taint.UnknownText("") })
}

func (f *finder) mark(end int, kind HintKind, word string, whole bool, text func() string) {
	switch {
	case whole:
		f.add(end, kind, word, text)
	case text() != "":
		f.add(end, kind, "partly "+word, text)
	}
}

// says reports whether an expression is a call of a function.
func says(e hclsyntax.Expression, function string) bool {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return says(e.Expression, function)
	case *hclsyntax.FunctionCallExpr:
		return e.Name == function
	}
	return false
}

// count adds the number of instances of a range, if it is known and not literal.
func (f *finder) count(e hclsyntax.Expression) {
	switch e.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return
	}
	n, known := instances(f.view.Info.TypeOf(e))
	if !known || f.view.Taint(e).Unknown() {
		return
	}
	label := strconv.Itoa(n) + " instances"
	if n == 1 {
		label = "1 instance"
	}
	f.add(e.Range().End.Byte, Instances, label, func() string {
		return "The range creates " + label + ", as far as is known."
	})
}

// instances returns the number of instances that a range of a type has, if the type tells.
func instances(t typesys.Type) (int, bool) {
	if !t.IsValid() {
		return 0, false
	}
	t = typesys.Unwrapped(typesys.PlainShape(t))
	switch t.Kind() {
	case typesys.KindTuple:
		return len(t.Elems()), true
	case typesys.KindObject:
		return len(t.Properties()), t.Source() == nil
	case typesys.KindConst:
		return instancesOf(t.Value())
	}
	return 0, false
}

func instancesOf(v cty.Value) (int, bool) {
	if v.IsNull() || !v.IsKnown() {
		return 0, false
	}
	switch v.Type() {
	case cty.Bool:
		if v.True() {
			return 1, true
		}
		return 0, true
	case cty.Number:
		n, _ := v.AsBigFloat().Int64()
		return int(n), n >= 0 && n <= 1e6
	}
	return 0, false
}
