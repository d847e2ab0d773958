package schemadiff

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares properties.

// flags are what is or is not said of a property.
var flags = []struct {
	of           func(*schema.Property) bool
	begins, ends Kind
	on           Sides
}{
	{func(p *schema.Property) bool { return p.Required }, NowRequired, NowOptional, ^Whole},
	{func(p *schema.Property) bool { return p.Secret }, NowSecret, NotSecret, ^Whole},
	{(*schema.Property).Replaces, NowReplaces, NotReplaces, ^State},
	{func(p *schema.Property) bool { return p.IsPlain }, NowPlain, NotPlain, Input},
}

// texts are what is said of a property in words.
var texts = []struct {
	of   func(*schema.Property) string
	kind Kind
}{
	{func(p *schema.Property) string { return Constant(p.Const) }, ConstChanged},
	{defaultOf, DefaultChanged},
	{documentedDefault, DefaultMayChange},
	{variantsOf, VariantsChanged},
}

// Constant is a value as a program writes it; empty for none.
func Constant(v cty.Value) string {
	if v == cty.NilVal {
		return ""
	}
	return typesys.FormatValue(v)
}

func defaultOf(p *schema.Property) string {
	all := slices.Clone(p.DefaultEnv)
	for i, name := range all {
		all[i] = "environment variable " + name
	}
	if text := Constant(p.Default); text != "" {
		all = append(all, text)
	}
	return strings.Join(all, ", else ")
}

// documented finds the sentence of a description that says what the provider takes for a property that is left out.
var documented = lazy.Regexp("(?i)\\bdefault(?:s| value)? (?:to|is):? (?:`([^`]+)`|(true|false|[0-9]+)\\b)")

// documentedDefault is what only the description of an input says of its default.
func documentedDefault(p *schema.Property) string {
	found := documented.Get().FindStringSubmatch(p.Description)
	if found == nil || defaultOf(p) != "" {
		return ""
	}
	return found[1] + found[2]
}

// foreignOf are the members of other packages that a property refers to.
func foreignOf(p *schema.Property) string {
	all := slices.Clone(p.Foreign)
	for i, ref := range all {
		document, path, _ := strings.Cut(ref, "#/")
		if decoded, err := url.PathUnescape(path); err == nil {
			path = decoded
		}
		_, token, found := strings.Cut(path, "/")
		if !found {
			token = path
		}
		parts := strings.Split(strings.Trim(document, "/"), "/")
		all[i] = token + " of " + strings.Join(parts[:max(1, len(parts)-1)], " ")
	}
	return strings.Join(slices.Compact(all), ", ")
}

// sameMajors reports whether references lead to the same members of packages, in the same major versions.
func sameMajors(before, after []string) bool {
	return slices.EqualFunc(before, after, func(a, b string) bool { return withoutMinor(a) == withoutMinor(b) })
}

// withoutMinor leaves the minor version out of a reference: /aws/v7.0.0/schema.json#/resources/TOKEN.
func withoutMinor(ref string) string {
	document, path, _ := strings.Cut(ref, "#")
	major, _, _ := strings.Cut(document, ".")
	return major + "#" + path
}

func variantsOf(p *schema.Property) string {
	d := p.Discriminator
	if d == nil {
		return ""
	}
	var all []string
	for _, value := range d.Values() {
		t, _ := p.Variant(value)
		all = append(all, fmt.Sprintf("%q: %s", value, t))
	}
	return d.Property + " { " + strings.Join(all, ", ") + " }"
}

// sameVariants reports whether the same values of the same property decide for the same types.
func (c *comparison) sameVariants(before, after *schema.Property) bool {
	was, is := before.Discriminator, after.Discriminator
	if was == nil || is == nil {
		return was == is
	}
	return was.Property == is.Property && slices.Equal(was.Values(), is.Values()) && !slices.ContainsFunc(was.Values(), func(value string) bool {
		a, _ := before.Variant(value)
		b, _ := after.Variant(value)
		return a.IsValid() && b.IsValid() && c.spell(a, true) != c.spell(b, false)
	})
}

// merged joins changes that are the same on several sides.
type merged struct {
	changes []Change
	at      map[Change]int // by the change without sides and level
}

func (m *merged) add(change Change) {
	key := change
	key.On, key.Level = Whole, Compatible
	i, known := m.at[key]
	if !known {
		i = len(m.changes)
		m.at[key] = i
		m.changes = append(m.changes, key)
	}
	m.changes[i].On |= change.On
	m.changes[i].Level = max(m.changes[i].Level, change.Level)
}

