package rename

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file determines what to rename, and refuses names that are not available.

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

// reserved lists words with a meaning of their own.
var reserved = map[string]string{
	"true": "a value", "false": "a value", "null": "a value",
	"for": "a keyword", "in": "a keyword", "if": "a keyword",
	"else": "a keyword", "endif": "a keyword", "endfor": "a keyword",
	language.RangeVariable: "the name of the current element in a resource", language.ArgsVariable: "the name of a hook's arguments",
	language.ErrorVariable: "the name of the error in `recover`",
}

// meaning returns the meaning of a word that has one of its own.
func meaning(name string) (what string, reservedWord bool) {
	if b := language.LookupBlock(name); b != nil && b.Declares == language.DeclaresKeyword {
		return "the name of " + b.Body.Noun, true
	}
	what, reservedWord = reserved[name]
	return what, reservedWord
}

// wanted refuses a new name that is invalid or taken.
func (r *renaming) wanted() error {
	s := r.subject
	if !hclsyntax.ValidIdentifier(r.to) {
		return change.Refuse("%s", notIdentifier(r.to))
	}
	if what, taken := meaning(r.to); taken && r.inside {
		return change.Refuse("`%s` is %s; choose another name", r.to, what)
	}
	if r.outside {
		if err := r.wantedOutside(); err != nil {
			return err
		}
	}
	switch {
	case !r.inside:
		return nil
	case s.target.Declaring == nil:
		return r.wantedInLoop()
	}
	p := s.target.Declaring
	taken := p.Lookup(r.to)
	if s.object.Kind == analysis.ObjectOutput {
		taken = p.LookupOutput(r.to)
	} else if taken != nil && taken.Kind == analysis.ObjectOutput {
		taken = nil
	}
	if taken != nil {
		return change.Refuse("there is already %s `%s` in this program; choose another name", prose.WithArticle(taken.Kind.String()), r.to)
	}
	return nil
}

func notIdentifier(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "the new name is empty"
	case strings.ContainsAny(name, " \t\r\n"):
		return "a name is one word: letters, digits, `_` and `-`"
	}
	return "`" + name + "` is no name: it takes letters, digits, `_` and `-`, and begins with a letter or `_`"
}

// wantedOutside refuses a name that users of a component cannot write, or that means something
// else there.
func (r *renaming) wantedOutside() error {
	p, taken := r.subject.target.Declaring, (*analysis.Object)(nil)
	if r.subject.object.Kind == analysis.ObjectOutput {
		taken = p.ComponentOutput(r.to)
	} else {
		if r.to == language.LogicalName || r.to == "token" {
			return change.Refuse("`%s` means something else in a component; choose another name", r.to)
		}
		taken = p.ComponentInput(r.to)
	}
	if taken != nil && taken != r.subject.object {
		return change.Refuse("%s `%s` is already known by the name `%s`; choose another one", taken.Kind, taken.Name, r.to)
	}
	return nil
}

// wantedInLoop refuses a name that is taken in the scope of a loop variable.
func (r *renaming) wantedInLoop() error {
	s := r.subject
	p := s.target.Program
	for _, hidden := range []*analysis.Object{p.Lookup(r.to), p.LookupOutput(r.to)} {
		if hidden != nil {
			return change.Refuse("a loop variable `%s` would hide %s of this program; choose another name", r.to, "the "+hidden.Kind.String())
		}
	}
	loop := s.object.Span
	for _, n := range syntax.NodeAt(s.item.Item, loop.Start) {
		if f, ok := n.(*hclsyntax.ForExpr); ok && (f.KeyVar == r.to || f.ValVar == r.to) {
			return change.Refuse("there is already a loop variable `%s` here; choose another name", r.to)
		}
	}
	whole := loopOf(s.item, loop)
	for _, o := range s.target.At.Info.Occurrences {
		if o.Name == r.to && whole.Contains(o.Span.Start) && (o.Kind == analysis.OccurVariable || o.Kind == analysis.OccurDeclaration) {
			return change.Refuse("`%s` already means something else in this expression; choose another name", r.to)
		}
	}
	return nil
}

// loopOf returns the span of the for expression that declares a variable.
func loopOf(it syntax.Placed, declared syntax.Span) syntax.Span {
	for _, n := range slices.Backward(syntax.NodeAt(it.Item, declared.Start)) {
		if f, ok := n.(*hclsyntax.ForExpr); ok {
			return syntax.SpanOf(f)
		}
	}
	return declared
}

// unhidden refuses a name that would hide another name or be hidden.
func (r *renaming) unhidden() error {
	p := r.subject.target.Declaring
	if p == nil || !r.inside {
		return r.unhiddenOutside()
	}
	if r.subject.object.Kind == analysis.ObjectOutput && p.Lookup(r.to) != nil && slices.ContainsFunc(r.uses, func(u navigate.Use) bool { return u.Kind == analysis.OccurVariable }) {
		return change.Refuse("`%s` is used in this program, where its new name would mean %s; choose another name", r.subject.text, "the "+p.Lookup(r.to).Kind.String())
	}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if !strings.Contains(it.Text, r.to) {
				continue
			}
			if err := r.unhiddenIn(p, it); err != nil {
				return err
			}
		}
	}
	return r.unhiddenOutside()
}

// unhiddenIn checks one item of the declaring program that contains the new name.
func (r *renaming) unhiddenIn(p *analysis.Program, it syntax.Placed) error {
	info, err := p.Check(r.ctx, it)
	if err != nil {
		return err
	}
	for _, o := range info.Occurrences {
		if o.Name != r.to {
			continue
		}
		object := p.ObjectOf(it, o)
		switch {
		case o.Kind == analysis.OccurDeclaration && object != nil && object.Kind == analysis.ObjectLoopVariable:
			return change.Refuse("a loop variable is called `%s` and would hide the %s; choose another name", r.to, r.subject.object.Kind)
		case o.Kind == analysis.OccurFunction:
			return change.Refuse("the function `%s` is called in this program, and Pulumi would take that for a use of the %s; choose another name", r.to, r.subject.object.Kind)
		case o.Kind == analysis.OccurVariable && (object == nil || object.Kind == analysis.ObjectOutput):
			return change.Refuse("`%s` is already used in this program and would come to mean the %s; choose another name", r.to, r.subject.object.Kind)
		}
	}
	return nil
}

// unhiddenOutside refuses a name that is already an attribute of a component block.
func (r *renaming) unhiddenOutside() error {
	for _, u := range r.uses {
		if u.Kind != analysis.OccurAttribute {
			continue
		}
		for _, p := range r.programs {
			it, ok := p.ItemAt(u.Path, u.Word.Start)
			if ok && it.Block() != nil && it.Block().Body.Attributes[r.to] != nil {
				return change.Refuse("a component that is given `%s` has an attribute `%s` too; choose another name", r.subject.text, r.to)
			}
		}
	}
	return nil
}
