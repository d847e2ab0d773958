package rename

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says what is to be renamed.

// subject is a name that can be renamed.
type subject struct {
	target  *navigate.Target
	object  *analysis.Object // the target's
	word    syntax.Span      // of the name that was pointed at, in its file
	text    string           // as it is written there
	outside bool             // it is the name that users of a component write
	item    syntax.Placed    // that declares it, or that it lives in
	// logical is the attribute with the name outside of the program, nil for none.
	logical *hclsyntax.Attribute
}

// subjectAt is the name at an offset.
func subjectAt(ctx context.Context, p *analysis.Program, path string, offset int) (*subject, error) {
	if s, err := logicalAt(ctx, p, path, offset); err != nil || s != nil {
		return s, err
	}
	t, err := navigate.TargetAt(ctx, p, path, offset)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, refusedAt(ctx, p, path, offset)
	}
	if t.Object == nil || t.At.Occurrence == nil {
		return nil, notDeclared(t)
	}
	if err := renamable(t.Object); err != nil {
		return nil, err
	}
	o := t.At.Occurrence
	s := &subject{target: t, object: t.Object, item: t.At.Item, text: o.Name}
	s.word = navigate.Word(t.At.Item.Text, o.Span).Shift(t.At.Item.Base)
	s.outside = t.Crosses() && (o.Kind == analysis.OccurAttribute || o.Kind == analysis.OccurMember)
	if t.Declaring != nil {
		it, ok := t.Object.Item()
		if !ok {
			return nil, nil
		}
		s.item = it
		if it.Block != nil {
			s.logical = it.Block.Body.Attributes["__logicalName"]
		}
	}
	return s, nil
}

// logicalAt is the name that a config or an output has outside of its program, where it is
// written as `__logicalName`; nil at other places.
func logicalAt(ctx context.Context, p *analysis.Program, path string, offset int) (*subject, error) {
	it, ok := p.ItemAt(path, offset)
	if !ok || it.Kind != syntax.KindConfig && it.Kind != syntax.KindOutput || it.Block == nil {
		return nil, nil
	}
	a := it.Block.Body.Attributes["__logicalName"]
	if a == nil || !isPlain(a) {
		return nil, nil
	}
	span := syntax.SpanOf(a.Expr)
	word := syntax.Span{Start: span.Start + 1, End: span.End - 1} // without the quotes
	if !word.Touches(offset-it.Base) || word.Len() <= 0 {
		return nil, nil
	}
	t, err := navigate.TargetAt(ctx, p, path, it.Base+it.NameSpan.Start)
	if err != nil || t == nil || !t.Crosses() {
		return nil, err
	}
	return &subject{
		target: t, object: t.Object, item: it, logical: a, outside: true,
		word: word.Shift(it.Base), text: analysis.LogicalName(it.Item),
	}, nil
}

// refusedAt is why nothing at an offset can be renamed, where it looks as if it could.
func refusedAt(ctx context.Context, p *analysis.Program, path string, offset int) error {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil || at.Occurrence == nil {
		return err
	}
	switch o := at.Occurrence; o.Kind {
	case analysis.OccurVariable, analysis.OccurDeclaration:
		if object := at.Object(p); object != nil {
			return renamable(object)
		}
		return refuse("nothing declares `%s`, so there is nothing to rename", o.Name)
	case analysis.OccurFunction, analysis.OccurMethod:
		return refuse("`%s` is a function that others provide; it cannot be renamed", o.Name)
	case analysis.OccurPackage, analysis.OccurResourceToken, analysis.OccurFunctionToken:
		return refuse("`%s` is the name that its provider gives; it cannot be renamed", o.Name)
	case analysis.OccurMember:
		return refuse("`%s` is the name of a property that is not declared in the program; it cannot be renamed", o.Name)
	case analysis.OccurSource:
		return refuse("rename the directory in the files of the workspace; the components that use it follow")
	}
	return nil
}

// notDeclared is why names that are not declared are not renamed.
func notDeclared(t *navigate.Target) error {
	o := t.At.Occurrence
	switch {
	case o == nil, o.Kind == analysis.OccurKey:
		return refuse("keys of objects are not renamed: not all that read the object can be known")
	case o.Kind == analysis.OccurOption:
		return refuse("`%s` is an option of the language; it cannot be renamed", o.Name)
	case o.Kind == analysis.OccurMember:
		return refuse("`%s` is the name of a property; it cannot be renamed", o.Name)
	}
	return refuse("`%s` is the name of an input, which its type gives; it cannot be renamed", o.Name)
}

// renamable is why an object cannot be renamed; nil if it can.
func renamable(o *analysis.Object) error {
	switch o.Kind {
	case analysis.ObjectRange, analysis.ObjectArgs, analysis.ObjectRecoverError, analysis.ObjectPulumi:
		return refuse("`%s` is a name of the language; it cannot be renamed", o.Name)
	case analysis.ObjectProperty:
		return refuse("`%s` is the name of an input, which its type gives; it cannot be renamed", o.Name)
	}
	return nil
}
