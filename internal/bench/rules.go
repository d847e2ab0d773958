package main

import (
	"context"
	"fmt"
	"strings"
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
func (r *run) rules(ctx context.Context) {
	team, tooMuch := rulesText(), counting(exponential, 60)
	variants := []struct{ rules, what, ratio string }{
		{"", "without rules", ""},
		{team, fmt.Sprintf("with %d rules", teamRules), "with rules to without"},
		{team + tooMuch, "and one that takes too much work", "with too much work to without"},
		{team + tooMuch + counting(hostile, 9), "and some that take nearly too much", "with nearly too much to without"},
	}
	all := make([]*programs, len(variants))
	for i, v := range variants {
		all[i] = r.programs(ctx, fmt.Sprintf("rules-%d", i), r.program(r.Resources, 1))
		if v.rules != "" {
			all[i].Findings += min(i, 2) // that of the rule found, and one about the rule that is switched off
			writeFiles(all[i].dir, map[string]string{
				".pcl-lsp.yaml":      "ruleFiles: [team.pcl-rules.hcl]\n",
				"team.pcl-rules.hcl": v.rules,
			})
		}
	}
	took := r.series(ctx, []string{"main.pp"}, ruleRounds*r.Edits, []int{1, 0}, all...)
	for i, v := range variants {
		row := Row{Group: "rules", On: all[i].on(), Parse: all[i].parse, Trip: took[i].trip, Note: r.fewer(len(took[i].own), ruleRounds*r.Edits)}
		r.report.add(row.with(fmt.Sprintf("rules.%d", i), "edit → findings, "+v.what, "ms", summarize(took[i].own)))
	}
	without := summarize(took[0].own)
	row := Row{Group: "rules", On: plural(r.Resources, "resource")}
	for i, v := range variants[1:] {
		with, id := summarize(took[i+1].own), fmt.Sprintf("rules.ratio.%d.", i)
		r.report.add(row.with(id+"median", "median, "+v.ratio, "×", single(with.Median/without.Median)), median(1.2))
		r.report.add(row.with(id+"p99", "p99, "+v.ratio, "×", single(with.P99/without.P99)), median(1.2))
	}
}
