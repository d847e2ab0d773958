package cost

import (
	"fmt"
	"strings"
)

// This file lists the shapes: programs of any size, each of which made work multiply at some time, or might.

// Shape is a kind of program.
type Shape struct {
	Name string
	Text func(n int) string // about proportional to n in length
	// Compared is how many other things one is compared with at most: 500 names with an unknown one, fixes with each other until their trials
	// reach their limit, and a type with those in it until its text in a dump is as long as it may get. Up to that size, work may be quadratic.
	Compared int
}

// limit returns the largest exponent for sizes up to 4n.
func (s Shape) limit(n int) float64 {
	if n < s.Compared {
		return 2.2
	}
	return 0
}

// Shapes are all of them.
var Shapes = []Shape{
	{Name: "items that need each other", Compared: 500, Text: func(n int) string {
		return "l0 = 1\n" + each(n, func(i int) string { return fmt.Sprintf("l%d = [l%d, l%d]\n", i+1, i, i/2) })
	}},
	{Name: "items in a circle", Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("c%d = c%d\n", i, (i+1)%n) })
	}},
	{Name: "a list", Text: func(n int) string { return "a = [" + strings.Repeat("{ k = 1 }, ", n) + "]\n" }},
	{Name: "lists of all kinds", Text: func(n int) string { return "a = [" + strings.Repeat("1, \"x\", true, [1], ", n/4) + "]\n" }},
	{Name: "one unknown name", Text: func(n int) string { return "a = [" + strings.Repeat("nope, ", n) + "]\n" }},
	{Name: "unknown names in one list", Compared: 100, Text: func(n int) string {
		return "a = [\n" + each(n, func(i int) string { return fmt.Sprintf("  nope%d,\n", i) }) + "]\n"
	}},
	{Name: "unknown names in many items", Compared: 500, Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("output o%d {\n  value = nope%d\n}\n", i, i) })
	}},
	{Name: "misspelt names", Compared: 500, Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("aa%d = 1\n", i) }) + "x = [" + each(n, func(i int) string { return fmt.Sprintf("ab%d, ", i) }) + "]\n"
	}},
	{Name: "misspelt members of a wide object", Compared: 500, Text: func(n int) string {
		return "o = {" + each(n, func(i int) string { return fmt.Sprintf("name%d = 0, ", i) }) + "}\n" + each(n, func(i int) string { return fmt.Sprintf("r%d = o.nama%d\n", i, i) })
	}},
	{Name: "elements with one member each", Text: func(n int) string {
		return "v = [" + each(n, func(i int) string { return fmt.Sprintf("{ z%d = 0 }, ", i) }) + "]\n" + each(n, func(i int) string { return fmt.Sprintf("r%d = v[%d].z%d\n", i, i, i) })
	}},
	{Name: "one name", Compared: 500, Text: func(n int) string { return strings.Repeat("a = 1\n", n) }},
	{Name: "operators", Compared: 500, Text: func(n int) string { return strings.Repeat("x = 1 + 2 * 3 == 4 ? \"${1}\" : [2][0]\n", n) }},
	{Name: "text that is not closed", Text: func(n int) string { return strings.Repeat("a = [\nb {\n", n) }},
	{Name: "blank lines", Text: func(n int) string { return "a = 1\n" + strings.Repeat("\n", 10*n) + "b = 2\n" }},
	{Name: "blank lines in a value", Compared: 500, Text: func(n int) string { return "a = {\n" + strings.Repeat("\n\n\n  b = 1\n", n) + "}\n" }},
	{Name: "types that double", Text: func(n int) string {
		return "a0 = { x = 1 }\n" + each(n, func(i int) string { return fmt.Sprintf("a%d = { l = a%d, r = a%d }\n", i+1, i, i) })
	}},
	{Name: "codes in one comment", Text: func(n int) string {
		return "# pcl-lsp:ignore " + each(n, func(i int) string { return fmt.Sprintf("code.x%d, ", i) }) + "last\na = nope\n"
	}},
}

func each(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}
