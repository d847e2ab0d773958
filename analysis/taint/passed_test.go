package taint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
)

// Each of many components uses the next one twice and passes its inputs the other way round: there are more
// ways to the last one than anybody can follow.
func TestWhatCallersPassIsBounded(t *testing.T) {
	crossed := cost.Shape{Name: "components that cross their inputs", Compared: 1000, Limit: "components behind each other"} // each is looked for behind the others
	new(cost.Sheet).Check(t, "check", "", crossed, 50, func(n int) []float64 {
		return cost.Of(func() {
			if !hasFinding(found(t, crossing(n)), codes.SecretUnsecret) {
				t.Errorf("%d components: what is passed through them is not found", n)
			}
		})
	})
}

// Many items read many configs through one local.
func TestMarksOfManyInputsAreBounded(t *testing.T) {
	hub := cost.Shape{Name: "a hub"}
	new(cost.Sheet).Check(t, "check", "", hub, 300, func(n int) []float64 {
		var main, inner, list strings.Builder
		main.WriteString("config pw string {\n  secret = true\n}\ncomponent c \"./c\" {\n")
		for i := range n {
			fmt.Fprintf(&main, "  a%d = pw\n", i)
			fmt.Fprintf(&inner, "config a%d string {}\nx%d = \"${all}\"\n", i, i)
			fmt.Fprintf(&list, "${a%d}", i)
		}
		main.WriteString("}\n")
		inner.WriteString("all = \"" + list.String() + "\"\n")
		return cost.Of(func() { found(t, programs(map[string]string{"d": main.String(), "d/c": inner.String()})) })
	})
}

func crossing(n int) *checked.Program {
	texts := map[string]string{"d": "config pw string {\n  secret = true\n}\ncomponent c \"./0\" {\n  a = pw\n  b = pw\n}\n"}
	for i := range n {
		text := "config a string {}\nconfig b string {}\n"
		if i == n-1 {
			text += "output o {\n  value = unsecret(a)\n}\n"
		} else {
			text += fmt.Sprintf("component one \"../%d\" {\n  a = a\n  b = b\n}\ncomponent two \"../%d\" {\n  a = b\n  b = a\n}\n", i+1, i+1)
		}
		texts[fmt.Sprintf("d/%d", i)] = text
	}
	return programs(texts)
}

// programs are programs by their directories; the result is that of the directory d.
func programs(texts map[string]string) *checked.Program {
	made := map[string]*checked.Program{}
	world := checked.World{Component: func(dir string) *checked.Program { return made[dir] }}
	for dir, text := range texts {
		made[dir] = analysis.NewProgram(dir, []*syntax.File{syntax.Parse(dir+"/main.pp", text, nil)}, world, nil)
	}
	return made["d"]
}

func hasFinding(found []diagnostic.Diagnostic, code codes.Code) bool {
	for _, d := range found {
		if d.Code == code {
			return true
		}
	}
	return false
}

// Each of many programs uses the next one: a hover in the last one asks only some of them.
func TestCallersOfCallersAreBounded(t *testing.T) {
	const all = 300
	texts := map[string]string{}
	for i := range all {
		texts[fmt.Sprintf("d/%d", i)] = fmt.Sprintf("config a string {}\ncomponent next \"../%d\" {\n  a = secret(a)\n}\n", i+1)
	}
	texts["d"] = "config a string {}\n"
	world := checked.World{}
	made := map[string]*checked.Program{}
	for dir, text := range texts {
		made[dir] = analysis.NewProgram(dir, []*syntax.File{syntax.Parse(dir+"/main.pp", text, nil)}, world, nil)
	}
	asked := 0
	callers := func(dir string) []*checked.Program {
		asked++
		var n int
		if _, err := fmt.Sscanf(dir, "d/%d", &n); err != nil || n == 0 {
			return nil
		}
		return []*checked.Program{made[fmt.Sprintf("d/%d", n-1)]}
	}
	last := made[fmt.Sprintf("d/%d", all-1)]
	it, _ := last.ItemAt(fmt.Sprintf("d/%d/main.pp", all-1), 0)
	s, err := analysis.ItemViewWithCallers(t.Context(), last, it, callers)
	if err != nil {
		t.Fatal(err)
	}
	if text := s.TaintOf("a").SecretText("a"); !strings.Contains(text, "Perhaps secret") || asked > 100 {
		t.Errorf("got %q after asking for callers %d times", text, asked)
	}
}
