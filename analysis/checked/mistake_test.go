package checked_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the places of a program where a change is certainly one mistake, and makes it.
// Other than the changes in mutate_test.go these rely on what the checker knows about the correct
// program: what a name denotes, and which type a value should have.

// mistake replaces a part of a file of a program.
type mistake struct {
	kind, file string
	span       syntax.Span // in the file
	by         string
}

func (m mistake) in(text string) mutant {
	changed := text[:m.span.Start] + m.by + text[m.span.End:]
	return mutant{m.kind + ": " + difference(text, changed), changed}
}

// mistakeFinder collects the possible mistakes in a program.
type mistakeFinder struct {
	program *checked.Program
	random  *rand.Rand
	file    *syntax.File
	item    syntax.Placed
	info    *check.Info
	found   []mistake
}

// mistakesIn are all mistakes that can be made in the files of a program itself.
func mistakesIn(p *checked.Program, random *rand.Rand) ([]mistake, error) {
	f := &mistakeFinder{program: p, random: random}
	for _, f.file = range p.Files {
		for _, f.item = range f.file.All() {
			info, err := p.Check(context.Background(), f.item)
			if err != nil {
				return nil, err
			}
			f.info = info
			for _, o := range info.Occurrences {
				f.misspell(o)
			}
			f.attributes()
			f.values()
		}
	}
	return f.found, nil
}

// add notes a mistake at a place in the item.
func (f *mistakeFinder) add(kind string, span syntax.Span, by string) {
	if span.Start < 0 || span.Start > span.End || span.End > len(f.item.Text) || f.item.Text[span.Start:span.End] == by {
		return
	}
	f.found = append(f.found, mistake{kind, f.file.Path, span.Shift(f.item.Base), by})
}

// misspell makes another name of one that has to be there.
func (f *mistakeFinder) misspell(o check.Occurrence) {
	if len(o.Name) < 3 || o.Span.End > len(f.item.Text) {
		return
	}
	written := f.item.Text[o.Span.Start:o.Span.End]
	wrong := strings.Replace(written, o.Name, o.Name+"q", 1)
	switch o.Kind {
	case check.OccurVariable:
		if o.Object == nil && f.program.Lookup(o.Name) != nil {
			f.add("misspelt reference", o.Span, wrong)
		} else if o.Object != nil && o.Object.Kind == check.ObjectLoopVariable {
			f.add("misspelt loop variable", o.Span, wrong)
		}
	case check.OccurMember:
		if object := schema.ObjectOf(typesys.PlainShape(o.Owner)); o.Property != nil && (object == nil || !object.IsResource) {
			f.add("misspelt member", o.Span, wrong)
		}
	case check.OccurAttribute:
		if o.Property != nil {
			f.add("misspelt input", o.Span, wrong)
		}
	case check.OccurKey:
		if object := schema.ObjectOf(typesys.PlainShape(o.Owner)); o.Property != nil && object != nil && !object.IsResource {
			f.add("misspelt key", o.Span, wrong)
		}
	case check.OccurOption:
		f.add("misspelt option", o.Span, wrong)
	case check.OccurFunction:
		f.add("misspelt function", o.Span, wrong)
	case check.OccurResourceToken:
		// Nothing is said of a version without a schema.
		unchecked := func(d diagnostic.Diagnostic) bool { return d.Code == codes.VersionUnchecked }
		if o.Resource != nil && !slices.ContainsFunc(f.info.Findings, unchecked) {
			f.add("misspelt resource type", o.Span, wrong)
		}
	case check.OccurFunctionToken:
		if o.SchemaFunction != nil {
			f.add("misspelt function token", o.Span, wrong)
		}
	case check.OccurMethod:
		if o.SchemaFunction != nil {
			f.add("misspelt method", o.Span, wrong)
		}
	case check.OccurTypeText:
		if !strings.Contains(written, `\"`) { // a text is a value, whatever it says
			f.add("misspelt type", o.Span, strings.Replace(written, "string", "strinq", 1))
		}
	}
}

// attributes makes mistakes with whole attributes.
func (f *mistakeFinder) attributes() {
	block := f.item.Block()
	if block == nil {
		return
	}
	for _, a := range tree.Attributes(block.Body) {
		span := tree.Span(a.SrcRange)
		written := f.item.Text[span.Start:span.End]
		f.add("doubled attribute", syntax.Span{Start: span.End, End: span.End}, "\n"+written+"\n")
		if p := inputNamed(f.info.Inputs, a.Name); p != nil && p.Required && f.info.Resource != nil && !typesys.IsOptional(p.Type) && p.Const == cty.NilVal {
			f.add("removed required input", span, "")
		}
	}
	for _, b := range block.Body.Blocks {
		if b.Type == language.OptionsBlock {
			f.add("misspelt options", tree.Span(b.TypeRange), "optionsq")
		}
	}
	if f.program.Lookup(f.item.Name) != nil && len(f.info.Findings) == 0 { // a copy of what is wrong is one more mistake
		f.add("doubled declaration", syntax.Span{Start: len(f.item.Text), End: len(f.item.Text)}, "\n"+f.item.Text+"\n")
	}
}

