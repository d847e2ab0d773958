package cost

import (
	"fmt"
	"math"
	"strings"
)

// This file lists the shapes: programs of any size, each of which made work multiply at some time, or might.

// Shape is a kind of program.
type Shape struct {
	Name    string
	Text    func(n int) string            // of the main file; with the others about proportional to n in length
	More    func(n int) map[string]string // other files, by path; may be nil
	Folders func(n int) []string          // of the workspace, in the directory of the main file; nil for that directory
	Open    bool                          // the other files are open, too
	// Compared is how many other things one is compared with at most, and Limit says which limit that is. For smaller n, work may be quadratic.
	Compared int
	Limit    string
}

// quadratic is the largest exponent before a limit is reached.
const quadratic = 2.3

// Main is the path of the main file.
const Main = "main.pp"

// Files are the files of a program, by path.
func (s Shape) Files(n int) map[string]string {
	files := map[string]string{}
	if s.More != nil {
		files = s.More(n)
	}
	files[Main] = s.Text(n)
	return files
}

// What limits the growth for a shape.
const (
	names    = "names compared with an unknown one"
	trials   = "trials of fixes"
	levels   = "levels of nesting"
	typeText = "the text of a type in a dump"
	urns     = "the length of a URN"
	pairs    = "pairs of properties that are compared"
)

