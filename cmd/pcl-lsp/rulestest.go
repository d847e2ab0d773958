package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp rules test`.

const rulesTestHelp = `Runs the tests in a team's rule files, *` + rules.Ending + `, and lists mistakes in them. Types and
inputs that no package schema has are warnings. A path is a rule file, or a folder with rule
files in it or below. Hidden folders and node_modules are left out.
docs/rules-language.md describes the files.

` + schemaflags.Help + `

Exit codes: 0 all tests pass; 1 a test fails, or a rule file has a mistake; 2 wrong usage, or no
rule files; 3 something could not be read.`

type rulesTestCommand struct {
	*app
	schemaFlags schemaflags.Flags
	format      string
}

func (a *app) rulesTestCommand() *cobra.Command {
	c := &rulesTestCommand{app: a}
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run the tests in a team's rule files",
		Long:  rulesTestHelp,
		Example: `  pcl-lsp rules test
  pcl-lsp rules test rules/security.pcl-rules.hcl
  pcl-lsp rules test --format json | jq '.tests[] | select(.passed | not)'`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	formatVar(cmd, &c.format, "text", "json")
	c.schemaFlags.Register(cmd.Flags())
	return cmd
}

func (c *rulesTestCommand) run(ctx context.Context, args []string) error {
	files, err := c.find(args)
	if err != nil {
		return err
	}
	session, err := c.schemaFlags.Session(ctx, c.env.schemas(), workspace.Options{})
	if err != nil {
		return err
	}
	c.endSoon()
	snapshot := session.Snapshot()
	var all report.RuleTests
	for _, name := range files {
		text, err := snapshot.ReadFile(name)
		if err != nil {
			return uncheckable(fmt.Errorf("%s cannot be read: %w", c.env.relative(name), disk.WithoutPath(err)))
		}
		file, mistakes := rules.Parse(name, string(text))
		schemas := snapshot.Schemas(path.Dir(name))
		mistakes = append(mistakes, file.CheckNames(schemas)...)
		results, err := rules.RunTests(ctx, file, schemas)
		if err != nil {
			return uncheckable(errInterrupted)
		}
		all.Files = append(all.Files, report.RuleFile{Path: c.env.relative(name), Source: file.Source, Mistakes: mistakes, Results: results})
	}
	return c.print(all)
}

func (c *rulesTestCommand) print(all report.RuleTests) error {
	write := all.Text
	if c.format == "json" {
		write = all.JSON
	}
	if err := write(c.stdout); err != nil {
		return unwritten("the results", err)
	}
	if _, failed, mistakes := all.Count(); failed+mistakes > 0 {
		return failure{code: exitFindings}
	}
	return nil
}

// find lists the rule files that the arguments name, in order and each once.
func (c *rulesTestCommand) find(args []string) ([]string, error) {
	paths, err := c.env.paths(args)
	if err != nil {
		return nil, err
	}
	var files []string
	seen := map[string]bool{}
	for _, p := range paths {
		err := filepath.WalkDir(filepath.FromSlash(p), func(at string, d fs.DirEntry, err error) error {
			name, below := filepath.ToSlash(at), filepath.ToSlash(at) != p
			switch {
			case err != nil:
				return err
			case d.IsDir() && below && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return filepath.SkipDir
			case !d.IsDir() && strings.HasSuffix(name, rules.Ending) && !seen[name]:
				seen[name] = true
				files = append(files, name)
			case !d.IsDir() && !below && !strings.HasSuffix(name, rules.Ending):
				return fmt.Errorf("%s is no rule file; its name would end in %s", c.env.relative(name), rules.Ending)
			}
			return nil
		})
		if err != nil {
			if errors.As(err, new(*fs.PathError)) {
				return nil, uncheckable(fmt.Errorf("%s cannot be read: %w", c.env.relative(p), disk.WithoutPath(err)))
			}
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no rule files; their names end in %s", rules.Ending)
	}
	return files, nil
}
