package typeexpr

import (
	"slices"
	"strings"
)

// This file translates types from the notations of other languages.

// typeSynonyms are names that other languages have for these types.
var typeSynonyms = map[string]string{
	"boolean": "bool", "integer": "int", "float": "number", "double": "number", "str": "string", "text": "string",
	"array": "list", "slice": "list", "dict": "map", "dictionary": "map", "hash": "map", "struct": "object", "record": "object",
	"dynamic": "any", "unknown": "any", "nullable": "optional",
}

// wrappers are the constructors that take any one type.
var wrappers = []string{"list", "set", "map", "optional"}

// longestType is the length of a type that is translated. Deep types cost more than their
// length.
const longestType = 200

// translatedType writes a type of another language, such as string[] or Map<string, int>, as the
// labels of this one do; empty if it has no counterpart.
func translatedType(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > longestType {
		return ""
	}
	for _, form := range []struct{ before, after, constructor string }{
		{"", "?", "optional"}, {"", "[]", "list"}, {"[]", "", "list"}, {"map[string]", "", "map"},
	} {
		inner, before := strings.CutPrefix(text, form.before)
		inner, after := strings.CutSuffix(inner, form.after)
		if before && after && inner != "" {
			return constructed(form.constructor, inner)
		}
	}
	open := strings.IndexAny(text, "[<(")
	if open > 0 && strings.IndexByte("]>)", text[len(text)-1]) == strings.IndexByte("[<(", text[open]) {
		inner := text[open+1 : len(text)-1]
		if key, value, two := strings.Cut(inner, ","); two && translatedType(key) == "string" {
			inner = value
		}
		return constructed(typeName(text[:open], wrappers), inner)
	}
	return typeName(text, typeKeywordNames)
}

// constructed is a constructor around a type of another language.
func constructed(constructor, inner string) string {
	if inner = translatedType(inner); constructor == "" || inner == "" {
		return ""
	}
	return constructor + "(" + inner + ")"
}

// typeName is one of the names, as another language may write it; empty for others.
func typeName(name string, among []string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if meant := typeSynonyms[name]; meant != "" {
		name = meant
	}
	if slices.Contains(among, name) {
		return name
	}
	return ""
}
