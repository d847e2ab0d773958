// Package navigate finds where a name is declared and where it is used.
//
// It takes a program and an offset and returns places. It knows neither the protocol nor the
// file system: a place in a component is a path in the program of that component. The caller
// passes the other programs that may use a name.
//
// Invariant: what a reference leads to leads to itself. So the uses of a name are the names
// that resolve to the same declaration, and [Target.Uses] needs no rules of its own. Other
// features, such as renaming, rely on it.
//
// It also finds which programs and declarations use which; see [Calls] and [Declaration].
//
// Navigation follows values only through literal objects, loops over a named value, and locals
// that rename something else.
package navigate

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file resolves a name to its declaration, to what is behind the declaration, and to a target, in enough detail
// to find all its uses.

// Definition returns the declaration of the name at an offset. A declaration resolves to
// itself. The result is empty if there is no name or no declaration. The only error is the
// context's.
func Definition(ctx context.Context, p *analysis.Program, path string, offset int) ([]Location, error) {
	_, n, err := placedName(ctx, p, path, offset)
	return n.declared, err
}

// name is a name at an offset with its declaration.
type name struct {
	text     string
	declared []Location
	uses     bool // other places may use the same name
}

// placedName returns the name at an offset. The place is nil if there is no item.
func placedName(ctx context.Context, p *analysis.Program, path string, offset int) (*analysis.Location, name, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, name{}, err
	}
	f := newFinder(ctx, p, path, at.Item, at.Info)
	if o := at.Occurrence; o != nil {
		return at, name{o.Name, f.definition(o), hasUses(o.Kind)}, ctx.Err()
	}
	for _, n := range syntax.NodeAt(at.Item.Item, at.Offset) {
		if key, ok := n.(*hclsyntax.ObjectConsKeyExpr); ok {
			if text, literal := analysis.LiteralKey(key); literal {
				return at, name{text, f.itself(syntax.SpanOf(key)), true}, nil
			}
		}
	}
	return at, name{}, nil
}

// hasUses excludes tokens and sources, which resolve to something but name no declaration.
func hasUses(k analysis.OccurrenceKind) bool {
	switch k {
	case analysis.OccurDeclaration, analysis.OccurVariable, analysis.OccurMember, analysis.OccurAttribute,
		analysis.OccurOption, analysis.OccurKey:
		return true
	}
	return false
}

// finder resolves the names of one item.
type finder struct {
	ctx  context.Context
	p    *analysis.Program
	path string
	item syntax.Placed
	info *analysis.Info
}

func newFinder(ctx context.Context, p *analysis.Program, path string, it syntax.Placed, info *analysis.Info) *finder {
	return &finder{ctx, p, path, it, info}
}

func (f *finder) definition(o *analysis.Occurrence) []Location {
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		return f.object(f.p.ObjectOf(f.item, *o))
	case analysis.OccurMember:
		return f.member(o)
	case analysis.OccurAttribute:
		return f.attribute(o)
	case analysis.OccurOption, analysis.OccurKey:
		return f.itself(o.Span)
	case analysis.OccurSource:
		return start(f.p.ComponentProgram(o.Dir))
	case analysis.OccurResourceToken, analysis.OccurFunctionToken:
		return f.packageOf(o.Name)
	}
	return nil
}

// itself returns a name of this item as its own declaration.
func (f *finder) itself(span syntax.Span) []Location {
	span = span.Shift(f.item.Base)
	return []Location{{Path: f.path, Span: span, NameSpan: span}}
}

// object returns the declaration of a variable or object.
func (f *finder) object(o *analysis.Object) []Location {
	switch {
	case o == nil:
		return nil
	case o.Path != "":
		return objectLocation(o)
	case o.Kind == analysis.ObjectProperty:
		return f.attributeNamed(f.path, f.item, o.Name)
	case o.Span.Len() == 0:
		return nil // declared by the language
	}
	return f.itself(o.Span)
}

// attribute resolves an attribute of a component to the config it sets. Other attributes are
// their own declarations.
func (f *finder) attribute(o *analysis.Occurrence) []Location {
	if o.Dir == "" {
		return f.itself(o.Span)
	}
	if inner := f.p.ComponentProgram(o.Dir); inner != nil {
		if config := inner.ComponentInput(o.Name); config != nil {
			return objectLocation(config)
		}
	}
	return nil
}

// attributeNamed returns the attribute of a block that sets a property.
func (f *finder) attributeNamed(path string, it syntax.Placed, name string) []Location {
	a := it.Attribute(name)
	if a == nil {
		return nil
	}
	return []Location{attributeLocation(path, it, a)}
}

// attributeLocation returns an attribute as its own declaration.
func attributeLocation(path string, it syntax.Placed, a *hclsyntax.Attribute) Location {
	span := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}.Shift(it.Base)
	return Location{Path: path, Span: span, NameSpan: span}
}

// packageOf returns the package block that selects the package of a token.
func (f *finder) packageOf(token string) []Location {
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	path, it, found := f.p.PackageBlock(t.Schema())
	if !found {
		return nil
	}
	return []Location{itemLocation(path, it, it.KeywordSpan)}
}

// Location is a place in a file: the whole declaration and its name.
type Location struct {
	Path     string
	Span     syntax.Span // the declaration or, for a use, the name
	NameSpan syntax.Span
}

func same(a, b Location) bool { return a.Path == b.Path && a.NameSpan == b.NameSpan }

// itemLocation returns an item, with one of its spans as the name.
func itemLocation(path string, it syntax.Placed, name syntax.Span) Location {
	return Location{Path: path, Span: analysis.ContentSpan(it), NameSpan: name.Shift(it.Base)}
}

