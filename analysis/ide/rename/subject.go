package rename

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file determines what to rename.

// subject is a name to rename.
type subject struct {
	target  *navigate.Target
	object  *analysis.Object // the object of the target
	word    syntax.Span      // the name at the cursor, as offsets in its file
	text    string           // the name as written there
	outside bool             // it is the name that users of a component write
	item    syntax.Placed    // the item that declares it or contains it
	// logical is the `__logicalName` attribute, or nil.
	logical *hclsyntax.Attribute
}

// subjectAt returns the name at an offset.
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
		if it.Block() != nil {
			s.logical = it.Block().Body.Attributes[language.LogicalName]
		}
	}
	return s, nil
}

// logicalAt returns the subject of a `__logicalName` of a config or output, or nil.
func logicalAt(ctx context.Context, p *analysis.Program, path string, offset int) (*subject, error) {
	it, ok := p.ItemAt(path, offset)
	if !ok || it.Kind != syntax.KindConfig && it.Kind != syntax.KindOutput || it.Block() == nil {
		return nil, nil
	}
	a := it.Block().Body.Attributes[language.LogicalName]
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

// refusedAt explains why something that looks like a name cannot be renamed.
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
		return change.Refuse("nothing declares `%s`, so there is nothing to rename", o.Name)
	case analysis.OccurFunction, analysis.OccurMethod:
		return change.Refuse("`%s` is a function that the program does not declare and cannot be renamed", o.Name)
	case analysis.OccurPackage, analysis.OccurResourceToken, analysis.OccurFunctionToken:
		return change.Refuse("`%s` is a name of the provider and cannot be renamed", o.Name)
	case analysis.OccurMember:
		return change.Refuse("`%s` is a property that the program does not declare and cannot be renamed", o.Name)
	case analysis.OccurSource:
		return change.Refuse("rename the directory in the workspace; components that use it follow")
	}
	return nil
}

// notDeclared explains why a name without a declaration cannot be renamed.
func notDeclared(t *navigate.Target) error {
	o := t.At.Occurrence
	switch {
	case o == nil, o.Kind == analysis.OccurKey:
		return change.Refuse("keys of objects cannot be renamed, because not all readers of the object are known")
	case o.Kind == analysis.OccurOption:
		return change.Refuse("`%s` is an option of the language and cannot be renamed", o.Name)
	case o.Kind == analysis.OccurMember:
		return change.Refuse("`%s` is a property and cannot be renamed", o.Name)
	}
	return change.Refuse("`%s` is an input that its type defines and cannot be renamed", o.Name)
}

// renamable explains why an object cannot be renamed. It returns nil if it can.
func renamable(o *analysis.Object) error {
	switch o.Kind {
	case analysis.ObjectRange, analysis.ObjectArgs, analysis.ObjectRecoverError, analysis.ObjectPulumi:
		return change.Refuse("`%s` is a name of the language and cannot be renamed", o.Name)
	case analysis.ObjectProperty:
		return change.Refuse("`%s` is an input that its type defines and cannot be renamed", o.Name)
	}
	return nil
}
