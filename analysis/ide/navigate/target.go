package navigate

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file resolves a name in enough detail to find all its uses.

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
	At *analysis.Place
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
