// Package schemadiff compares two versions of a package schema.
//
// # What is compared
//
// [Compare] goes through the resources, functions and types of both versions, the provider, and the configuration. What a member takes and gives is a
// set of properties on some [Sides]. Properties of the same name are compared facet by facet: type, required, secret, default and so on, which is a table.
// One change on several sides is one [Change].
//
// A type is compared once, under its own token. A property that refers to it has not changed because the type has. Whether a change of a type breaks
// programs depends on who uses it: what reaches the type from inputs judges it as an input, what reaches it from outputs as an output.
//
// # Levels
//
// A change is [Breaking] if a program that was right may be rejected or fail, in any language that has an SDK of the package. It is [Silent] if programs
// stay right and something else happens when they run. All others are [Compatible]. The table of kinds has the levels, so that documents can show it.
//
// # Renames
//
// A schema does not say what was renamed, except that a resource may list its older tokens. So something that is gone and something that is new are paired
// by what they have in common: the type of a property and its description, the properties of a member, the places that used the one and use the other
// ("neighbors"), and the note of a deprecation. A pair has a confidence. It is never asserted: the change still says what was removed and what was added.
//
// # Why declarations and not their text
//
// Comparing decoded declarations takes longer than comparing JSON texts, and finds no change where a schema is only written in another way.
package schemadiff

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares two versions.

// comparison is the work on one pair of versions.
type comparison struct {
	before, after *version
	// renamed are pairs of members with different tokens.
	renamed map[*member]match[*member]
	// renamedTypes are the types that have other tokens in the version after; see nameOf.
	renamedTypes map[string]string
	used         map[string]Sides // by whom types are used
	contents     map[*member]map[string]bool
	changes      []Change
}

// Compare finds everything that changed between two versions. It reads all of both. The error is that of the context.
func Compare(ctx context.Context, before, after *schema.Package) (*Diff, error) {
	c := &comparison{renamed: map[*member]match[*member]{}, renamedTypes: map[string]string{}, used: map[string]Sides{}, contents: map[*member]map[string]bool{}}
	var err error
	if c.before, err = list(ctx, before, nil); err != nil {
		return nil, err
	}
	if c.after, err = list(ctx, after, c.before); err != nil {
		return nil, err
	}
	c.findUses(c.before)
	c.findUses(c.after)
	c.pairMembers()
	for _, section := range []Section{Configuration, Resources, Functions, Types} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.section(section)
	}
	sortChanges(c.changes)
	return &Diff{before, after, c.changes}, nil
}

func (c *comparison) section(section Section) {
	after := c.after.members[section]
	for _, token := range c.before.tokens[section] {
		m := c.before.members[section][token]
		if now := after[token]; now != nil {
			c.member(m, now)
			continue
		}
		c.add(Change{Kind: Removed, On: c.sidesOf(m), Section: section, Token: token, Note: m.body().about.Deprecation})
		if r, ok := c.renamed[m]; ok {
			c.add(Change{Kind: Renamed, On: c.sidesOf(m), Section: section, Token: token, NewToken: r.to.token, Before: token, After: r.to.token, Confidence: r.confidence, Note: m.body().about.Deprecation})
			c.member(m, r.to)
		}
	}
	for _, token := range c.after.tokens[section] {
		if c.before.members[section][token] == nil {
			c.add(Change{Kind: Added, On: c.sidesOf(after[token]), Section: section, Token: token})
		}
	}
}

// sidesOf are the sides on which a type is used.
func (c *comparison) sidesOf(m *member) Sides {
	if m.section != Types {
		return Whole
	}
	return c.used[m.key(c.after.pkg)]
}

// key identifies a type; see nameOf.
func (m *member) key(pkg *schema.Package) string {
	return string(m.section) + " " + pkg.Canonical(m.token)
}

// add adds a change with the level of its kind.
func (c *comparison) add(change Change) {
	change.Level = max(change.Level, change.Kind.level(change.On))
	c.changes = append(c.changes, change)
}

// member compares two versions of a member.
func (c *comparison) member(before, after *member) {
	if before == after {
		return
	}
	own := Change{Section: before.section, Token: before.token, On: c.sidesOf(before)}
	if after.token != before.token {
		own.NewToken = after.token
	}
	if before.body().species != after.body().species {
		change := own
		change.Kind, change.Before, change.After = KindChanged, before.body().species, after.body().species
		c.add(change)
	}
	c.deprecation(own, before.body().about.Deprecation, after.body().about.Deprecation)
	if before.body().enum != nil && after.body().enum != nil {
		c.enums(own, before.body().enum, after.body().enum)
		return
	}
	c.properties(own, before, after)
}

func (c *comparison) deprecation(change Change, before, after string) {
	switch {
	case before == "" && after != "":
		change.Kind, change.Note = Deprecated, after
	case before != "" && after == "":
		change.Kind = NotDeprecated
	default:
		return
	}
	c.add(change)
}

// enums compares the values.
func (c *comparison) enums(own Change, before, after *schema.EnumType) {
	if was, is := before.Base.String(), after.Base.String(); was != is {
		change := own
		change.Kind, change.Before, change.After = TypeChanged, was, is
		c.add(change)
	}
	was, is := valuesOf(before), valuesOf(after)
	for _, v := range was {
		i := indexOf(is, v)
		change := own
		if change.Before = Constant(v.Value); i >= 0 {
			c.deprecation(change, v.Deprecation, is[i].Deprecation)
			continue
		}
		change.Kind, change.Note = EnumRemoved, v.Deprecation
		c.add(change)
	}
	for _, v := range is {
		if indexOf(was, v) < 0 {
			change := own
			change.Kind, change.After = EnumAdded, Constant(v.Value)
			c.add(change)
		}
	}
}

// valuesOf are the values of an enum, each once. Some schemas have a value under two names.
func valuesOf(e *schema.EnumType) (all []schema.EnumValue) {
	for _, v := range e.Values {
		if i := indexOf(all, v); i < 0 {
			all = append(all, v)
		} else if v.Deprecation == "" {
			all[i].Deprecation = ""
		}
	}
	return all
}

func indexOf(all []schema.EnumValue, v schema.EnumValue) int {
	return slices.IndexFunc(all, func(other schema.EnumValue) bool { return other.Value.RawEquals(v.Value) })
}
