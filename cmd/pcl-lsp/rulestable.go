package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements `pcl-lsp rules`.

const rulesCommandHelp = `Lists the rules: findings about programs that are valid but could be better. A settings file
or --rule can change the severity of a rule; some rules are off by default. "check --fix"
and editors can fix the findings of a rule that has a fix. "pcl-lsp rules test" runs the tests
of a team's own rules.

"pcl-lsp explain CODE" explains one rule, and "pcl-lsp explain" also lists the errors.`

type rulesCommand struct {
	*app
	format string
	color  colorFlag
}

func (a *app) rulesCommand() *cobra.Command {
	c := &rulesCommand{app: a}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules, with severities and available fixes",
		Long:  rulesCommandHelp,
		Example: `  pcl-lsp rules
  pcl-lsp rules --format json | jq '.rules[] | select(.severity == "off").code'
  pcl-lsp check --rule unused.*=warning`,
		Args: unknownCommand,
		RunE: func(*cobra.Command, []string) error { return c.run() },
	}
	formatVar(cmd, &c.format, "text", "json")
	cmd.AddCommand(a.rulesTestCommand())
	c.color.register(cmd)
	return cmd
}

func (c *rulesCommand) run() error {
	if c.format == "json" {
		return unwritten("the rules", report.RulesJSON(c.stdout, listedRules()))
	}
	return unwritten("the rules", report.Rules(c.stdout, report.Style{Colour: c.color.on(c.env, c.env.terminal)}, listedRules()))
}

// listedRules returns all rules, sorted by code.
func listedRules() []report.Rule {
	var rules []report.Rule
	for _, d := range codes.Rules() {
		rules = append(rules, report.Rule{Declaration: d, Fixable: fix.Has(d.Code)})
	}
	slices.SortFunc(rules, func(a, b report.Rule) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return rules
}
