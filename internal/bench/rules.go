package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures what the rules of a team cost while somebody types.

// teamRules is how many rules a team has. All of them look at each resource.
const teamRules = 50

// ruleRounds is how many times as many edits are made as for other figures: the slowest hundredth, of which quotients are made, is dozens of edits then.
const ruleRounds = 4

// conditions are of the kinds that teams write. They hold for all resources; %d makes each its own.
var conditions = []string{
	`!secret(resource.inputs.description)`,
	`resource.inputs.cidrBlock != "0.0.0.0/%d"`,
	`resource.inputs.tags.Forbidden%d == null`,
	`resource.name != "forbidden%d"`,
	`!starts_with(resource.logical_name, "tmp%d-")`,
	`resource.options.ignoreChanges == null`,
	`all([for rule in resource.inputs.ingress : rule.fromPort != %d])`,
	`resource.schema.component != true`,
	`!contains(resource.type, "Forbidden%d")`,
	`resource.inputs.tags == null || resource.inputs.tags.Owner != "nobody%d"`,
}

// found is a rule with one finding, which shows that rules are applied.
const found = `
rule "found" {
  title   = "A program has no files"
  program = true
  require = length(program.files) < 1
}
`

// exponential is a rule that takes too much work, so that it is switched off.
const exponential = `
rule "exponential" {
  title    = "Nothing"
  unknown  = "ignore"
  resource = "*"
  require  = any([for a in %[1]s : any([for b in %[1]s : any([for c in %[1]s : a == b + c])])])
}

`

// hostile are rules that take as much work as they may without being switched off.
const hostile = `
rule "large" {
  title    = "Nothing"
  unknown  = "ignore"
  resource = "*"
  require  = all([for a in %[1]s : all([for b in %[1]s : a != b + 1000])])
}

rule "graph" {
  title    = "Nothing"
  unknown  = "ignore"
  resource = "*"
  require  = length(resource.dependents) >= 0 && length(resource.dependencies) >= 0
}
`

// rulesText is the text of the team's rule file.
func rulesText() string {
	var text strings.Builder
	text.WriteString(found)
	for i := range teamRules - 1 {
		condition := conditions[i%len(conditions)]
		if strings.Contains(condition, "%d") {
			condition = fmt.Sprintf(condition, i)
		}
		fmt.Fprintf(&text, "\nrule \"rule-%d\" {\n  title    = \"Rule %d holds\"\n  unknown  = \"ignore\"\n  resource = \"*\"\n  require  = %s\n}\n", i, i, condition)
	}
	return text.String()
}

// counting is a rule in which a list of that many numbers is filled in.
func counting(rule string, n int) string {
	var numbers []string
	for i := range n {
		numbers = append(numbers, fmt.Sprint(i))
	}
	return fmt.Sprintf(rule, "["+strings.Join(numbers, ", ")+"]")
}

// rules measures edits without rules, with those of a team, and with worse ones besides. The servers take turns.
func (r *run) rules(ctx context.Context) error {
	var all []*programs
	team, tooMuch := rulesText(), counting(exponential, 60)
	for id, text := range []string{"", team, team + tooMuch, team + tooMuch + counting(hostile, 9)} {
		p, err := r.programs(ctx, fmt.Sprintf("rules-%d", id), r.program(r.Resources, 1))
		if err != nil {
			return err
		}
		if text != "" {
			p.Findings += min(id, 2) // that of the rule found, and one about the rule that is switched off
			for name, content := range map[string]string{".pcl-lsp.yaml": "ruleFiles: [team.pcl-rules.hcl]\n", "team.pcl-rules.hcl": text} {
				if err := os.WriteFile(filepath.Join(filepath.FromSlash(p.dir), name), []byte(content), 0o644); err != nil {
					return err
				}
			}
		}
		all = append(all, p)
	}
	took := make([]series, len(all))
	if err := r.alternate(ctx, all, places(all[0].Workload, []string{"main.pp"}), nil, took); err != nil {
		return err
	}
	for i, what := range []string{"edit → findings, without rules", fmt.Sprintf("edit → findings, with %d rules", teamRules), "edit → findings, and one that takes too much work", "edit → findings, and some that take nearly too much"} {
		r.report.add(Row{
			ID: fmt.Sprintf("rules.%d", i), Group: "rules", What: what, On: plural(r.Resources, "resource") + ", " + all[i].size(), Unit: "ms",
			Summary: summarize(took[i].own), Parse: all[i].parse, Trip: took[i].trip, Note: r.fewer(len(took[i].own), ruleRounds*r.Edits),
		})
	}
	without := summarize(took[0].own)
	for i, what := range []string{"with rules to without", "with too much work to without", "with nearly too much to without"} {
		with := summarize(took[i+1].own)
		for _, stat := range []struct {
			name     string
			quotient float64
		}{{"median", with.Median / without.Median}, {"p99", with.P99 / without.P99}} {
			r.report.add(Row{
				ID: fmt.Sprintf("rules.ratio.%d.%s", i, stat.name), Group: "rules", What: stat.name + ", " + what, On: plural(r.Resources, "resource"), Unit: "×", Summary: single(stat.quotient),
			}, median(1.2))
		}
	}
	return nil
}

// alternate starts a server for each of the programs that are left, and edits all of them in turn at the same places.
func (r *run) alternate(ctx context.Context, left []*programs, spread []workload.Place, editors []*editor, took []series) error {
	if len(left) > 0 {
		return r.serve(ctx, left[0], []string{"main.pp"}, func(e *editor) (err error) {
			if took[len(editors)].trip, err = e.trip(ctx); err != nil {
				return err
			}
			return r.alternate(ctx, left[1:], spread, append(editors, e), took)
		})
	}
	texts := []int{1, 0}
	together := time.Duration(len(editors)) * r.Limit
	for start, i := time.Now(), 0; i < ruleRounds*r.Edits && (i == 0 || time.Since(start) < together); i++ {
		for n, e := range editors {
			d, err := e.edit(ctx, spread[i/len(texts)%len(spread)], texts[i%len(texts)])
			if err != nil {
				return err
			}
			took[n].own = append(took[n].own, milliseconds(d.own))
		}
	}
	return nil
}
