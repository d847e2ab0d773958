package typesys

import (
	"regexp"
	"testing"
)

// This file lets tables write types in structural notation with short constants.

var shorthand = regexp.MustCompile(`"[^"]*"|\b[0-9]+(\.[0-9]+)?\b|\bnull\b|\btrue\b|\benum\b|\benum2\b|\blegs\b`)

// typeOf reads structural notation in which constants may be written as in the
// language, and `enum`, `enum2` and `legs` stand for three enums.
func typeOf(t *testing.T, text string) Type {
	t.Helper()
	long := shorthand.ReplaceAllStringFunc(text, func(s string) string {
		switch s {
		case "null":
			return `cty.NullVal(cty.DynamicPseudoType)`
		case "true":
			return `cty.True`
		case "enum":
			return `enum(p:m:E(string): cty.StringVal("a"),cty.StringVal("b"))`
		case "enum2":
			return `enum(p:m:F(string): cty.StringVal("a"),cty.StringVal("b"))`
		case "legs":
			return `enum(p:m:Legs(int): cty.NumberIntVal(2),cty.NumberIntVal(4))`
		}
		if s[0] == '"' {
			return `cty.StringVal(` + s + `)`
		}
		return `cty.MustParseNumberVal("` + s + `")`
	})
	parsed, err := ParseStructural(long)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return parsed
}
