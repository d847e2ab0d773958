package convert

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file compares names in different styles.

// camel returns a name in camelCase. Names without separators stay as they are.
func camel(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, part := range parts {
		first, size := utf8.DecodeRuneInString(part)
		if i > 0 {
			parts[i] = string(unicode.ToUpper(first)) + part[size:]
		} else if len(parts) > 1 {
			parts[i] = string(unicode.ToLower(first)) + part[size:]
		}
	}
	return strings.Join(parts, "")
}

// identifier returns a name that other items can refer to, close to the given one.
func identifier(name string) string {
	if tree.CanBeReferredTo(name) && !strings.ContainsAny(name, "_-") {
		return name
	}
	if name = camel(name); !tree.CanBeReferredTo(name) {
		name = "item" + strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
	}
	if !syntax.IsIdentifier(name) {
		return "item"
	}
	return name
}

// plain returns a name without style: lower case, without separators.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// words splits a name in any style into words in lower case.
func words(name string) []string {
	var all []string
	start, previous := 0, rune(0)
	for i, r := range name {
		separator := !unicode.IsLetter(r) && !unicode.IsDigit(r)
		if i > start && (separator || unicode.IsUpper(r) && !unicode.IsUpper(previous)) {
			all, start = append(all, strings.ToLower(name[start:i])), i
		}
		if separator {
			start = i + utf8.RuneLen(r)
		}
		previous = r
	}
	if start < len(name) {
		all = append(all, strings.ToLower(name[start:]))
	}
	return all
}

// numbers returns a plain name and its other grammatical numbers.
func numbers(name string) []string {
	all := []string{name, name + "s", name + "es"}
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		all = append(all, stem+"ies")
	}
	for _, ending := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(name, ending[0]); ok && stem != "" {
			all = append(all, stem+ending[1])
		}
	}
	return all
}

// meant returns the property that a name of another language means. The name may have another style or grammatical number, repeat a word of the type that
// has the property, as in function_name, or say what the value is, as in topic_arn and filename.
func meant(name string, properties []typesys.Property, owner string) (typesys.Property, bool) {
	if p, ok := alike(name, properties); ok {
		return p, true
	}
	if all := words(owner); len(all) > 0 {
		if rest, ok := strings.CutPrefix(name, all[len(all)-1]+"_"); ok {
			if p, ok := alike(rest, properties); ok {
				return p, true
			}
		}
	}
	for _, ending := range []string{"_arn", "_name", "_id"} {
		if rest, ok := strings.CutSuffix(name, ending); ok {
			if p, ok := alike(rest, properties); ok {
				return p, true
			}
		}
	}
	if name == "filename" {
		return onlyAsset(properties)
	}
	return typesys.Property{}, false
}

// alike returns the property whose name differs in style or grammatical number only.
func alike(name string, properties []typesys.Property) (typesys.Property, bool) {
	wanted := numbers(plain(name))
	best, at := -1, len(wanted)
	for i, p := range properties {
		if p.Name == name {
			return p, true
		}
		if n := slices.Index(wanted[:at], plain(p.Name)); n >= 0 {
			best, at = i, n
		}
	}
	if best < 0 {
		return typesys.Property{}, false
	}
	return properties[best], true
}

// onlyAsset returns the only property that takes an asset or archive.
func onlyAsset(properties []typesys.Property) (found typesys.Property, ok bool) {
	for _, p := range properties {
		if assetFunction(typesys.Strip(typesys.PlainShape(p.Type))) != "" {
			if ok {
				return typesys.Property{}, false
			}
			found, ok = p, true
		}
	}
	return found, ok
}
