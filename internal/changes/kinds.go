package changes

import "slices"

// This file lists the kinds of edits.

// kind is a kind of edits. The function reports whether it found something to edit.
type kind struct {
	name string
	edit func(*generator) bool
}

var kinds = []kind{
	{"input, plain", at(leaf(func(p place) bool { return p.depth == 0 && !p.replaces }), (*generator).replace)},
	{"input, nested", at(leaf(func(p place) bool { return p.depth > 0 && !p.replaces }), (*generator).replace)},
	{"input, element of a list", at(isFilledList, (*generator).editElement)},
	{"input, key of a map", at(isFilledMap, (*generator).editKey)},
	{"input, replacing", at(leaf(func(p place) bool { return p.depth == 0 && p.replaces }), (*generator).replace)},
	{"input, nested replacing", at(leaf(func(p place) bool { return p.depth > 0 && p.replaces }), (*generator).replace)},
	{"input removed", (*generator).removeInput},
	{"input added", on((*block).isManaged, (*generator).addInput)},
	{"input from an output", (*generator).fromOutput},
	{"input through a local", at(isPassable, (*generator).throughLocal)},
	{"local", (*generator).editLocal},
	{"default of a config", (*generator).editDefault},
	{"value of the stack", (*generator).editStack},
	{"secretness", (*generator).editSecretness},
	{"dependencies", on((*block).isManaged, (*generator).editDependencies)},
	{"layout", (*generator).editLayout},
	{"resource added", (*generator).addResource},
	{"resource removed", (*generator).removeResource},
	{"resource renamed", on((*block).isManaged, (*generator).rename)},
	{"resource renamed, alias", on((*block).isManaged, (*generator).renameWithAlias)},
	{"resource renamed, logical name", on((*block).isManaged, (*generator).renameWithLogicalName)},
	{"alias of a living resource", on((*block).isManaged, (*generator).livingAlias)},
	{"names swapped", on((*block).isManaged, (*generator).swapNames)},
	{"type changed", on((*block).isManaged, (*generator).changeType)},
	{"range", on(func(b *block) bool { return b.isManaged() && b.over != nil }, (*generator).changeRange)},
	{"range added or removed", on((*block).isManaged, (*generator).toggleRange)},
	{"parent", on((*block).isManaged, (*generator).changeParent)},
	{"parent renamed", (*generator).renameParent},
	{"into a component", on((*block).isManaged, (*generator).intoComponent)},
	{"out of a component", (*generator).outOfComponent},
	{"component, input", on(isComponent, (*generator).editComponent)},
	{"component renamed", on(isComponent, (*generator).renameComponent)},
	{"component added or removed", (*generator).toggleComponent},
	{"directory renamed", (*generator).renameDirectory},
	{"provider, config", (*generator).editProvider},
	{"provider, other", (*generator).switchProvider},
	{"option ignoreChanges", at(leaf(anywhere), pathOption("ignoreChanges"))},
	{"option replaceOnChanges", at(leaf(func(p place) bool { return !p.replaces }), pathOption("replaceOnChanges"))},
	{"option protect", at(leaf(replacing), (*generator).withProtect)},
	{"option retainOnDelete", (*generator).withRetain},
	{"option deleteBeforeReplace", (*generator).withDeleteFirst},
	{"option import", (*generator).withImport},
	{"option replaceWith or deletedWith", at(leaf(replacing), (*generator).withOthers)},
	{"option replacementTrigger", (*generator).withTrigger},
	{"option version", (*generator).withVersion},
	{"option, any", on((*block).isManaged, (*generator).anyOption)},
}

func editOf(name string) func(*generator) bool {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	return kinds[i].edit
}

// on edits a random one of the blocks that fulfil a condition.
func on(is func(*block) bool, edit func(*generator, *block) bool) func(*generator) bool {
	return func(g *generator) bool {
		b, ok := chosen(g, g.where(is))
		return ok && edit(g, b)
	}
}

// at edits a random one of the places that fulfil a condition.
func at(is func(place) bool, edit func(*generator, place) bool) func(*generator) bool {
	return func(g *generator) bool {
		p, ok := chosen(g, g.places(is))
		return ok && edit(g, p)
	}
}