func inputNamed(inputs []*schema.Property, name string) *schema.Property {
	for _, p := range inputs {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// typed visits the nodes of the item that have a type.
func (f *mistakeFinder) typed() iter.Seq[hclsyntax.Node] {
	return func(yield func(hclsyntax.Node) bool) {
		goOn := true
		f.info.EachTyped(f.item.Item, func(n hclsyntax.Node, _ typesys.Type) { goOn = goOn && yield(n) })
	}
}

// overwritten are the values of keys that come again in the same object.
func (f *mistakeFinder) overwritten() map[hclsyntax.Expression]bool {
	lost := map[hclsyntax.Expression]bool{}
	for n := range f.typed() {
		object, ok := n.(*hclsyntax.ObjectConsExpr)
		if !ok {
			continue
		}
		last := map[string]hclsyntax.Expression{}
		for _, item := range object.Items {
			if key, literal := tree.LiteralKey(item.KeyExpr); literal {
				if earlier := last[key]; earlier != nil {
					lost[earlier] = true
				}
				last[key] = item.ValueExpr
			}
		}
	}
	return lost
}

// values makes mistakes in values.
func (f *mistakeFinder) values() {
	var generic []syntax.Span // calls whose arguments may have any type
	for n := range f.typed() {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && language.Called(call.Name).Signature != nil {
			generic = append(generic, tree.Span(call.Range()))
		}
	}
	overwritten := f.overwritten()
	for n := range f.typed() {
		e, ok := n.(hclsyntax.Expression)
		want := f.info.ExpectedOf(n)
		inside := func(s syntax.Span) bool { return s.Start < e.Range().Start.Byte && e.Range().End.Byte <= s.End }
		if !ok || !want.IsValid() || slices.ContainsFunc(generic, inside) {
			continue
		}
		if overwritten[e] {
			continue // no mistake, whatever it is
		}
		want = typesys.Unwrapped(typesys.PlainShape(want))
		span := tree.Span(e.Range())
		switch want.Kind() {
		case typesys.KindString, typesys.KindBool, typesys.KindInt, typesys.KindNumber:
			f.add("value of another type", span, "[[]]")
		case typesys.KindList, typesys.KindMap, typesys.KindObject:
			f.add("value of another type", span, "7")
		case typesys.KindEnum:
			if text, literal := tree.PlainText(e); literal {
				f.add("misspelt enum value", span, `"`+text+`q"`)
			}
		}
		if object, ok := e.(*hclsyntax.ObjectConsExpr); ok {
			f.members(object)
		}
	}
	for n := range f.typed() {
		switch e := n.(type) {
		case *hclsyntax.FunctionCallExpr:
			f.call(e)
		case *hclsyntax.ObjectConsExpr:
			if len(e.Items) > 0 {
				first := e.Items[0]
				key := tree.Span(first.KeyExpr.Range())
				if _, literal := tree.LiteralKey(first.KeyExpr); literal {
					f.add("doubled key", syntax.Span{Start: key.Start, End: key.Start}, f.item.Text[key.Start:key.End]+" = null, ")
				}
			}
		}
	}
}

// members removes members that are required.
func (f *mistakeFinder) members(e *hclsyntax.ObjectConsExpr) {
	want := typesys.Unwrapped(typesys.PlainShape(f.info.ExpectedOf(e)))
	object := schema.ObjectOf(want)
	if want.Kind() != typesys.KindObject || object == nil || object.IsResource || len(e.Items) < 2 {
		return
	}
	for i, item := range e.Items[1:] {
		key, literal := tree.LiteralKey(item.KeyExpr)
		if p := object.Property(key); literal && p != nil && p.Required && p.Default == cty.NilVal {
			start := tree.Span(e.Items[i].ValueExpr.Range()).End
			f.add("removed required member", syntax.Span{Start: start, End: tree.Span(item.ValueExpr.Range()).End}, "")
		}
	}
}

// call makes mistakes in the arguments of a function of the language.
func (f *mistakeFinder) call(e *hclsyntax.FunctionCallExpr) {
	b := language.Called(e.Name)
	if b.Name == "" || b.Source != 0 || len(e.Args) == 0 || e.ExpandFinal {
		return
	}
	sig, last := b.FixedSignature(), tree.Span(e.Args[len(e.Args)-1].Range())
	if b.Signature == nil && sig.Variadic == nil && len(e.Args) == len(sig.Formals) {
		f.add("extra argument", syntax.Span{Start: last.End, End: last.End}, ", 1")
	}
	if b.Signature == nil && len(e.Args) == 2 && sig.Variadic == nil {
		first := tree.Span(e.Args[0].Range())
		text := f.item.Text
		if typesys.Convert(typesys.InputType(sig.Formals[0].Type), f.info.TypeOf(e.Args[1])) == typesys.FitNone {
			f.add("swapped arguments", syntax.Span{Start: first.Start, End: last.End}, text[last.Start:last.End]+", "+text[first.Start:first.End])
		}
	}
	if len(e.Args) == 1 {
		f.add("missing argument", last, "")
	}
}
