package analysis

import "github.com/pcl-lsp/pcl-lsp/typesys/schema"

// World is what a program needs from outside its directory.
type World struct {
	// Schemas finds package schemas. Nil means that there are none.
	Schemas Schemas
	// Component gives the program in another directory, a clean path in the form
	// of [Program.Dir]; nil when there is no such directory. Nil means that no
	// component can be opened.
	Component func(dir string) *Program
	// Mode is how much the rules forgive; the zero value forgives nothing.
	Mode Mode
}

// Schemas finds package schemas. It must not block on anything slower than a
// file, and must give the same package while nothing changed.
type Schemas interface {
	Package(ref schema.Ref) (*schema.Package, schema.Availability)
}
