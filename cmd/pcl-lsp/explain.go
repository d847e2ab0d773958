package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp explain`.

const explainHelp = `Explains finding codes: what is wrong, what to do, and an example of each. Without a code,
all codes are listed.

A family such as unused.*, a prefix such as syntax.string, or the title of an area lists
the matching codes. Your team's rules (team.NAME) are those that the settings for the
current directory name.`

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
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
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

func (c *explainCommand) run(ctx context.Context, args []string) error {
	if err := oneOf("format", c.format, []string{"text", "json"}); err != nil {
		return err
	}
	known, about := explanations()
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, codes.TeamPrefix) }) || len(args) == 0 {
		team, err := c.ofTeam(ctx)
		if err != nil {
			return err
		}
		known = append(known, team...)
	}
	chosen, single, err := chosenCodes(known, args)
	style := report.Style{Colour: c.color.on(c.env, c.env.terminal)}
	switch {
	case err != nil:
		return err
	case c.format == "json":
		return unwritten("the explanation", report.ExplainJSON(c.stdout, chosen))
	case single:
		return unwritten("the explanation", report.Explain(c.stdout, style, chosen))
	}
	return unwritten("the explanation", report.List(c.stdout, style, chosen, about))
}

// explanations are those of all codes, by area, and what each area is about.
func explanations() (all []report.Explanation, about map[string]string) {
	about = map[string]string{report.OfTeam: "what the rule files say that settings name"}
	for _, a := range codes.Areas() {
		about[a.Title] = a.About
		for _, d := range a.Declarations {
			all = append(all, report.Explained(a.Title, d))
		}
	}
	return all, about
}

// ofTeam explains the rules that the settings for the current directory name.
func (c *explainCommand) ofTeam(ctx context.Context) (all []report.Explanation, err error) {
	flags := schemaflags.Flags{Offline: true, Trust: &schemaflags.Trust{}}
	session, err := flags.Session(ctx, c.env.schemas(), workspace.Options{})
	if err != nil {
		return nil, err
	}
	snapshot := session.Snapshot()
	for _, r := range snapshot.TeamRules(filepath.ToSlash(c.env.dir)) {
		place := c.env.relative(r.Path)
		if file, _, _, ok := snapshot.File(r.Path); ok {
			place = fmt.Sprintf("%s:%d", place, file.Line(r.Span.Start)+1)
		}
		all = append(all, report.ExplainedRule(r.Code(), r.Severity, report.TeamRule{Title: r.Title, Docs: r.Docs, Category: r.Category}, place))
	}
	return all, nil
}

// chosenCodes returns what the arguments name, each once and in the order of the codes; without arguments, all. It is single if every
// argument is a single code; then it is in their order.
func chosenCodes(known []report.Explanation, args []string) (chosen []report.Explanation, single bool, err error) {
	if len(args) == 0 {
		return known, false, nil
	}
	var errs []error
	single = true
	named := map[codes.Code]bool{}
	for _, arg := range args {
		found := which(known, func(e report.Explanation) bool { return string(e.Code) == arg })
		if len(found) == 0 {
			single = false
			found = family(known, arg)
		}
		if len(found) == 0 {
			errs = append(errs, unknownCode(known, arg))
		}
		for _, e := range found {
			if !named[e.Code] {
				named[e.Code] = true
				chosen = append(chosen, e)
			}
		}
	}
	if !single {
		chosen = which(known, func(e report.Explanation) bool { return named[e.Code] })
	}
	return chosen, single, errors.Join(errs...)
}

func which(known []report.Explanation, is func(report.Explanation) bool) []report.Explanation {
	return slices.DeleteFunc(slices.Clone(known), func(e report.Explanation) bool { return !is(e) })
}

// family returns the codes that a pattern stands for: unused.* and unused stand for all
// codes with that prefix, Calls for the codes of that area.
func family(known []report.Explanation, pattern string) []report.Explanation {
	prefix, starred := strings.CutSuffix(pattern, "*")
	if !starred && !strings.HasSuffix(prefix, ".") {
		prefix += "."
	}
	return which(known, func(e report.Explanation) bool {
		return strings.EqualFold(e.Area, pattern) || strings.HasPrefix(string(e.Code), prefix)
	})
}

func unknownCode(known []report.Explanation, written string) error {
	var all []string
	ofTeam := false
	for _, e := range known {
		all = append(all, string(e.Code))
		ofTeam = ofTeam || e.Area == report.OfTeam
	}
	if strings.HasPrefix(written, codes.TeamPrefix) && !ofTeam {
		return fmt.Errorf("unknown code %q: the settings for this directory name no rule files; run this beside a program", written)
	}
	near := typesys.NearAll(written, all, 3)
	if len(near) == 0 {
		return fmt.Errorf("unknown code %q; `pcl-lsp explain` lists all codes", written)
	}
	return fmt.Errorf("unknown code %q; did you mean %s?", written, strings.Join(near, ", "))
}
