package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flags about codes and severities, and the commands rules, rules test and explain.

// ruleFlags are the flags that choose codes and their severities.
type ruleFlags struct {
	rules             []string
	selected, ignored []string
	config            configFlag

	policy codes.Policy // from all of them
}

func (f *ruleFlags) register(cmd *cobra.Command) {
	f.config.register(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.rules, "rule", nil, "severity for a code or a family: `CODE=SEVERITY` (repeatable)")
	flags.StringSliceVar(&f.selected, "select", nil, "report only findings with these `CODES`, a comma-separated list of codes and families such as unused.* (repeatable)")
	flags.StringSliceVar(&f.ignored, "ignore", nil, "do not report findings with these `CODES`, a comma-separated list of codes and families such as unused.* (repeatable)")
}

func (f *ruleFlags) validate() (err error) {
	f.policy, err = ask.Policy(f.rules, f.selected, f.ignored)
	return err
}

// usableSettings rejects settings files with mistakes, because a check must not ignore what
// the team has decided.
func usableSettings(env environment, snapshot *workspace.Snapshot, files []settings.File) error {
	for _, file := range files {
		if len(file.Faults) == 0 {
			continue
		}
		return errors.Join(lists.Map(file.Faults, func(d analysis.Diagnostic) error {
			return fmt.Errorf("%s: %s", placeOf(snapshot, d.Path, env.relative(d.Path), d.Span), d.Message)
		})...)
	}
	return nil
}

func (a *app) rulesCommand() *cobra.Command {
	var format string
	var color colorFlag
	cmd := command("rules", unknownCommand, func(_ context.Context, _ []string) error {
		if format == "json" {
			return unwritten("the rules", report.RulesJSON(a.stdout, listedRules()))
		}
		return unwritten("the rules", report.Rules(a.stdout, report.Style{Colour: color.on(a.env, a.env.terminal)}, listedRules()))
	})
	formatVar(cmd, &format, "text", "json")
	cmd.AddCommand(a.rulesTestCommand())
	color.register(cmd)
	return cmd
}

func listedRules() []report.Rule {
	var rules []report.Rule
	for _, d := range codes.Rules() {
		rules = append(rules, report.Rule{Declaration: d, Fixable: fix.Has(d.Code)})
	}
	slices.SortFunc(rules, func(a, b report.Rule) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return rules
}

func (a *app) rulesTestCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var format string
	cmd := command("rules-test", nil, func(ctx context.Context, args []string) error {
		return a.testRules(ctx, &schemas, format, args)
	})
	formatVar(cmd, &format, "text", "json")
	schemas.Register(cmd.Flags())
	return cmd
}

func (a *app) testRules(ctx context.Context, flags *schemaflags.Flags, format string, args []string) error {
	files, err := ask.Dir(a.env.dir).RuleFiles(args)
	if err != nil {
		return answered(err)
	}
	session, err := flags.Session(ctx, a.env.schemas(), workspace.Options{})
	if err != nil {
		return err
	}
	all, err := ask.RuleTests(ctx, session.Snapshot(), files, a.env.relative)
	if err != nil {
		return answered(err)
	}
	write := all.Text
	if format == "json" {
		write = all.JSON
	}
	if err := write(a.stdout); err != nil {
		return unwritten("the results", err)
	}
	if _, failed, mistakes := all.Count(); failed+mistakes > 0 {
		return failure{code: exitFindings}
	}
	return nil
}

func (a *app) explainCommand() *cobra.Command {
	var format string
	var color colorFlag
	cmd := command("explain", nil, func(ctx context.Context, args []string) error {
		return a.explain(ctx, format, report.Style{Colour: color.on(a.env, a.env.terminal)}, args)
	})
	cmd.ValidArgsFunction = completeCodes
	formatVar(cmd, &format, "text", "json")
	color.register(cmd)
	return cmd
}

func completeCodes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return codes.Patterns(), cobra.ShellCompDirectiveNoFileComp
}

// explain explains what the arguments name, also of the rules that the settings for the current directory name.
func (a *app) explain(ctx context.Context, format string, style report.Style, args []string) error {
	known, about := ask.Explanations()
	if ask.OfTeam(args) || len(args) == 0 {
		flags := schemaflags.Flags{Offline: true, Trust: &schemaflags.Trust{}}
		session, err := flags.Session(ctx, a.env.schemas(), workspace.Options{})
		if err != nil {
			return err
		}
		known = append(known, ask.TeamRules(session.Snapshot(), filepath.ToSlash(a.env.dir), a.env.relative)...)
	}
	chosen, single, err := ask.Codes(known, args)
	switch {
	case err != nil:
		return err
	case format == "json":
		err = report.ExplainJSON(a.stdout, chosen)
	case single:
		err = report.Explain(a.stdout, style, chosen)
	default:
		err = report.List(a.stdout, style, chosen, about)
	}
	return unwritten("the explanation", err)
}
