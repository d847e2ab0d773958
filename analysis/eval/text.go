package eval

import (
	"math"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes values as a program would, for people.

// The words for what is not shown.
const (
	secretWord  = "(secret)"
	hiddenWord  = "(not shown)"
	unknownWord = "(not known yet)"
	moreWord    = "…"
)

const (
	maxShown   = 8  // members of a list or object
	maxQuoted  = 60 // characters of a text
	maxNesting = 4  // lists and objects in each other
)

// Text is the value on one line, as a program would write it. Long texts and lists
// are shortened, secrets are not shown.
func Text(v cty.Value) string { return show(v, 0) }

func show(v cty.Value, depth int) string {
	if v.IsMarked() {
		return markedWord(v)
	}
	switch {
	case v == cty.NilVal || !v.IsKnown():
		return unknownWord
	case v.IsNull():
		return "null"
	case v.Type() == cty.String:
		return quoted(v.AsString())
	case v.Type() == cty.Number:
		if f := value.Float(v); !math.IsInf(f, 0) {
			return value.Decimal(f)
		}
		return "infinity"
	case v.Type().IsCapsuleType():
		return v.Type().FriendlyName()
	case value.IsList(v):
		all := value.Elements(v)
		return list(len(all), depth, func(i int) string { return show(all[i], depth+1) })
	case value.IsMap(v):
		keys, values := value.Members(v)
		return object(len(keys), depth, func(i int) (string, string) { return keys[i], show(values[i], depth+1) })
	}
	return typesys.FormatValue(v)
}

// markedWord stands for a value that is marked.
func markedWord(v cty.Value) string {
	if value.IsSecret(v) {
		return secretWord
	}
	return hiddenWord
}

// list writes a list with the first elements.
func list(n, depth int, element func(int) string) string {
	return "[" + shortened(n, depth, element) + "]"
}

// object writes an object with the first members.
func object(n, depth int, entry func(int) (string, string)) string {
	if n == 0 {
		return "{}"
	}
	return "{ " + shortened(n, depth, func(i int) string {
		key, value := entry(i)
		return name(key) + " = " + value
	}) + " }"
}

// shortened are the first of some members.
func shortened(n, depth int, member func(int) string) string {
	if n > 0 && depth == maxNesting {
		return moreWord
	}
	var shown []string
	for i := range min(n, maxShown) {
		shown = append(shown, member(i))
	}
	if n > maxShown {
		shown = append(shown, moreWord)
	}
	return strings.Join(shown, ", ")
}

// name is a key of an object: bare where it can be.
func name(key string) string {
	if typesys.QuoteName(key) == key {
		return key
	}
	return quoted(key)
}

// quoted is a text in quotes, shortened if it is long.
func quoted(text string) string { return `"` + escaped(prose.Shortened(text, maxQuoted)) + `"` }

// escaped is a text as it is written between quotes.
func escaped(text string) string {
	written := string(hclwrite.TokensForValue(cty.StringVal(text)).Bytes())
	return strings.TrimSuffix(strings.TrimPrefix(written, `"`), `"`)
}