// Shapes are all of them.
var Shapes = []Shape{
	{Name: "items that need each other", Compared: 500, Limit: typeText, Text: func(n int) string {
		return "l0 = 1\n" + each(n, func(i int) string { return fmt.Sprintf("l%d = [l%d, l%d]\n", i+1, i, i/2) })
	}},
	{Name: "items in a circle", Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("c%d = c%d\n", i, (i+1)%n) })
	}},
	{Name: "a list", Text: func(n int) string { return "a = [" + strings.Repeat("{ k = 1 }, ", n) + "]\n" }},
	{Name: "lists of all kinds", Text: func(n int) string { return "a = [" + strings.Repeat("1, \"x\", true, [1], ", n/4) + "]\n" }},
	{Name: "one unknown name", Text: func(n int) string { return "a = [" + strings.Repeat("nope, ", n) + "]\n" }},
	{Name: "unknown names in one list", Compared: 100, Limit: trials, Text: func(n int) string {
		return "a = [\n" + each(n, func(i int) string { return fmt.Sprintf("  nope%d,\n", i) }) + "]\n"
	}},
	{Name: "unknown names in many items", Compared: 500, Limit: trials, Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("output o%d {\n  value = nope%d\n}\n", i, i) })
	}},
	{Name: "misspelt names", Compared: 500, Limit: names, Text: func(n int) string {
		return each(n, func(i int) string { return fmt.Sprintf("aa%d = 1\n", i) }) + "x = [" + each(n, func(i int) string { return fmt.Sprintf("ab%d, ", i) }) + "]\n"
	}},
	{Name: "misspelt members of a wide object", Compared: 500, Limit: names, Text: func(n int) string {
		return "o = {" + each(n, func(i int) string { return fmt.Sprintf("name%d = 0, ", i) }) + "}\n" + each(n, func(i int) string { return fmt.Sprintf("r%d = o.nama%d\n", i, i) })
	}},
	{Name: "elements with one member each", Text: func(n int) string {
		return "v = [" + each(n, func(i int) string { return fmt.Sprintf("{ z%d = 0 }, ", i) }) + "]\n" + each(n, func(i int) string { return fmt.Sprintf("r%d = v[%d].z%d\n", i, i, i) })
	}},
	{Name: "one name", Compared: 500, Limit: trials, Text: func(n int) string { return strings.Repeat("a = 1\n", n) }},
	{Name: "operators", Compared: 500, Limit: trials, Text: func(n int) string { return strings.Repeat("x = 1 + 2 * 3 == 4 ? \"${1}\" : [2][0]\n", n) }},
	{Name: "text that is not closed", Text: func(n int) string { return strings.Repeat("a = [\nb {\n", n) }},
	{Name: "blank lines", Text: func(n int) string { return "a = 1\n" + strings.Repeat("\n", 10*n) + "b = 2\n" }},
	{Name: "blank lines in a value", Compared: 500, Limit: trials, Text: func(n int) string { return "a = {\n" + strings.Repeat("\n\n\n  b = 1\n", n) + "}\n" }},
	{Name: "types that double", Text: func(n int) string {
		return "a0 = { x = 1 }\n" + each(n, func(i int) string { return fmt.Sprintf("a%d = { l = a%d, r = a%d }\n", i+1, i, i) })
	}},
	{Name: "codes in one comment", Text: func(n int) string {
		return "# pcl-lsp:ignore " + each(n, func(i int) string { return fmt.Sprintf("code.x%d, ", i) }) + "last\na = nope\n"
	}},
	{Name: "lists with unknown names", Compared: 500, Limit: trials, Text: func(n int) string {
		lists := int(math.Sqrt(float64(n)))
		known := "[" + each(lists, func(i int) string { return fmt.Sprintf("a%d, ", 2*i) }) + "]\n"
		return each(lists, func(i int) string { return fmt.Sprintf("a%d = ", i) + known })
	}},
	{Name: "components in a circle", Text: usesFirst, More: func(n int) map[string]string {
		return components(n, func(i int) string { return fmt.Sprintf("component next \"../c%d\" {\n}\n", (i+1)%n) })
	}},
	{Name: "components in a chain", Text: usesFirst, More: func(n int) map[string]string {
		return components(n, func(i int) string {
			if i+1 == n {
				return "output o {\n  value = 1\n}\n"
			}
			return fmt.Sprintf("component next \"../c%d\" {\n}\n\noutput o {\n  value = next.o\n}\n", i+1)
		})
	}},
	{Name: "many files", Text: func(n int) string { return "a = 1\n" }, More: func(n int) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("f%d.pp", i)] = fmt.Sprintf("output o%d {\n  value = a\n}\n", i)
		}
		return files
	}},
	{Name: "a text with many parts", Text: func(n int) string { return "a = 1\nb = \"" + strings.Repeat("${a} and ", n) + "\"\n" }},
	{Name: "brackets in brackets", Compared: 400, Limit: levels, Text: func(n int) string { return "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }},
	{Name: "conditions in conditions", Compared: 400, Limit: levels, Text: func(n int) string { return "a = 1\nb = " + strings.Repeat("a == 1 ? a : ", n) + "a\n" }},
	{Name: "comments", Text: func(n int) string { return strings.Repeat("# pcl-lsp:ignore unused.local\n", n) + "a = 1\n" }},
	{Name: "blocks of Terraform", Compared: 500, Limit: trials, Text: func(n int) string {
		return each(n, func(i int) string {
			return fmt.Sprintf("resource \"cloudy_network\" \"n%d\" {\n  cidr_block = cloudy_network.n%d.cidr_block\n  tags       = cloudy_bucket.b%d.tags\n}\n", i, i/2, i)
		})
	}},
	{Name: "a resource with many attributes", Compared: 500, Limit: trials, Text: func(n int) string {
		return "resource r \"random:index:Pet\" {\n" + each(n, func(i int) string { return fmt.Sprintf("  k%d = r\n", i) }) + "}\n"
	}},
	{Name: "paths whose changes are ignored", Text: func(n int) string {
		return "resource r \"pen:index:Pen\" {\n" + each(n, func(i int) string { return fmt.Sprintf("  k%d = \"b\"\n", i) }) + "  options {\n    ignoreChanges = [" + each(n, func(i int) string { return fmt.Sprintf("k%d, ", i) }) + "]\n  }\n}\n"
	}, More: func(n int) map[string]string {
		inputs := each(n, func(i int) string { return fmt.Sprintf(`, "k%d": "a"`, i) })[1:]
		return map[string]string{Old: pens(n), settings: "state: state.json\n", State: stateOf(fmt.Sprintf(`{"urn": "urn:pulumi:dev::p::pen:index:Pen::r", "type": "pen:index:Pen", "custom": true, "id": "1", "inputs": {%s}}`, inputs))}
	}},
	{Name: "parents in a chain", Compared: 2_000, Limit: urns, Text: func(n int) string {
		return "resource r0 \"pen:index:Pen\" {\n}\n" + each(n, func(i int) string {
			return fmt.Sprintf("resource r%d \"pen:index:Pen\" {\n  options {\n    parent = r%d\n  }\n}\n", i+1, i)
		})
	}, More: func(n int) map[string]string {
		return map[string]string{Old: pens(1), settings: "state: state.json\n", State: stateOf(each(n, func(i int) string {
			return fmt.Sprintf(`,{"urn": "urn:pulumi:dev::p::pen:index:Pen::gone%d", "type": "pen:index:Pen", "custom": true, "id": "1", "parent": "urn:pulumi:dev::p::pen:index:Pen::gone%d"}`, i+1, i)
		})[1:])}
	}},
}

// Old and New are the paths of two versions of a schema, which shapes may have.
const (
	Old = "schemas/pen-1.0.0.json"
	New = "schemas/pen-2.0.0.json"
)

// State is the path of the state of a stack, which settings may name.
const (
	State    = "state.json"
	settings = ".pcl-lsp.yaml"
)

func stateOf(resources string) string {
	return `{"version": 3, "deployment": {"resources": [` + resources + `]}}`
}

// pens is the schema of a package with a resource that has n inputs.
func pens(n int) string { return pensNamed(n, "1.0.0", "k%d") }

func pensNamed(n int, version, name string) string {
	inputs := each(n, func(i int) string { return fmt.Sprintf(`, "`+name+`": {"type": "string"}`, i) })[1:]
	return `{"name": "pen", "version": "` + version + `", "resources": {"pen:index:Pen": {"inputProperties": {` + inputs + `}}}}`
}

func usesFirst(int) string { return "component first \"./c0\" {\n}\n" }

// components are n programs beside each other.
func components(n int, text func(i int) string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("c%d/main.pp", i)] = text(i)
	}
	return files
}

func each(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}
