package language

import (
	"cmp"
	"slices"
)

// This file lists what changed in the language from version to version.

// Change is something that a version of Pulumi changed.
type Change struct {
	Since Version
	// What changed, as a sentence without its period, in Markdown.
	What string
	// Says is what pcl-lsp says in earlier versions and from this one on, in Markdown.
	Says string
}

// Changes returns all changes, the oldest first.
func Changes() []Change {
	all := slices.Clone(changes)
	for _, b := range Newest.Builtins() {
		if b.Since != 0 {
			all = append(all, Change{b.Since, "there is a function `" + b.Name + "`", "before: `function.unknown`"})
		}
		for _, e := range b.Earlier {
			all = append(all, Change{e.Until, e.Change, e.Says})
		}
	}
	slices.SortStableFunc(all, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.What, b.What)) })
	return slices.Compact(all) // max and min
}

// changes are those that no entry of a table tells. (language-versions.md, rows 2 to 10, 19 and 20.)
var changes = []Change{
	{ChecksAll, "a value that can only be a constant must be one that the enum of its input has, of the same type", "`enum.value` and `enum.case` are warnings before, and errors since then"},
	{ChecksAll, "a discriminator must name a variant", "`union.discriminator` is a warning before, and an error since then"},
	{ChecksAll, "the values of all inputs are checked, not only of those that are also outputs", "an output in a plain input is `attr.plain` before, and `attr.type` since then"},
	{ChecksAll, "an object is no reference to a resource", "`attr.type` since then"},
	{ChecksAll, "an input that is also an output takes a resource where it refers to one", "before: `attr.type`"},
	{ChecksAll, "a reference to a resource has `id` and `urn`", "before: `prop.unknown`"},
	{ChecksAll, "`hideDiffs` may name outputs", "before: `name.undefined`"},
	{ChecksAll, "a written list in an argument may have outputs where the function takes plain values", "before: `call.arg`"},
	{ChecksAll, "optional elements at the end of a tuple may be left out", "before: `config.default` and others"},
}
