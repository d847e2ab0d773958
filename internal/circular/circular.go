// Package circular writes programs whose items need each other in circles, in every place of the language where an
// item can name another one.
package circular

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Place is a place in an item where other items can be named.
type Place struct {
	Name  string
	write func(name, other string) string
}

// Item is an item that names another one in the place.
func (p Place) Item(name, other string) string { return p.write(name, other) }

// Component is the directory that components use.
const Component = "part"

// head is the first line of a block with a name.
func head(b *language.Block, name string) string {
	line := b.Keyword
	for _, l := range b.Labels {
		switch l.Role {
		case language.LabelName:
			line += " " + name
		case language.LabelType:
			line += " any"
		case language.LabelToken:
			line += ` "simple:index:Resource"`
		case language.LabelDirectory:
			line += ` "./` + Component + `"`
		case language.LabelChoice:
			line += " " + l.Choices[0].Value
		default:
			line += " other"
		}
	}
	return line + " {\n"
}

// Places are all places: the value of a local, a range, each attribute of each block, each option of each block that
// has options.
func Places() []Place {
	places := []Place{
		{"local", func(name, other string) string { return fmt.Sprintf("%s = [%[2]s.value, %[2]s]\n", name, other) }},
		{"local.for", func(name, other string) string {
			return fmt.Sprintf("%s = {for k, v in %[2]s : k => v.value if %[2]s != null}\n", name, other)
		}},
		{"local.call", func(name, other string) string {
			return fmt.Sprintf("%s = invoke(\"simple:index:call\", { value = %[2]s.value }, { parent = %[2]s, dependsOn = [%[2]s] })\n", name, other)
		}},
	}
	for _, b := range language.Blocks() {
		for _, name := range append(b.Body.Names(false), "value", "id", "text") {
			places = append(places, Place{b.Keyword + "." + name, func(item, other string) string {
				return head(b, item) + fmt.Sprintf("  %s = %s.value\n}\n", name, other)
			}})
		}
		for _, o := range language.Options() {
			if !b.Options {
				break
			}
			places = append(places, Place{b.Keyword + ".options." + o.Name, func(item, other string) string {
				return head(b, item) + fmt.Sprintf("  value = true\n  options {\n    %s = %s\n  }\n}\n", o.Name, optionValue(o, other))
			}})
		}
	}
	return places
}

// optionValue names an item as an option takes it.
func optionValue(o *language.Option, other string) string {
	switch {
	case o.Name == language.NameAliases:
		return fmt.Sprintf("[{ name = %[1]s.value, parent = %[1]s }, %[1]s.value]", other)
	case o.Rule.TakesPaths():
		return fmt.Sprintf("[%[1]s, %[1]s.value, %[1]s[0]]", other)
	case o.Rule.TakesResource():
		return other
	case o.Rule.TakesResources():
		return "[" + other + "]"
	case o.Rule == language.OptionHooks:
		return "{ beforeCreate = [" + other + "] }"
	case typesys.Unwrapped(o.Type).Kind() == typesys.KindMap || o.Braces:
		return "{ create = " + other + ".value }"
	}
	return other + ".value"
}

// Ring is a program in which each item names the next one, and the last one the first.
func Ring(places ...Place) string {
	var text strings.Builder
	for i, p := range places {
		text.WriteString(p.Item(itemName(i), itemName((i+1)%len(places))))
	}
	return text.String()
}

func itemName(i int) string { return string(rune('a' + i)) }
