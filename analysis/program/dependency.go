package program

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
