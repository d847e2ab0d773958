package main

import (
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"
)

// This file measures what the rules of a team cost while somebody types.

// teamRules is how many rules a team has. All of them look at each resource.
const teamRules = 50

// ruleRounds is how many times as many edits are made as for other figures: the slowest hundredth, of which quotients are made, is dozens of edits then.
const ruleRounds = 4

// ruleFiles are the rules as text. In those of a team, which are separated by lines of three dashes, <n> makes each
// its own; they hold for all resources. <numbers> is a list of numbers: with it, the exponential rule takes too much
// work, so that it is switched off, and the hostile ones take as much as they may.
//
//go:embed rules
var ruleFiles embed.FS

// ruleText returns the rules in a file, with the first so many numbers in their lists.
func ruleText(file string, numbers int) string {
	var list []string
	for i := range numbers {
		list = append(list, strconv.Itoa(i))
	}
	text := string(must(ruleFiles.ReadFile("rules/" + file + ".txt")))
	return strings.ReplaceAll(text, "<numbers>", "["+strings.Join(list, ", ")+"]")
}

// teamText returns the rules of a team. The first has a finding, which shows that rules are applied.
func teamText() string {
	text, templates := ruleText("found", 0), strings.Split(ruleText("team", 0), "---\n")
	for i := range teamRules - 1 {
		text += strings.ReplaceAll(templates[i%len(templates)], "<n>", strconv.Itoa(i))
	}
	return text
}

// rules measures edits without rules, with those of a team, and with worse ones besides. The servers take turns.
func (r *run) rules(ctx context.Context) {
	team, tooMuch := teamText(), ruleText("exponential", 60)
	variants := []struct{ rules, what, ratio string }{
		{"", "without rules", ""},
		{team, fmt.Sprintf("with %d rules", teamRules), "with rules to without"},
		{team + tooMuch, "and one that takes too much work", "with too much work to without"},
		{team + tooMuch + ruleText("hostile", 9), "and some that take nearly too much", "with nearly too much to without"},
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
	edits := ruleRounds * r.Edits
	took := r.series(ctx, []string{"main.pp"}, edits, []int{1, 0}, all...)
	for i, v := range variants {
		r.report.add(Row{
			ID: fmt.Sprintf("rules.%d", i), Group: "rules", What: "edit → findings, " + v.what, On: all[i].on(), Unit: "ms",
			Summary: summarize(took[i].own), Parse: all[i].parse, Trip: took[i].trip, Note: r.fewer(len(took[i].own), edits),
		})
	}
	without := summarize(took[0].own)
	row := Row{Group: "rules", On: plural(r.Resources, "resource")}
	for i, v := range variants[1:] {
		with, id := summarize(took[i+1].own), fmt.Sprintf("rules.ratio.%d.", i)
		r.report.add(row.with(id+"median", "median, "+v.ratio, "×", single(with.Median/without.Median)), median(1.2))
		r.report.add(row.with(id+"p99", "p99, "+v.ratio, "×", single(with.P99/without.P99)), median(1.2))
	}
}
