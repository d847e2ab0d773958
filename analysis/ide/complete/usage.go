package complete

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// This file says how often people use names. The counts in usage.txt are over the examples,
// templates, workshops and modules of public repositories: 17,000 resources in TypeScript, YAML and
// HCL, each name in the form that PCL has for the same thing. No repository counts for more than 30
// uses of a name in a place, and rare names and those of a single repository are left out.
//
// Each line has the kind of count, the place, and names with counts. Types are the last parts of
// tokens. A place is a body by its name: the type of a resource, or the property that it is the value of.

//go:embed usage.txt
var usageText string

// The kinds of counts in usage.txt.
const (
	usedOption   = "option"   // resource options
	usedFunction = "function" // calls of functions
	usedType     = "type"     // types
	usedIn       = "in"       // names in a body
	usedAfter    = "after"    // names after another, or at the start of a body
	usedNext     = "next"     // types after another
	usedAs       = "value"    // members of types as the values of a property
	usedCall     = "call"     // functions as the values of a property
)

// usage holds the counts by the start of the line and the name.
var usage = sync.OnceValue(func() map[[2]string]int {
	counts := make(map[[2]string]int, len(usageText)/16)
	for line := range strings.Lines(usageText) {
		place, names, _ := strings.Cut(line, ":")
		name := ""
		for word := range strings.FieldsSeq(names) {
			if name == "" {
				name = word
				continue
			}
			counts[[2]string{place, name}], _ = strconv.Atoi(word)
			name = ""
		}
	}
	return counts
})

// habit is what other programs use in a place.
type habit string

// elsewhere returns what other programs use in a place.
func elsewhere(kind, place string) habit { return habit(kind + " " + place) }

// generally returns what other programs use in any place.
func generally(kind string) habit { return habit(kind) }

// times returns how often they use a name.
func (h habit) times(name string) int { return usage()[[2]string{string(h), name}] }
