package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements `pcl-lsp rules`.

const rulesCommandHelp = `Lists the rules: the findings about programs that run, and could be written
better. Each has a severity that a settings file or --rule can change, and some
are off until they are given one. A rule with a fix is one that "check --fix"
and editors can repair.

"pcl-lsp explain CODE" says more of one, and "pcl-lsp explain" lists the errors
as well.`

type rulesCommand struct {
	*app
	format string
}

func (a *app) rulesCommand() *cobra.Command {
	c := &rulesCommand{app: a}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules, with their severities and whether there is a fix",
		Long:  rulesCommandHelp,
		Example: `  pcl-lsp rules
  pcl-lsp rules --format json | jq '.rules[] | select(.severity == "off").code'
  pcl-lsp check --rule unused.*=warning`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return c.run() },
	}
	cmd.Flags().StringVar(&c.format, "format", "text", "how the rules are written: `text` or json")
	return cmd
}

func (c *rulesCommand) run() error {
	var err error
	switch c.format {
	case "text":
		err = report.Rules(c.stdout, report.Style{Colour: c.env.colour()}, listedRules())
	case "json":
		err = report.RulesJSON(c.stdout, listedRules())
	default:
		formats := []string{"text", "json"}
		return fmt.Errorf("unknown format %q%s; there are %s", c.format, suggestion(c.format, formats), strings.Join(formats, ", "))
	}
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write the rules: %w", err))
	}
	return nil
}

// listedRules are all rules, sorted by code.
func listedRules() []report.Rule {
	var rules []report.Rule
	for _, d := range codes.Rules() {
		rules = append(rules, report.Rule{Declaration: d, Fixable: fix.Has(d.Code)})
	}
	slices.SortFunc(rules, func(a, b report.Rule) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return rules
}
