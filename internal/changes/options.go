package changes

import "github.com/pcl-lsp/pcl-lsp/typesys"

// This file makes up options of resources.

// optionNames are the options that a resource gets at random, those with references last.
var optionNames = []string{
	"ignoreChanges", "protect", "retainOnDelete", "deleteBeforeReplace", "replaceOnChanges", "hideDiffs", "additionalSecretOutputs", "customTimeouts",
	"version", "import", "replacementTrigger", "aliases", "parent", "provider", "dependsOn", "deletedWith", "replaceWith",
}

func (g *generator) optionName() string { return optionNames[g.IntN(len(optionNames))] }

// option gives a resource an option, with another value than it has. It reports whether there is one.
func (g *generator) option(b *block, name string) bool {
	if b.resource.IsComponent && name == "provider" {
		return false
	}
	v := g.optionValue(b, name)
	if v == nil || name == "provider" && b.resource.Package != g.packages[0] {
		return false
	}
	if old := find(b.options, name); old != nil && old.value.String() == v.String() {
		return false
	}
	return set(&b.options, name, v)
}

// optionValue is a value of an option; nil if none can be made up.
func (g *generator) optionValue(b *block, name string) *value {
	switch name {
	case "protect", "retainOnDelete", "deleteBeforeReplace":
		old := find(b.options, name)
		return text("%t", old == nil || old.value.text != "true")
	case "ignoreChanges", "replaceOnChanges":
		return g.inputPaths(b, true)
	case "hideDiffs", "additionalSecretOutputs":
		return g.inputPaths(b, false)
	case "customTimeouts":
		return text(`{ create = "%dm" }`, 1+g.IntN(9))
	case "version":
		return text(`"1.%d.0"`, g.IntN(2))
	case "import":
		if b.over == nil { // several resources would be imported from one
			return text(`"id-%d"`, g.IntN(50))
		}
	case "replacementTrigger":
		return g.value(typesys.String, 1)
	case "aliases":
		return g.oddAlias(b)
	case "dependsOn", "replaceWith":
		return list(g.earlier(b, (*block).isManaged))
	case "provider":
		return g.earlier(b, (*block).isProvider)
	case "parent", "deletedWith":
		return g.earlier(b, (*block).isSingle)
	}
	return nil
}

// inputPaths are one or two inputs of a resource, at times a part of one.
func (g *generator) inputPaths(b *block, isDeep bool) *value {
	if len(b.resource.Inputs) == 0 {
		return nil
	}
	paths := list()
	for range 1 + g.IntN(2) {
		path := b.resource.Inputs[g.IntN(len(b.resource.Inputs))].Name
		if len(b.attrs) > 0 && !g.one(4) {
			a := b.attrs[g.IntN(len(b.attrs))]
			path = a.name
			if isDeep && g.one(2) {
				path += g.part(a.value)
			}
		}
		if len(paths.parts) == 0 || paths.parts[0].value.text != path {
			paths.parts = append(paths.parts, &attr{value: text("%s", path)})
		}
	}
	return paths
}

// part is the path of a part of a value.
func (g *generator) part(v *value) string {
	if v.isLeaf() || len(v.parts) == 0 {
		return ""
	}
	i := g.IntN(len(v.parts))
	return v.step(i) + g.part(v.parts[i].value)
}

// oddAlias is an alias that matches nothing, in one of all forms.
func (g *generator) oddAlias(b *block) *value {
	switch g.IntN(5) {
	case 0:
		return list(text(`{ name = "old%d" }`, g.IntN(9)))
	case 1:
		return list(text(`{ name = "old%d", noParent = true }`, g.IntN(9)))
	case 2:
		return list(text(`"urn:pulumi:test::proj::%s::old%d"`, b.resource.Token, g.IntN(9)))
	case 3:
		return list(text(`{ type = "fleet:index/old:Old" }`))
	}
	if parent := g.earlier(b, (*block).isSingle); parent != nil {
		return list(call(typesys.Type{}, `{ parent = %s }`, parent))
	}
	return nil
}
