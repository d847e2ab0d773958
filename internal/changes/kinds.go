package changes

import "slices"

// This file lists the kinds of edits.

// kind is a kind of edits. The function reports whether it found something to edit.
type kind struct {
	name string
	edit func(*generator) bool
}

var kinds = []kind{
	{"input, plain", (*generator).editPlain},
	{"input, nested", (*generator).editNested},
	{"input, element of a list", (*generator).editElement},
	{"input, key of a map", (*generator).editKey},
	{"input, replacing", (*generator).editReplacing},
	{"input, nested replacing", (*generator).editNestedReplacing},
	{"input removed", (*generator).removeInput},
	{"input added", (*generator).addInput},
	{"input from an output", (*generator).fromOutput},
	{"input through a local", (*generator).throughLocal},
	{"local", (*generator).editLocal},
	{"default of a config", (*generator).editDefault},
	{"value of the stack", (*generator).editStack},
	{"secretness", (*generator).editSecretness},
	{"dependencies", (*generator).editDependencies},
	{"layout", (*generator).editLayout},
	{"resource added", (*generator).addResource},
	{"resource removed", (*generator).removeResource},
	{"resource renamed", func(g *generator) bool { return g.rename("") }},
	{"resource renamed, alias", func(g *generator) bool { return g.rename("alias") }},
	{"resource renamed, logical name", func(g *generator) bool { return g.rename("logical") }},
	{"alias of a living resource", (*generator).livingAlias},
	{"names swapped", (*generator).swapNames},
	{"type changed", (*generator).changeType},
	{"range", (*generator).changeRange},
	{"range added or removed", (*generator).toggleRange},
	{"parent", (*generator).changeParent},
	{"parent renamed", (*generator).renameParent},
	{"into a component", (*generator).intoComponent},
	{"out of a component", (*generator).outOfComponent},
	{"component, input", (*generator).editComponent},
	{"component renamed", (*generator).renameComponent},
	{"component added or removed", (*generator).toggleComponent},
	{"directory renamed", (*generator).renameDirectory},
	{"provider, config", (*generator).editProvider},
	{"provider, other", (*generator).switchProvider},
	{"option ignoreChanges", (*generator).withIgnoreChanges},
	{"option replaceOnChanges", (*generator).withReplaceOnChanges},
	{"option protect", (*generator).withProtect},
	{"option retainOnDelete", (*generator).withRetain},
	{"option deleteBeforeReplace", (*generator).withDeleteFirst},
	{"option import", (*generator).withImport},
	{"option replaceWith or deletedWith", (*generator).withOthers},
	{"option replacementTrigger", (*generator).withTrigger},
	{"option version", (*generator).withVersion},
	{"option, any", (*generator).anyOption},
}

// Kinds lists the kinds of edits.
func Kinds() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func editOf(name string) func(*generator) bool {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	return kinds[i].edit
}
