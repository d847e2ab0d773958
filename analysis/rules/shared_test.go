package rules_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// heavy is a rule about something that goes through some letters for each of them, several times.
func heavy(number int, about, letters string, times int) string {
	return fmt.Sprintf("rule \"heavy%d\" {\n  title = \"t\"\n  %s\n  require = all([for x in split(\"\", \"%s\") : all([for a in split(\"\", %s) : all([for b in split(\"\", %[4]s) : a == b])])])\n}\n",
		number, about, strings.Repeat("x", times), letters)
}

// together judges a program by rules, and returns what users read and the unusual work.
func together(t *testing.T, p *analysis.Program, texts ...string) (messages []string, steps int) {
	t.Helper()
	file, mistakes := rules.Parse("x.pcl-rules.hcl", strings.Join(texts, ""))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	set, _ := rules.NewSet(file)
	var memory rules.Memory
	judgements, expensive, err := memory.Judge(context.Background(), set, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range expensive {
		messages = append(messages, d.Message)
	}
	for _, j := range judgements {
		for _, d := range j.Found {
			messages = append(messages, d.Message)
		}
	}
	slices.Sort(messages)
	return messages, memory.Unusual()
}

// networks is a program with resources that have long texts.
func networks(t *testing.T, n int, reversed bool) *analysis.Program {
	var items []string
	for i := range n {
		items = append(items, fmt.Sprintf("resource r%d \"cloudy:net:Network\" {\n  cidrBlock = \"%s\"\n}\n", i, strings.Repeat("a", 60-i%9)))
	}
	if reversed {
		slices.Reverse(items)
	}
	return analysistest.LoadText(t, "-- main.pp --\n"+strings.Join(items, "")).Program
}

// TestRulesShareABudget: rules that each stay below the limit of one do not add up to much more than the budget that they share, and those that take little
// are not switched off.
func TestRulesShareABudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		about, letters string
		times, rules   int
		off            int // how many are switched off
	}{
		{"program = true", `"` + strings.Repeat("a", 60) + `"`, 9, 1, 0}, {"program = true", `"` + strings.Repeat("a", 60) + `"`, 9, 30, 30},
		{`resource = "*"`, "resource.inputs.cidrBlock", 1, 2, 0}, {`resource = "*"`, "resource.inputs.cidrBlock", 1, 30, 30},
	} {
		var all []string
		for r := range test.rules {
			all = append(all, heavy(r, test.about, test.letters, test.times))
		}
		condition := map[bool]string{true: "program.files == null", false: "resource.name == null"}[test.times > 1]
		all = append(all, "rule \"small\" {\n  title = \"t\"\n  "+test.about+"\n  require = "+condition+"\n  message = \"found\"\n}\n")
		messages, steps := together(t, networks(t, 12, false), all...)
		if limit := rules.ProgramSteps * (1.1 + math.Log(float64(test.rules))); float64(steps) > limit || steps < rules.ProgramSteps/4 {
			t.Errorf("%d rules with %s: %d steps, want at most %.0f", test.rules, test.about, steps, limit)
		}
		if messages[0] != "found" || len(messages)-strings.Count(strings.Join(messages, " "), "found") != test.off {
			t.Errorf("%d rules with %s, want %d switched off: %v", test.rules, test.about, test.off, messages)
		}
	}
}

// TestExpensiveRulesAreSwitchedOff: those are switched off that take more than an equal share, where all take less. The order of rules and of items does not
// matter.
func TestExpensiveRulesAreSwitchedOff(t *testing.T) {
	t.Parallel()
	var all, want []string
	var costs []int
	for i := range 9 {
		if i%2 == 0 {
			all = append(all, heavy(i, "program = true", `"`+strings.Repeat("a", 40)+`"`, 2*i+1))
		} else {
			all = append(all, heavy(i, `resource = "*"`, `"`+strings.Repeat("a", 3*i)+`"`, 9))
		}
		_, steps := together(t, networks(t, 12, false), all[i])
		costs = append(costs, steps)
	}
	level := 0
	for shared := func() (sum int) {
		for _, n := range costs {
			sum += min(n, level)
		}
		return sum
	}; shared() <= rules.ProgramSteps && level <= rules.ProgramSteps; level++ {
	}
	level--
	for i, n := range costs {
		if n > level {
			want = append(want, fmt.Sprintf("the rule `heavy%d` takes too much work and is switched off", i))
		}
	}
	got, _ := together(t, networks(t, 12, false), all...)
	slices.Reverse(all)
	reversed, _ := together(t, networks(t, 12, true), all...)
	if len(want) == 0 || len(want) > 6 || !slices.Equal(got, want) || !slices.Equal(reversed, want) {
		t.Errorf("got\n%v, and in the reversed order\n%v, want\n%v", got, reversed, want)
	}
}