// properties compares the properties of two versions of a member.
func (c *comparison) properties(own Change, before, after *member) {
	all := &merged{at: map[Change]int{}}
	gone, made := map[string]*schema.Property{}, map[string]*schema.Property{}
	for side := range before.body().props {
		change := own
		if change.On = 1 << side; before.section == Types {
			change.On = own.On
		}
		c.side(all, change, before.body().props[side], after.body().props[side], gone, made)
	}
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		if after.has(name) {
			delete(gone, name)
		}
	}
	maps.DeleteFunc(made, func(name string, _ *schema.Property) bool { return before.has(name) })
	for name, r := range c.pairProperties(gone, made) {
		change := own
		change.Kind, change.Property, change.Before, change.After, change.Confidence = Renamed, name, name, r.to, r.confidence
		change.Note = gone[name].Deprecation
		if before.section != Types {
			change.On = before.sides(name)
		}
		all.add(change)
	}
	for _, change := range all.changes {
		if change.Kind == TypeChanged { // judged by its sides
			c.changes = append(c.changes, change)
		} else {
			c.add(change)
		}
	}
}

// side compares the properties of one side, and collects what is only in one version.
func (c *comparison) side(all *merged, own Change, before, after []*schema.Property, gone, made map[string]*schema.Property) {
	for _, p := range before {
		now := find(after, p.Name)
		change := own
		if change.Property = p.Name; now != nil {
			c.property(all, change, p, now)
			continue
		}
		keepDescribed(gone, p)
		change.Kind, change.Before, change.Note = Removed, shownType(p), p.Deprecation
		all.add(change)
	}
	for _, p := range after {
		if find(before, p.Name) != nil {
			continue
		}
		keepDescribed(made, p)
		change := own
		change.Kind, change.Property, change.After = Added, p.Name, shownType(p)
		if change.Required = p.Required && own.On&^Output != 0; change.Required {
			change.Level = Breaking
		}
		all.add(change)
	}
}

// keepDescribed keeps a property, but not for one of another side that says more of itself.
func keepDescribed(all map[string]*schema.Property, p *schema.Property) {
	if other := all[p.Name]; other == nil || len(other.Description) < len(p.Description) {
		all[p.Name] = p
	}
}

func find(props []*schema.Property, name string) *schema.Property {
	i, found := slices.BinarySearchFunc(props, name, func(p *schema.Property, name string) int { return strings.Compare(p.Name, name) })
	if !found {
		return nil
	}
	return props[i]
}

func (m *member) has(name string) bool { return m.sides(name) != Whole }

// sides are those that have a property.
func (m *member) sides(name string) (on Sides) {
	for side, props := range m.body().props {
		if find(props, name) != nil {
			on |= 1 << side
		}
	}
	return on
}

func shownType(p *schema.Property) string { return typesys.Unwrapped(p.Plain).String() }

// property compares two versions of a property on one side.
func (c *comparison) property(all *merged, own Change, before, after *schema.Property) {
	was, is := typesys.Unwrapped(before.Plain), typesys.Unwrapped(after.Plain)
	if before.Const == cty.NilVal && after.Const == cty.NilVal && c.spell(was, true) != c.spell(is, false) {
		change := own
		change.Kind, change.Before, change.After = TypeChanged, was.String(), is.String()
		if own.On&^Output != 0 && !c.takes(is, was, false) || own.On&Output != 0 && !c.takes(was, is, true) || own.On == Whole {
			change.Level = Breaking
		}
		all.add(change)
	}
	if was, is := foreignOf(before), foreignOf(after); was != is && typesys.Unwrapped(before.Plain) == typesys.Unwrapped(after.Plain) {
		change := own
		if change.Kind, change.Before, change.After = TypeChanged, was, is; !sameMajors(before.Foreign, after.Foreign) {
			change.Level = Breaking
		}
		all.add(change)
	}
	for _, f := range flags {
		change := own
		switch was, is := f.of(before), f.of(after); {
		case own.On != Whole && own.On&f.on == 0 || was == is:
			continue
		case is:
			change.Kind = f.begins
		default:
			change.Kind = f.ends
		}
		all.add(change)
	}
	for _, t := range texts {
		if was, is := t.of(before), t.of(after); was != is && !(t.kind == VariantsChanged && c.sameVariants(before, after)) &&
			!(t.kind == DefaultMayChange && (was == "" || is == "" || own.On == Output)) {
			change := own
			change.Kind, change.Before, change.After = t.kind, was, is
			all.add(change)
		}
	}
	if before.Deprecation != "" != (after.Deprecation != "") {
		change := own
		if change.Kind, change.Note = Deprecated, after.Deprecation; after.Deprecation == "" {
			change.Kind = NotDeprecated
		}
		all.add(change)
	}
}
