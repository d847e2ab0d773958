package cost

import "fmt"

// This file lists shapes whose work is in names: those of two versions of a schema, of aliases, and in comments.

func init() {
	Shapes = append(Shapes,
		Shape{Name: "aliases in a ring", Text: func(n int) string {
			return each(n, func(i int) string {
				return fmt.Sprintf("resource r%d \"pen:index:Pen\" {\n  options {\n    aliases = [{ name = \"r%d\" }, { parent = r%d }]\n  }\n}\n", i, (i+1)%n, (i+1)%n)
			})
		}, More: func(n int) map[string]string {
			return map[string]string{Old: pens(1), settings: "state: state.json\n", State: stateOf(each(n, func(i int) string {
				return fmt.Sprintf(`,{"urn": "urn:pulumi:dev::p::pen:index:Pen::r%d", "type": "pen:index:Pen", "custom": true, "id": "1", "aliases": ["urn:pulumi:dev::p::pen:index:Pen::r%d"]}`, i, (i+1)%n)
			})[1:])}
		}},
		Shape{Name: "renamed properties", Compared: 500, Limit: pairs, Text: func(n int) string {
			return "resource r \"pen:index:Pen\" {\n" + each(n, func(i int) string { return fmt.Sprintf("  colorOf%d = \"b\"\n", i) }) + "}\n"
		}, More: func(n int) map[string]string {
			return map[string]string{Old: pensNamed(n, "1.0.0", "colorOf%d"), New: pensNamed(n, "2.0.0", "colourOf%d")}
		}},
		Shape{Name: "misspelt inputs", Compared: 500, Limit: names, Text: func(n int) string {
			return "resource r \"pen:index:Pen\" {\n" + each(n, func(i int) string { return fmt.Sprintf("  colourOf%d = \"b\"\n", i) }) + "}\n"
		}, More: func(n int) map[string]string { return map[string]string{Old: pensNamed(n, "1.0.0", "colorOf%d")} }},
		Shape{Name: "a comment on each line of a list", Compared: 500, Limit: trials, Text: func(n int) string {
			return "a = [\n" + each(n, func(i int) string {
				return fmt.Sprintf("  nope%d, # pcl-lsp:ignore name.unknwon%d -- later\n", i, i)
			}) + "]\n"
		}},
		Shape{Name: "comments on many items", Compared: 500, Limit: trials, Text: func(n int) string {
			return each(n, func(i int) string { return fmt.Sprintf("a%d = nope%d # pcl-lsp:ignore name.unknown -- later\n", i, i) })
		}},
	)
}
