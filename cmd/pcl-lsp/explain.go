package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements `pcl-lsp explain`.

const explainHelp = `Explains finding codes: what is wrong, what to do, and an example of each. Without a code,
all codes are listed.

A family such as unused.*, a prefix such as syntax.string, or the title of an area lists
the matching codes.`

type explainCommand struct {
	*app
	format string
	color  colorFlag
}

func (a *app) explainCommand() *cobra.Command {
	c := &explainCommand{app: a}
	cmd := &cobra.Command{
		Use:   "explain [CODE...]",
		Short: "Explain finding codes",
		Long:  explainHelp,
		Example: `  pcl-lsp explain attr.unknown
  pcl-lsp explain 'syntax.*'
  pcl-lsp explain --format json | jq '.codes[].code'`,
		ValidArgsFunction: completeCodes,
		RunE:              func(_ *cobra.Command, args []string) error { return c.run(args) },
	}
	cmd.Flags().StringVar(&c.format, "format", "text", "output format: `text` or json")
	c.color.register(cmd)
	return cmd
}

// completeCodes returns the codes for shell completion.
func completeCodes(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var offers []string
	for _, d := range codes.All() {
		offers = append(offers, string(d.Code)+"\t"+d.Code.Text().Title)
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

func (c *explainCommand) run(args []string) error {
	if err := oneOf("format", c.format, []string{"text", "json"}); err != nil {
		return err
	}
	single, areas, err := chosenCodes(args)
	switch {
	case err != nil:
		return err
	case c.format == "json":
		return unwritten("the explanation", report.ExplainJSON(c.stdout, areas))
	case single != nil:
		return unwritten("the explanation", report.Explain(c.stdout, report.Style{Colour: c.color.on(c.env, c.env.terminal)}, single))
	}
	return unwritten("the explanation", report.List(c.stdout, report.Style{Colour: c.color.on(c.env, c.env.terminal)}, areas))
}

// chosenCodes returns the codes that the arguments name, by area; without arguments, all
// of them. If every argument is a single code, single has them in order.
func chosenCodes(args []string) (single []codes.Declaration, areas []codes.Area, err error) {
	if len(args) == 0 {
		return nil, codes.Areas(), nil
	}
	var errs []error
	families := false
	named := map[codes.Code]bool{}
	for _, arg := range args {
		d, exact := codes.Lookup(codes.Code(arg))
		found := []codes.Declaration{d}
		if !exact {
			families = true
			found = family(arg)
		}
		if len(found) == 0 {
			errs = append(errs, unknownCode(arg))
		}
		for _, d := range found {
			if !named[d.Code] {
				named[d.Code] = true
				single = append(single, d)
			}
		}
	}
	if families {
		single = nil
	}
	return single, restricted(named), errors.Join(errs...)
}

// family returns the codes that a pattern stands for: unused.* and unused stand for all
// codes with that prefix, Calls for the codes of that area.
func family(pattern string) []codes.Declaration {
	prefix, starred := strings.CutSuffix(pattern, "*")
	if !starred && !strings.HasSuffix(prefix, ".") {
		prefix += "."
	}
	var found []codes.Declaration
	for _, a := range codes.Areas() {
		if strings.EqualFold(a.Title, pattern) {
			return a.Declarations
		}
		for _, d := range a.Declarations {
			if strings.HasPrefix(string(d.Code), prefix) {
				found = append(found, d)
			}
		}
	}
	return found
}

// restricted returns the areas with some of their codes.
func restricted(to map[codes.Code]bool) []codes.Area {
	var areas []codes.Area
	for _, a := range codes.Areas() {
		a.Declarations = slices.DeleteFunc(slices.Clone(a.Declarations), func(d codes.Declaration) bool { return !to[d.Code] })
		if len(a.Declarations) > 0 {
			areas = append(areas, a)
		}
	}
	return areas
}

func unknownCode(written string) error {
	var all []string
	for _, d := range codes.All() {
		all = append(all, string(d.Code))
	}
	if strings.HasPrefix(written, codes.TeamPrefix) {
		return fmt.Errorf("%s is a rule of your team: look into the rule files that `ruleFiles` in .pcl-lsp.yaml names", written)
	}
	near := typesys.NearAll(written, all, 3)
	if len(near) == 0 {
		return fmt.Errorf("unknown code %q; `pcl-lsp explain` lists all codes", written)
	}
	return fmt.Errorf("unknown code %q; did you mean %s?", written, strings.Join(near, ", "))
}
