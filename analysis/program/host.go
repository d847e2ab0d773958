package program

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// Host is what the engine needs of the language, and of the world outside one program.
// Methods must be pure: the same arguments give the same answers.
type Host interface {
	// Describe tells what the engine must know of an item. It is called once for each
	// item.
	Describe(it *syntax.Item) Description
	// ScopeInput is everything in an item that the scope, and the data kept with it, depend
	// on. It is compared with ==: if none changes, versions share one scope.
	ScopeInput(it *Item) any
	// CanDeclare reports whether an item may declare its name at all.
	CanDeclare(it *Item) bool
	// IsImplicit reports whether a name has a meaning without any declaration.
	IsImplicit(name string) bool
	// OrphanedItems finds the items of a file that seem to be the rest of a block whose header
	// was lost, and the stray brackets whose error follows from an earlier one, both by
	// the offsets where the items begin.
	OrphanedItems(f *syntax.File) (orphaned, follow map[int]bool)
	// SameText reports whether two versions of an item look the same to items that read
	// how it is written.
	SameText(a, b *Item) bool

	// Queries are the kinds of results about an item, at most MaxQueries, in an order that
	// is the same for all hosts. The first one is the check of the item itself.
	Queries() []Query
	// ShadowedNames are the names in the result of the first query that denote something other
	// than a declaration and may have the name of one.
	ShadowedNames(result any) []string
	// Flags are the flags from [FirstHostFlag] on that the results of an item decide.
	Flags(r *Run, it *Item) Flag
	// OnItemDone hears that all results of an item are there, and whether all items of the program were looked at, as happens
	// when it is new.
	OnItemDone(it *Item, first bool)

	// IsFinal reports whether no program takes over results of its programs, so that these need not say
	// what they were computed from.
	IsFinal() bool
	// CanReuse reports whether results may be taken over from programs of another
	// host, provided that their reads hold.
	CanReuse(before Host) bool
	// EnvironmentEqual reports whether nothing outside the program has changed that the scope
	// and its data depend on.
	EnvironmentEqual(before Host) bool
	// InvalidateEnvironment marks the readers of what has changed outside the program.
	InvalidateEnvironment(before Host, d *Derivation)
	// ScopeChanged marks the readers of what a new scope has changed, beyond names.
	ScopeChanged(d *Derivation)

	// ScopeData is kept with a scope that was just made.
	ScopeData(p *Program) any
	// CircleData is kept with a dependency graph that has a circle. Edges are those that
	// the evaluator follows, by item.
	CircleData(p *Program, edges [][]int32) any
	// ProgramData is kept with a new version of a program.
	ProgramData() any
	// View is the host's own view of a program.
	View(p *Program) any

	// Each calls do with every number below n, in any order and maybe concurrently, and
	// returns when all calls have returned.
	Each(n int, do func(i int))
}

// Description is what the engine knows of the meaning of an item.
type Description struct {
	// Name is the name that the item declares; empty for items that declare none.
	Name string
	// Output says that the name belongs to the namespace of outputs.
	Output bool
	// First says that the item stands before the others of its file in declaration
	// order.
	First bool
	// Names are the free names of the item, in source order.
	Names []syntax.Ref
	// Waits are those names that the evaluator waits for.
	Waits []syntax.Ref
	// Data is for the host. It lives as long as the item does, whatever happens around
	// it.
	Data any
}

// QueryID is the number of a query in [Host.Queries].
type QueryID int

// MaxQueries is how many kinds of results there may be.
const MaxQueries = 4

// Query is a kind of result about an item.
type Query struct {
	// Kind names the query to observers.
	Kind ResultKind
	// Compute computes the result. Everything that it reads of other items or from
	// outside the program must be among the reads that it returns, see [Recorder].
	Compute func(r *Run, it *Item) (any, Reads)
	// Shown is the kind of dependency by which other items read the result, and zero for
	// results that only the item itself reads.
	Shown DependencyKind
	// Same reports whether two results look the same to the items that read them. It is
	// asked for shown results only.
	Same func(a, b any) bool
	// First is the shown query that is answered first for all items that this one needs,
	// deepest first, so that a long chain of items costs no stack.
	First QueryID
	// Refs are the names whose First results the result of an item needs. They are among [Description.Waits], which
	// decide in which order results can be computed.
	Refs func(it *Item) []syntax.Ref
	// Circular is the answer of a shown query to a computation that the answer itself waits for, and to one that is
	// nested too deep. Neither happens if Refs are complete: it keeps the stack finite if they are not.
	Circular any
}

// Dependency is what a read is about. As long as nothing about a dependency changes,
// reading it gives the same answer.
type Dependency struct {
	Kind DependencyKind
	// Name is set for kinds that are about one name.
	Name string
}

// DependencyKind is a kind of dependency. Hosts number their own kinds from
// [FirstHostDependency] on.
type DependencyKind uint8

// The kinds of dependencies inside a program.
const (
	OnItself            DependencyKind = iota // the check of the item itself
	OnBinding                                 // whether something declares the name, and which item
	OnText                                    // how the declaration of the name is written
	OnNames                                   // which names are declared
	OnShadowed                                // whether something declares the name of a loop variable or function
	FirstHostDependency                       // the first kind of the host
)

// read is one dependency of a result. It asks again and reports whether the answer is
// the same in the program of the run.
type read struct {
	Dependency
	same func(*Run) bool
}
