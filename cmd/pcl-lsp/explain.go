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

const explainHelp = `Explains the codes of findings: what is wrong, what to do, and an example of
both. Without a code it lists all of them.

A family such as unused.*, the beginning of codes such as syntax.string, or the
title of an area lists the codes that it stands for.`

type explainCommand struct {
	*app
	format string
}

func (a *app) explainCommand() *cobra.Command {
	c := &explainCommand{app: a}
	cmd := &cobra.Command{
		Use:   "explain [CODE...]",
		Short: "Explain the codes of findings",
		Long:  explainHelp,
		Example: `  pcl-lsp explain attr.unknown
  pcl-lsp explain 'syntax.*'
  pcl-lsp explain --format json | jq '.codes[].code'`,
		ValidArgsFunction: completeCodes,
		RunE:              func(_ *cobra.Command, args []string) error { return c.run(args) },
	}
	cmd.Flags().StringVar(&c.format, "format", "text", "how codes are written: `text` or json")
	return cmd
}

// completeCodes offers codes to a shell.
func completeCodes(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var offers []string
	for _, d := range codes.All() {
		offers = append(offers, string(d.Code)+"\t"+d.Code.Text().Title)
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

func (c *explainCommand) run(args []string) error {
	if formats := []string{"text", "json"}; !slices.Contains(formats, c.format) {
		return fmt.Errorf("unknown format %q%s; there are %s", c.format, suggestion(c.format, formats), strings.Join(formats, ", "))
	}
	single, areas, err := chosenCodes(args)
	switch {
	case err != nil:
		return err
	case c.format == "json":
		return c.written(report.ExplainJSON(c.stdout, areas))
	case single != nil:
		return c.written(report.Explain(c.stdout, report.Style{Colour: c.env.colour()}, single))
	}
	return c.written(report.List(c.stdout, report.Style{Colour: c.env.colour()}, areas))
}

func (c *explainCommand) written(err error) error {
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write the explanation: %w", err))
	}
	return nil
}

// chosenCodes are the codes that the arguments name, by area; without arguments
// all of them. If each argument is one code these are single, in the order of the
// arguments.
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

// family are the codes that a pattern stands for: unused.* or unused for all that
// begin so, Calls for those of the area.
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

// restricted are the areas with some of their codes.
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
	near := typesys.NearAll(written, all, 3)
	if len(near) == 0 {
		return fmt.Errorf("there is no code %q; `pcl-lsp explain` lists all", written)
	}
	return fmt.Errorf("there is no code %q; did you mean %s?", written, strings.Join(near, ", "))
}
