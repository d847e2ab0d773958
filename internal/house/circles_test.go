package house

import (
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// everything is this module.
var everything = sync.OnceValues(func() ([]*packages.Package, error) { return load(root, "./...") })

// largestCircle is the most files of one package that may depend on each other in a circle.
const largestCircle = 15

// TestCircles: no package is a knot.
func TestCircles(t *testing.T) {
	t.Parallel()
	loaded, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		room := strings.TrimPrefix(p.PkgPath, module+"/")
		u := usesOf(p)
		circles := u.circles()
		if len(circles) > 0 && len(circles[0]) > largestCircle {
			t.Errorf("%s has a circle of %d files, and %d are allowed:%s", room, len(circles[0]), largestCircle,
				u.describe(circles[0]))
		}
	}
}

const (
	// mostLines is how many lines a package may have, its tests aside.
	mostLines = 12_000
	// mostMethods is how many methods a type of the analysis may have. The server has one for each request.
	mostMethods = 130
)

// TestSizes: no package and no type does everything.
func TestSizes(t *testing.T) {
	t.Parallel()
	loaded, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		lines := 0
		for _, f := range p.Syntax {
			lines += p.Fset.Position(f.FileEnd).Line
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, and %d are allowed", p.PkgPath, lines, mostLines)
		}
		if !strings.HasPrefix(p.PkgPath, module+"/analysis") {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			named, ok := p.Types.Scope().Lookup(name).Type().(*types.Named)
			if ok && named.NumMethods() > mostMethods {
				t.Errorf("%s.%s has %d methods, and %d are allowed", p.PkgPath, name, named.NumMethods(), mostMethods)
			}
		}
	}
}
