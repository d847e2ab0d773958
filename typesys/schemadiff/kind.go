package schemadiff

import "slices"

// This file says which kinds of changes there are, and what they do to programs.

// Kind is a kind of changes, as its name in documents.
type Kind string

// The kinds.
const (
	Removed          Kind = "removed"
	Added            Kind = "added"
	Renamed          Kind = "renamed"
	KindChanged      Kind = "kind-changed"
	TypeChanged      Kind = "type-changed"
	NowRequired      Kind = "now-required"
	NowOptional      Kind = "no-longer-required"
	NowPlain         Kind = "now-plain"
	NotPlain         Kind = "no-longer-plain"
	ConstChanged     Kind = "const-changed"
	DefaultChanged   Kind = "default-changed"
	DefaultMayChange Kind = "default-may-change"
	NowSecret        Kind = "now-secret"
	NotSecret        Kind = "no-longer-secret"
	NowReplaces      Kind = "now-replaces"
	NotReplaces      Kind = "no-longer-replaces"
	Deprecated       Kind = "deprecated"
	NotDeprecated    Kind = "no-longer-deprecated"
	EnumRemoved      Kind = "enum-value-removed"
	EnumAdded        Kind = "enum-value-added"
	VariantsChanged  Kind = "discriminator-changed"
)

// Rule says what changes of a kind do to programs.
type Rule struct {
	Kind Kind
	// Input and Output are the levels where a program gives a value and where it gets one. That of a
	// member as a whole is the first.
	Input, Output Level
	// Means is a sentence for documents.
	Means string
}

// Rules are the rules of all kinds, in the order in which documents list them.
var Rules = []Rule{
	{Removed, Breaking, Breaking, "It is not in the later version."},
	{Renamed, Breaking, Breaking, "Something is gone, and something new looks like it. That is a guess with a confidence, unless the schema itself names the older token."},
	{KindChanged, Breaking, Breaking, "A resource became a component, a component became a resource, or an object type became a list of values."},
	{TypeChanged, Breaking, Breaking, "The type is another one. It is compatible if an input takes all that it took, or an output gives only what it gave."},
	{VariantsChanged, Breaking, Breaking, "Another property, or other values of it, decide which type an object has."},
	{NowRequired, Breaking, Compatible, "An input must be given, or an output is always there."},
	{NowOptional, Compatible, Breaking, "An input can be left out, or an output may be missing."},
	{NowPlain, Breaking, Compatible, "An input does not take outputs any more."},
	{NotPlain, Compatible, Compatible, "An input takes outputs too."},
	{ConstChanged, Breaking, Silent, "The only value of a property is another one."},
	{DefaultChanged, Silent, Silent, "A program that leaves the property out gets another value."},
	{DefaultMayChange, Silent, Silent, "The documentation names another default, so a program that leaves the property out may get another value."},
	{NowSecret, Silent, Silent, "The value is encrypted in the state, and everything made from it is secret."},
	{NotSecret, Silent, Silent, "The value is readable in the state."},
	{NowReplaces, Silent, Silent, "A change of the value replaces the resource."},
	{NotReplaces, Silent, Silent, "A change of the value updates the resource in place."},
	{EnumRemoved, Breaking, Compatible, "A value is not among the choices any more."},
	{EnumAdded, Compatible, Silent, "There is another choice. A program that tells apart the values of an output may not know it."},
	{Deprecated, Compatible, Compatible, "The schema advises against it."},
	{NotDeprecated, Compatible, Compatible, "The schema does not advise against it any more."},
	{Added, Compatible, Compatible, "It is new. A new input that must be given is breaking."},
}

// IsOfDefault reports whether a change concerns programs that leave a property out.
func (k Kind) IsOfDefault() bool { return k == DefaultChanged || k == DefaultMayChange }

// rank is the place of the rule.
func (k Kind) rank() int { return slices.IndexFunc(Rules, func(r Rule) bool { return r.Kind == k }) }

// level is what a change of the kind does on some sides.
func (k Kind) level(on Sides) Level {
	r := Rules[k.rank()]
	worst := Compatible
	if on == Whole || on&^Output != 0 {
		worst = r.Input
	}
	if on&Output != 0 {
		worst = max(worst, r.Output)
	}
	return worst
}
