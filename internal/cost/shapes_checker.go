package cost

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// This file lists shapes whose work is in the checker: types that are unified, names that are compared, and findings that a limit hides.

const unified = "parts of types that are unified"

// used counts programs with types of their own: the checker remembers the common types of some that it has seen.
var used atomic.Int32

func init() {
	Shapes = append(Shapes,
		Shape{Name: "objects of different types", Compared: 150, Limit: unified, Text: func(n int) string {
			own := used.Add(1)
			return "config i int {\n}\nv = [" + each(3*n, func(i int) string { return fmt.Sprintf("{ z%d_%06d = 0 }, ", i, own) }) +
				"]\nm = {" + each(3*n, func(i int) string { return fmt.Sprintf("k%d = { y%d_%06d = 0 }, ", i, i, own) }) +
				"}\na = [for x in v : x.z1]\nb = v[*].z1\nc = v[i].z1\nd = { for k, x in m : k => x.y1 }\ne = element(v, i)\nf = try(m[\"k${i}\"].y1, 0)\n"
		}},
		Shape{Name: "objects that differ in constants", Compared: 2000, Limit: unified, Text: func(n int) string {
			own := used.Add(1)
			return "v = [" + each(n, func(i int) string { return fmt.Sprintf("{ k = %d, t = [\"%d_%06d\"] }, ", i, i, own) }) + "]\n" +
				each(n/10, func(i int) string { return fmt.Sprintf("a%d = [for x in v : x.k]\n", i) })
		}},
		Shape{Name: "long names", Text: func(n int) string {
			a, b := strings.Repeat("a", 200+20*n), strings.Repeat("b", 200+20*n)
			return a + " = { " + a + " = 1 }\nc = " + b + "\nd = " + a + "." + b + "\ne = " + b + "()\n\n" +
				"resource r \"random:index/randomPet:" + b + "\" {\n  " + a + " = 1\n  options {\n    " + b + " = 1\n  }\n}\n# pcl-lsp:ignore " + b + "\n"
		}},
		Shape{Name: "findings beyond the limit", Compared: 400, Limit: trials, Text: func(n int) string {
			return "config c string {\n}\nv = [\n" + strings.Repeat("  \"${c}\",\n", 8*n) + "]\n"
		}},
	)
}
