package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements `pcl-lsp config`: settings files as such.

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check settings files and say what they come to",
		Long: `Checks settings files, named .pcl-lsp.yaml, and says what they come to. The nearest
one counts for a program, in its directory or above it:

  exclude: ["generated/**", "**/*_gen.pp"]   # nothing is shown of these files
  failOn: warning                            # what makes a check fail
  overrides:                                 # the last that matches decides
    - paths: [legacy]
      mode: lenient
      rules:
        unused.*: off

Patterns are relative to the file, and a folder stands for all that is in it.`,
		Example: `  pcl-lsp config verify
  pcl-lsp config show infra/legacy
  pcl-lsp config schema > pcl-lsp.schema.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("config wants to know what to do: pcl-lsp config verify, show or schema")
			}
			return unknownCommand(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args refuses everything
	}
	cmd.AddCommand(a.configVerifyCommand(), a.configShowCommand(), a.configSchemaCommand())
	return cmd
}

func (a *app) configVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify [PATH]",
		Short: "Check a settings file",
		Long: `Lists everything in a settings file that cannot be used, as PATH:LINE:COLUMN: MESSAGE. The
path is that of the file, or of a folder: then it is the file that counts there.

Exit codes: 0 all of it can be used; 2 something cannot, or there is no such file.`,
		Example: `  pcl-lsp config verify
  pcl-lsp config verify infra/.pcl-lsp.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.verify(args) },
	}
}

func (a *app) configShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show [PATH]",
		Short: "Say which settings are in force for a file or a folder, and why",
		Long: `Lists the settings for a program file or a folder, each with its value and the place
that it comes from. Of severities the first that matches a code decides. Flags and the
settings of an editor go before these.`,
		Example: `  pcl-lsp config show
  pcl-lsp config show infra/legacy/main.pp`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.showSettings(args) },
	}
}

func (a *app) configSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of settings files",
		Long:    "Prints the JSON schema of settings files, for editors and other tools that check YAML.",
		Example: `  pcl-lsp config schema > pcl-lsp.schema.json`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(settings.Schema())
			return unwritten(err)
		},
	}
}

func unwritten(err error) error {
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write the answer: %w", err))
	}
	return nil
}

// verify checks one settings file, whatever its name is.
func (a *app) verify(args []string) error {
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	file, dir := "", paths[0]
	session := workspace.New(workspace.Options{})
	info, err := os.Stat(filepath.FromSlash(paths[0]))
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", a.env.relative(paths[0]), withoutPath(err))
	}
	if !info.IsDir() {
		file, dir = paths[0], path.Dir(paths[0])
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", a.env.relative(file), withoutPath(err))
		}
		session.Apply(workspace.Open{Path: path.Join(dir, settings.FileName), Text: string(text)})
	}
	snapshot := session.Snapshot()
	counts := snapshot.SettingsFile(dir)
	if counts == "" {
		return fmt.Errorf("there is no %s in %s or above it", settings.FileName, a.env.relative(dir))
	}
	if file == "" {
		file = counts
	}
	faults := snapshot.SettingsFaults(dir)
	out := report.NewPlain(a.stdout)
	for _, d := range faults {
		if _, err := fmt.Fprintf(out, "%s: %s\n", placeOf(snapshot, counts, a.env.relative(file), d.Span), d.Message); err != nil {
			return unwritten(err)
		}
	}
	if len(faults) > 0 {
		return failure{code: exitUsage}
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: %s: nothing is wrong\n", a.env.relative(file))
	return nil
}

// showSettings lists what is in force.
func (a *app) showSettings(args []string) error {
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	dir := paths[0]
	info, err := os.Stat(filepath.FromSlash(dir))
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %s: %w", a.env.relative(dir), withoutPath(err))
	case !info.IsDir() && !strings.HasSuffix(dir, ".pp"):
		return fmt.Errorf("%s is neither a folder nor a .pp file", a.env.relative(dir))
	case !info.IsDir():
		dir = path.Dir(dir)
	}
	snapshot := workspace.New(workspace.Options{}).Snapshot()
	file := snapshot.SettingsFile(dir)
	out := tabwriter.NewWriter(report.NewPlain(a.stdout), 0, 0, 2, ' ', 0)
	if snapshot.Excluded(paths[0]) {
		fmt.Fprintf(out, "%s is excluded: no findings are shown\n", a.env.relative(paths[0]))
	}
	for _, s := range snapshot.InForce(paths[0]) {
		from := "default"
		if !s.Default {
			from = placeOf(snapshot, file, a.env.relative(file), s.Span)
		}
		if s.Overrides != nil {
			from += " for " + strings.Join(s.Overrides, ", ")
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", s.Key, s.Value, from)
	}
	if err := out.Flush(); err != nil {
		return unwritten(err)
	}
	for _, d := range snapshot.SettingsFaults(dir) {
		fmt.Fprintf(a.stderr, "pcl-lsp: left out: %s: %s\n", placeOf(snapshot, file, a.env.relative(file), d.Span), d.Message)
	}
	return nil
}
