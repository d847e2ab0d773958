package changes

import "slices"

// This file lists the kinds of edits.

// kind is a kind of changes of something. The function reports whether it found something to change.
type kind[T any] struct {
	name   string
	change func(*T) bool
}

var edits = []kind[generator]{
	{"input, plain", at(leaf(func(p place) bool { return isTop(p) && !p.replaces }), (*generator).replace)},
	{"input, nested", at(leaf(func(p place) bool { return !isTop(p) && !p.replaces }), (*generator).replace)},
	{"input, element of a list", at(isFilledList, (*generator).editPart)},
	{"input, key of a map", at(isFilledMap, (*generator).editPart)},
	{"input, replacing", at(leaf(func(p place) bool { return isTop(p) && p.replaces }), (*generator).replace)},
	{"input, nested replacing", at(leaf(func(p place) bool { return !isTop(p) && p.replaces }), (*generator).replace)},
	{"input removed", at(isOptional, (*generator).removeInput)},
	{"input added", on((*block).isManaged, (*generator).addInput)},
	{"input from an output", (*generator).fromOutput},
	{"input through a local", at(isPassable, (*generator).throughLocal)},
	{"local", onUsed(isA("local"), (*generator).editLocal)},
	{"default of a config", onUsed(hasDefault, (*generator).editDefault)},
	{"value of the stack", onUsed(isOfStack, (*generator).editStack)},
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
	{"parent renamed", on(func(b *block) bool { return len(b.children()) > 0 }, (*generator).renameParent)},
	{"into a component", on((*block).isManaged, (*generator).intoComponent)},
	{"out of a component", on(isInside, (*generator).outOfComponent)},
	{"component, input", on(isA("component"), (*generator).editComponent)},
	{"component renamed", on(isA("component"), (*generator).renameComponent)},
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

func namesOf[T any](kinds []kind[T]) (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// changed changes something in the way of the kind with a name.
func changed[T any](kinds []kind[T], name string, what *T) bool {
	i := slices.IndexFunc(kinds, func(k kind[T]) bool { return k.name == name })
	return kinds[i].change(what)
}

// on edits a random one of the blocks that fulfil a condition.
func on(is func(*block) bool, edit func(*generator, *block) bool) func(*generator) bool {
	return func(g *generator) bool {
		b, ok := chosen(g, g.where(is))
		return ok && edit(g, b)
	}
}

// onUsed prefers blocks that something refers to.
func onUsed(is func(*block) bool, edit func(*generator, *block) bool) func(*generator) bool {
	return func(g *generator) bool {
		all := g.where(is)
		if used := only(all, g.isUsed); len(used) > 0 {
			all = used
		}
		b, ok := chosen(g, all)
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
