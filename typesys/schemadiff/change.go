package schemadiff

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file says what a change is.

// Level says what a change does to programs.
type Level uint8

// The levels. The worst is the highest.
const (
	Compatible Level = iota // programs stay right and do what they did
	Silent                  // programs stay right, and a run may do something else
	Breaking                // programs that were right may be rejected, or fail
)

// Levels are the names of levels.
var Levels = [...]string{"compatible", "silent", "breaking"}

// String is the name.
func (l Level) String() string { return Levels[l] }

// Sides are the parts of a member that have properties.
type Sides uint8

// The sides.
const (
	Input   Sides = 1 << iota // what a program gives
	Output                    // what a program gets
	State                     // what a lookup takes
	Listing                   // what listing existing resources takes

	// none of them: the member itself
	Whole Sides = 0
)

// sideNames are the names of sides, in the order of their bits.
var sideNames = [...]string{"input", "output", "state input", "list input"}

// Names are the names of the sides.
func (s Sides) Names() []string {
	names := []string{}
	for i, name := range sideNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Section is a kind of members.
type Section string

// The sections. An object type and an enum are types.
const (
	Resources     Section = "resource"
	Functions     Section = "function"
	Types         Section = "type"
	Configuration Section = "config"
)

// Change is one difference.
type Change struct {
	Kind  Kind
	Level Level
	// Section and Token are the member: that of the version before, except for what was added. The
	// configuration of a package has no token.
	Section Section
	Token   string
	// NewToken is the token of the member in the version after if it is another.
	NewToken string
	// Property is the name of a property, that of the version before except for what was added;
	// empty for a change of the member as a whole. The result of a function without properties is
	// [Result].
	Property string
	// On are the sides where it is.
	On Sides
	// Before and After are what changed, as a program or a finding writes it: types, values, names.
	// Each is empty where there was or is none.
	Before, After string
	// Required says of something added that it is required.
	Required bool
	// Note is what the schema says about it: the message of a deprecation.
	Note string
	// Confidence, from 0 to 1, says how certain a rename is. It is 1 only if the schema itself says so.
	Confidence float64
}

// Result is the name of the result of a function that has no properties.
const Result = "(result)"

// Diff is everything that changed.
type Diff struct {
	Before, After *schema.Package
	// Changes are sorted by section, token, property and kind, in the order of [Rules].
	Changes []Change
}

// sortChanges brings changes into their order.
func sortChanges(all []Change) {
	order := map[Section]int{Configuration: 0, Resources: 1, Functions: 2, Types: 3}
	lists.SortStable(all, func(a, b Change) int {
		return cmp.Or(cmp.Compare(order[a.Section], order[b.Section]), strings.Compare(a.Token, b.Token), strings.Compare(a.Property, b.Property),
			cmp.Compare(a.Kind.rank(), b.Kind.rank()), cmp.Compare(a.On, b.On), strings.Compare(a.Before, b.Before), strings.Compare(a.After, b.After))
	})
}
