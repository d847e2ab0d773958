package language

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
	lists.SortStable(all, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.What, b.What)) })
	return slices.Compact(all) // max and min
}

// changes are those that no entry of a table tells. (docs/language/versions.md)
var changes = []Change{
	{ChecksAll, "a value that can only be a constant must be one that the enum of its input has, of the same type", "`enum.value` and `enum.case` are warnings before, and errors since then"},
	{ChecksAll, "a discriminator must name a variant", "`union.discriminator` is a warning before, and an error since then"},
	{ChecksAll, "the values of all inputs are checked, not only of those that are also outputs", "an output in a plain input is `attr.plain` before, and `attr.type` since then"},
	{ChecksAll, "an object is no reference to a resource", "`attr.type` since then"},
	{ChecksAll, "an input that is also an output takes a resource where it refers to one", "before: `attr.type`"},
	{ChecksAll, "a reference to a resource has `id` and `urn`", "before: `prop.unknown`"},
	{ChecksAll, "`hideDiffs` may name outputs", "before: `name.undefined`"},
	{ChecksAll, "a text without parts is known in a type, as numbers are, so that `m[k]` has the type of one member where `k` can only be one text", "`attr.type` and others since then"},
	{ChecksAll, "a written list in an argument may have outputs where the function takes plain values", "before: `call.arg`"},
	{ChecksAll, "optional elements at the end of a tuple may be left out", "before: `config.default` and others"},
	{ReadsAll, "a read follows its option `dependsOn`, and waits in a preview for what it depends on", "before: `option.ignored`"},
	{ReadsAll, "a resource that fails in a run that continues on errors has unknown outputs", "none; before, a run evaluates nothing that needs the outputs"},
	{ReadsAll, "a text that is no number or bool where an input is one fails in the run", "`literal.parse`; before, it is the provider that refuses the text"},
	{ReadsAll, "each value that `invoke` or `call` returns says itself what it comes from", "none; before, only the result of an `invoke` as a whole does"},
	{ReadsAll, "an output of a component of a package depends on what the component says that it comes from", "none; before, it depends on the component only"},
	{ReadsAll, "options, hooks, ids of reads, and arguments of calls as a whole may be secret", "`secret.identity`, `secret.hook`, `secret.id` and `fn.argument` tell of failures before, and warn of what is shown since then"},
	{ReadsAll, "options and settings of hooks may be outputs of resources", "before: `option.not-converted`"},
}
