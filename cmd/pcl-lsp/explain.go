package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
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
	formatVar(cmd, &c.format, "text", "json")
	c.color.register(cmd)
	return cmd
}

// completeCodes returns the codes and families for shell completion.
func completeCodes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return codes.Patterns(), cobra.ShellCompDirectiveNoFileComp
}

func (c *explainCommand) run(ctx context.Context, args []string) error {
	known, about := ask.Explanations()
	if ask.OfTeam(args) || len(args) == 0 {
		team, err := c.ofTeam(ctx)
		if err != nil {
			return err
		}
		known = append(known, team...)
	}
	chosen, single, err := ask.Codes(known, args)
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

// ofTeam explains the rules that the settings for the current directory name.
func (c *explainCommand) ofTeam(ctx context.Context) (all []report.Explanation, err error) {
	flags := schemaflags.Flags{Offline: true, Trust: &schemaflags.Trust{}}
	session, err := flags.Session(ctx, c.env.schemas(), workspace.Options{})
	if err != nil {
		return nil, err
	}
	return ask.TeamRules(session.Snapshot(), filepath.ToSlash(c.env.dir), c.env.relative), nil
}
