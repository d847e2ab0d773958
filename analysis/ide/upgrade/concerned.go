package upgrade

import (
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds the changes that concern a program.

// named is a member or a property.
type named struct {
	section         schemadiff.Section
	token, property string
}

// Concern collects what programs use, and tells which changes concern them.
type Concern struct {
	uses map[named]schemadiff.Sides
}

// NewConcern returns one for no program yet.
func NewConcern() *Concern { return &Concern{map[named]schemadiff.Sides{}} }

// Add adds the uses of a program.
func (c *Concern) Add(uses []Use) {
	for _, u := range uses {
		c.uses[named{u.Section, u.Token, u.Property}] |= u.On
		if _, known := c.uses[named{u.Section, u.Token, ""}]; !known {
			c.uses[named{u.Section, u.Token, ""}] = schemadiff.Whole
		}
	}
}

// byAbsence are the kinds of changes that concern programs which do not name the property.
var byAbsence = map[schemadiff.Kind]bool{schemadiff.NowRequired: true, schemadiff.DefaultChanged: true}

// Has reports whether a change concerns a program: it is of something that is used, or that has to be given now.
func (c *Concern) Has(change schemadiff.Change) bool {
	_, used := c.uses[named{change.Section, change.Token, ""}]
	switch {
	case change.Section == schemadiff.Configuration:
		return len(c.uses) > 0
	case !used:
		return false
	case change.Property == "" || change.Property == schemadiff.Result:
		return true
	case change.On != schemadiff.Output && byAbsence[change.Kind] || change.Kind == schemadiff.Added && change.Required:
		return true
	}
	on, used := c.uses[named{change.Section, change.Token, change.Property}]
	return used && (on&change.On != 0 || change.On == schemadiff.Whole)
}

// IsEmpty reports whether nothing is used.
func (c *Concern) IsEmpty() bool { return len(c.uses) == 0 }
