package house

import (
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// everything is this module.
var everything = sync.OnceValues(func() ([]*packages.Package, error) { return Load(root, "./...") })

// largestCircle is the most files of one package that may depend on each other in a circle.
const largestCircle = 15

// largerCircles are the packages that may have a larger circle. Types, values and findings of expressions need each other, so the checker is flat, like
// go/types.
var largerCircles = map[string]int{
	"analysis/check": 29,
}

// TestCircles: no package is a knot.
func TestCircles(t *testing.T) {
	t.Parallel()
	loaded, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		room := strings.TrimPrefix(p.PkgPath, module+"/")
		limit := max(largestCircle, largerCircles[room])
		delete(largerCircles, room)
		circles := UsesOf(p).Circles()
		if len(circles) > 0 && len(circles[0]) > limit {
			t.Errorf("%s has a circle of %d files, and %d are allowed: %s", room, len(circles[0]), limit, strings.Join(circles[0], " "))
		}
	}
	for room := range largerCircles {
		t.Errorf("%s is not a package: remove its row", room)
	}
}
