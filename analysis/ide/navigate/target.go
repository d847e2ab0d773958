package navigate

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file says what a name stands for, as far as it takes to find all places that
// name the same.

// Target is what a name stands for.
type Target struct {
	// Location is the one place where it is declared.
	Location
	// Names are how it is written: inside of its program and, for inputs and outputs of
	// components, outside of it.
	Names []string
	// Program is the one that was asked.
	Program *analysis.Program
	// Object is a declaration of a program, or a variable inside an item; nil for keys
	// of objects, attributes and options. Declaring is the program of a declaration, nil
	// for all else.
	Object    *analysis.Object
	Declaring *analysis.Program
	// At is the name itself.
	At *analysis.Place
}

// TargetAt is what the name at an offset stands for; nil where there is no name, where
// nothing declares it, and for names of what others declare: tokens, functions,
// options. The error is that of the context.
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

// programOf is the program of a file: the given one, or that of a component of it.
func programOf(p *analysis.Program, file string) *analysis.Program {
	if _, own := p.File(file); own {
		return p
	}
	return p.ComponentProgram(path.Dir(file))
}

// declaredAt is what a program declares at a place; nil where it is no declaration of
// the program's.
func declaredAt(p *analysis.Program, l Location) *analysis.Object {
	it, ok := p.ItemAt(l.Path, l.NameSpan.Start)
	if !ok || it.NameSpan.Shift(it.Base) != l.NameSpan {
		return nil
	}
	return p.ObjectOf(it, analysis.Occurrence{Kind: analysis.OccurDeclaration})
}

// names are how an object is written, inside first.
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

// Crosses reports whether the target can be named by programs that use its own as a
// component.
func (t *Target) Crosses() bool {
	return t.Declaring != nil && (t.Object.Kind == analysis.ObjectConfig || t.Object.Kind == analysis.ObjectOutput)
}

// concerns reports whether a program can name the target.
func (t *Target) concerns(p *analysis.Program) bool {
	switch {
	case p.Dir == t.Program.Dir, t.Declaring != nil && p.Dir == t.Declaring.Dir:
		return true
	case t.Crosses():
		return slices.Contains(p.ComponentDirs(), t.Declaring.Dir)
	}
	return false
}

// mayBeIn reports whether a text can name the target: it has one of the names, or
// letters that are written by their number.
func (t *Target) mayBeIn(text string) bool {
	return strings.Contains(text, `\u`) || strings.Contains(text, `\U`) ||
		slices.ContainsFunc(t.Names, func(name string) bool { return strings.Contains(text, name) })
}