// objectLocation returns the declaration of a top-level object.
func objectLocation(o *analysis.Object) []Location {
	it, ok := o.Item()
	if !ok || o.Path == "" {
		return nil
	}
	return []Location{{Path: o.Path, Span: analysis.ContentSpan(it), NameSpan: o.Span}}
}

// start returns the start of a program: main.pp, or else its first file.
func start(p *analysis.Program) []Location {
	main := p.Main()
	if main == nil {
		return nil
	}
	return []Location{{Path: main.Path}}
}

// Target is what a name refers to.
type Target struct {
	// Location is its only declaration.
	Location
	// Names lists its spellings: the name in its program and, for inputs and outputs of
	// components, the name outside.
	Names []string
	// Program is the given program.
	Program *analysis.Program
	// Object is a declaration, or a variable inside an item. It is nil for keys of objects,
	// attributes and options. Declaring is the program of a declaration, and otherwise nil.
	Object    *analysis.Object
	Declaring *analysis.Program
	// At is the name itself.
	At *analysis.Location
}

// TargetAt returns the target of the name at an offset. It returns nil if there is no name, no
// declaration, or if others declare it: tokens, functions, options. The only error is the
// context's.
func TargetAt(ctx context.Context, p *analysis.Program, path string, offset int) (*Target, error) {
	at, n, err := placedName(ctx, p, path, offset)
	if err != nil || len(n.declared) != 1 || !n.uses {
		return nil, err
	}
	t := &Target{Location: n.declared[0], Names: []string{n.text}, Program: p, At: at}
	t.Declaring = programOf(p, t.Path)
	t.Object = at.Object(p)
	if o := t.Object; t.Declaring != nil && (o == nil || o.Path != "") {
		if o = declaredAt(t.Declaring, t.Location); o == nil || !contains(o, n.text) {
			t.Declaring, t.Object = nil, nil
			return t, nil
		}
		t.Object = o
		t.Names = names(o)
	} else {
		t.Declaring = nil
	}
	return t, nil
}

// programOf returns the program of a file: the given one, or that of one of its components.
func programOf(p *analysis.Program, file string) *analysis.Program {
	if _, own := p.File(file); own {
		return p
	}
	return p.ComponentProgram(path.Dir(file))
}

// declaredAt returns the declaration of a program at a location, or nil.
func declaredAt(p *analysis.Program, l Location) *analysis.Object {
	it, ok := p.ItemAt(l.Path, l.NameSpan.Start)
	if !ok || it.NameSpan.Shift(it.Base) != l.NameSpan {
		return nil
	}
	return p.ObjectOf(it, analysis.Occurrence{Kind: analysis.OccurDeclaration})
}

// names returns the spellings of an object, inside first.
func names(o *analysis.Object) []string {
	all := []string{o.Name}
	if it, ok := o.Item(); ok && (o.Kind == analysis.ObjectConfig || o.Kind == analysis.ObjectOutput) {
		if logical := analysis.LogicalName(it.Item); logical != o.Name {
			all = append(all, logical)
		}
	}
	return all
}

func contains(o *analysis.Object, name string) bool { return slices.Contains(names(o), name) }

// Crosses reports whether programs that use the target's program as a component can use the
// target.
func (t *Target) Crosses() bool {
	return t.Declaring != nil && (t.Object.Kind == analysis.ObjectConfig || t.Object.Kind == analysis.ObjectOutput)
}

// concerns reports whether a program can use the target.
func (t *Target) concerns(p *analysis.Program) bool {
	switch {
	case p.Dir == t.Program.Dir, t.Declaring != nil && p.Dir == t.Declaring.Dir:
		return true
	case t.Crosses():
		return slices.Contains(p.ComponentDirs(), t.Declaring.Dir)
	}
	return false
}

// mayBeIn reports whether a text may contain a use of the target: it contains one of its
// names, or escaped letters.
func (t *Target) mayBeIn(text string) bool {
	return strings.Contains(text, `\u`) || strings.Contains(text, `\U`) ||
		slices.ContainsFunc(t.Names, func(name string) bool { return strings.Contains(text, name) })
}

// Implementation resolves a component to the start of its program, an input of a component to
// the places in the given programs that set it, and an output to its value. Other names
// resolve to their declaration. The only error is the context's.
func Implementation(ctx context.Context, p *analysis.Program, path string, offset int, users ...*analysis.Program) ([]Location, error) {
	t, err := TargetAt(ctx, p, path, offset)
	if err != nil || t == nil || t.Declaring == nil {
		found, failed := Definition(ctx, p, path, offset)
		if err == nil {
			err = failed
		}
		return found, err
	}
	it, ok := t.Object.Item()
	if !ok {
		return nil, nil
	}
	switch t.Object.Kind {
	case analysis.ObjectComponent:
		if dir, ok := t.Declaring.ComponentDir(it.Item); ok {
			if found := start(t.Declaring.ComponentProgram(dir)); found != nil {
				return found, nil
			}
		}
	case analysis.ObjectOutput:
		if it.Block() != nil && it.Block().Body.Attributes[language.OutputValue] != nil {
			return []Location{attributeLocation(t.Path, it, it.Block().Body.Attributes[language.OutputValue])}, nil
		}
	case analysis.ObjectConfig:
		uses, err := t.Uses(ctx, users...)
		if err != nil {
			return nil, err
		}
		var set []Location
		for _, u := range uses {
			if u.Kind == analysis.OccurAttribute {
				set = append(set, u.Location)
			}
		}
		if set != nil {
			return set, nil
		}
	}
	return []Location{t.Location}, nil
}
