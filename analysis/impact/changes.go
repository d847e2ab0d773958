// Package impact tells what another version of a package does to a program.
//
// A program uses what its names denote: the checker knows for each name which property of which resource, function or type that is. A change concerns a program
// if it is of something that the program uses, or of something that it leaves out and that has to be given now.
//
// What the later version rejects is what a check with it finds and a check with the version before does not. What changes silently has no finding, so it is
// looked up by name.
//
// Why findings and not only the comparison: a change breaks a program only if the checker says so. Most values fit a type that has changed.
package impact

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file looks changes up by the names of what changed.

// Changes finds the changes of members and properties.
type Changes struct {
	*schemadiff.Diff
	// before finds them by the names that they had, and after by the names that they have. What has none any more has the old one.
	before, after map[Named][]schemadiff.Change
	// within finds all changes of a member and its properties, by the name that it has.
	within map[Named][]schemadiff.Change
	// renewed writes the version and the tokens of the version after into a message about the version before.
	renewed *strings.Replacer
	linter  Linter
	// served is the version after with the names that were before, and renamed are those of resources and functions.
	served  *schema.Package
	renamed map[schemadiff.Section]map[string]string
}

// Certain is the confidence from 0 to 1 in a new name from which on it is taken for the same thing.
const Certain = 0.9

// New prepares the changes between two versions of a package.
func New(d *schemadiff.Diff) *Changes {
	l := &Changes{Diff: d, before: map[Named][]schemadiff.Change{}, after: map[Named][]schemadiff.Change{}, within: map[Named][]schemadiff.Change{}}
	l.linter.changes, l.renamed = l, map[schemadiff.Section]map[string]string{schemadiff.Resources: {}, schemadiff.Functions: {}}
	renewed := []string{d.Before.Name() + " " + d.Before.Version(), d.After.Name() + " " + d.After.Version()}
	for _, c := range d.Changes {
		was := Named{c.Section, c.Token, c.Property}
		l.before[was] = append(l.before[was], c)
		is := was
		if c.NewToken != "" && c.Kind != schemadiff.Renamed {
			is.Token = c.NewToken
		}
		l.after[is] = append(l.after[is], c)
		member := Named{is.Section, is.Token, ""}
		l.within[member] = append(l.within[member], c)
		if c.Kind == schemadiff.Renamed && c.Property == "" {
			if c.Confidence >= Certain && l.renamed[c.Section] != nil {
				l.renamed[c.Section][c.Token], l.renamed[c.Section][d.Before.Canonical(c.Token)] = c.NewToken, c.NewToken
			}
			renewed = append(renewed, c.Token, c.NewToken, d.Before.Canonical(c.Token), d.After.Canonical(c.NewToken))
		}
	}
	l.served = d.After.Renamed(l.renamed[schemadiff.Resources], l.renamed[schemadiff.Functions])
	l.renewed = strings.NewReplacer(renewed...)
	return l
}

// Had are the changes of what had a name in the version before.
func (l *Changes) Had(n Named) []schemadiff.Change { return l.before[n] }

// IsGone reports whether something is not in the later version.
func (l *Changes) IsGone(n Named, on schemadiff.Sides) bool {
	return slices.ContainsFunc(l.before[n], func(c schemadiff.Change) bool {
		return c.Kind == schemadiff.Removed && (c.On == schemadiff.Whole || c.On&on != 0)
	})
}
