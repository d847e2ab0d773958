// Package checked makes programs whose items are checked, and reports what is wrong with them.
//
// A [Program] is made of the parsed files of one directory. Making one is cheap: names are
// collected and nothing is checked. [Program.Check] checks one item, and [Program.Report] all of them. The world outside the
// directory (schemas, component directories, files) is asked through [World].
//
// Package program keeps results and decides which ones still hold; host.go tells it what it must know of the language, and view.go
// answers what the checks of items ask. A [Pass] computes further results about items, such as what their values carry, and finds more;
// package taint is one.
//
// # Findings about the whole program
//
// No single item knows that two names are the same outside the program. Such findings come
// from names that are kept for each item. Most of them depend on the scope inputs of items alone
// and are kept with the scope (scopedata.go); for the rest, only flagged items are asked.
//
// Why not in the items' results: every name in use would be one of their reads, and each
// edit would have to compare them all.
package checked

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Program is the program in one directory: all its files share one scope. It never
// changes, but for results that are computed on first use; many goroutines may use it.
type Program struct {
	// Dir is the directory, a clean path with slashes.
	Dir string
	// Files are the parsed files, sorted by path.
	Files []*syntax.File

	core  *program.Program
	world *World
	*answers
}

// answers are what a program finds out once.
type answers struct {
	shown       atomic.Pointer[check.ComponentInterface] // to programs that use it as a component
	reaches     atomic.Pointer[reach]                    // through components
	objects     sync.Map                                 // item number to *Object
	packages    atomic.Pointer[packageAnswers]           // those that were asked for, the last one first
	report      atomic.Pointer[Report]                   // when finished
	dedupOwners atomic.Pointer[dedupOwners]              // as the report
	users       atomic.Pointer[users]                    // of all names
	passes      sync.Map                                 // see Kept

	again struct { // see Lasting
		once    sync.Once
		program *Program
	}
}

// NewProgram puts the files of a directory together and checks nothing. Results of prev,
// which may be nil, are taken over if what they were computed from is unchanged.
func NewProgram(dir string, files []*syntax.File, world World, prev *Program) *Program {
	var before *program.Program
	if prev != nil {
		before, world.Final = prev.Lasting().core, false
	}
	world.edition = askedEdition(files, world.Language)
	return ViewOf(program.New(dir, files, &host{world}, before))
}

// Lasting is the program with results that others can take over. Of a program that keeps none it is another one, which
// computes on first use as well.
func (p *Program) Lasting() *Program {
	if !p.world.Final {
		return p
	}
	p.again.once.Do(func() {
		world := *p.world
		world.Final = false
		p.again.program = NewProgram(p.Dir, p.Files, world, nil)
	})
	return p.again.program
}

// ViewOf is the checker's view of a program of the engine.
func ViewOf(p *program.Program) *Program { return p.View.(*Program) }

// EditionOf returns the version of the language that a program is judged by, and why.
func EditionOf(p *Program) language.Edition { return p.world.edition }

// Core is the program of the engine.
func (p *Program) Core() *program.Program { return p.core }

// Kept is what a pass keeps with this version of the program; each has a type of its own.
func Kept[T any](p *Program) *T {
	return keep(&p.passes, (*T)(nil), func() any { return new(T) }).(*T)
}

func keep(in *sync.Map, key any, make func() any) any {
	known, ok := in.Load(key)
	if !ok {
		known, _ = in.LoadOrStore(key, make())
	}
	return known
}

// newRun asks a program a question. Items must be taken from the program of the run.
func newRun(ctx context.Context, p *Program) *program.Run { return program.NewRun(ctx, p.core) }

// revalidated is the program with certain results.
func (p *Program) revalidated(ctx context.Context) *Program {
	return ViewOf(p.core.Revalidated(ctx))
}

// Lookup is what a name at the top level of an item denotes: a definition, or
// else an output. It is nil for names that nothing declares.
func (p *Program) Lookup(name string) *check.Object { return p.object(p.core.Declaring(name)) }

// LookupOutput is the output with this lexical name, whatever else has the name.
func (p *Program) LookupOutput(name string) *check.Object { return p.object(p.core.OutputNamed(name)) }

// Objects are all declarations that own their name, in declaration order.
func (p *Program) Objects() []*check.Object {
	var all []*check.Object
	for e := range p.core.Items() {
		if p.core.Owns(e) {
			all = append(all, p.object(e))
		}
	}
	return all
}

// object is what an item declares; nil for items that declare nothing. It is the same
// pointer each time.
func (p *Program) object(e *program.Item) *check.Object {
	if e == nil || !e.Declares() {
		return nil
	}
	if known, ok := p.objects.Load(e.ID); ok {
		return known.(*check.Object)
	}
	made, _ := p.objects.LoadOrStore(e.ID, check.DeclaredBy(p.core, e))
	return made.(*check.Object)
}

// Declaration is the item that declares an object; nil for variables inside an item.
func (p *Program) Declaration(o *check.Object) *program.Item {
	return o.DeclarationIn(p.core)
}

// ObjectOf is what an occurrence denotes in this program; nil when it denotes no
// object. For a declaration it is the declared object, whoever owns the name.
func (p *Program) ObjectOf(it syntax.Placed, o check.Occurrence) *check.Object {
	switch {
	case o.Denotation != nil && o.Object != nil:
		return o.Object
	case o.Kind == check.OccurVariable:
		return p.Lookup(o.Name)
	case o.Kind == check.OccurDeclaration:
		return p.object(p.core.ItemOf(it))
	}
	return nil
}

// TypeOf is the type of the value that a name of the program stands for.
func (p *Program) TypeOf(ctx context.Context, o *check.Object) typesys.Type {
	e := p.Declaration(o)
	if e == nil {
		return o.Type
	}
	return p.SignatureOf(ctx, e).Value
}

// SignatureOf returns the signature of an item.
func (p *Program) SignatureOf(ctx context.Context, e *program.Item) check.Signature {
	r := newRun(ctx, p)
	return check.SignatureIn(r, r.Program.Item(e.ID))
}

// File is the file with this path, and false when the program has none.
func (p *Program) File(filePath string) (*syntax.File, bool) {
	i, found := slices.BinarySearchFunc(p.Files, filePath, func(f *syntax.File, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return nil, false
	}
	return p.Files[i], true
}

// Main is the file to open first: main.pp, or else the first one. It is nil without files, and without a program.
func (p *Program) Main() *syntax.File {
	if p == nil || len(p.Files) == 0 {
		return nil
	}
	if main, ok := p.File(p.Dir + "/main.pp"); ok {
		return main
	}
	return p.Files[0]
}

// Unparsed is a file that was not parsed because it is too large, or nil. What it declares and
// uses is not known: see [syntax.File.IsLarge].
func (p *Program) Unparsed() *syntax.File {
	if i := slices.IndexFunc(p.Files, (*syntax.File).IsLarge); i >= 0 {
		return p.Files[i]
	}
	return nil
}

// ItemAt is the item of a file that the offset is in; at the boundary of two
// items it is the one that ends there if the offset is within its last line.
func (p *Program) ItemAt(filePath string, offset int) (syntax.Placed, bool) {
	f, ok := p.File(filePath)
	if !ok {
		return syntax.Placed{}, false
	}
	return f.ItemAt(offset)
}

// UndeclaredNames are the names that the program refers to and nothing declares,
// sorted.
func (p *Program) UndeclaredNames() []string {
	found := map[string]bool{}
	for e := range p.core.Flagged(program.FlagUndeclared) {
		for _, name := range e.Undeclared {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
