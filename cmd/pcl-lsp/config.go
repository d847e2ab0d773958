package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements `pcl-lsp config`, for settings files.

func (a *app) configCommand() *cobra.Command {
	return group("config", "choose a command: pcl-lsp config init, verify, show or schema",
		a.configInitCommand(), a.configVerifyCommand(), a.configShowCommand(), a.configSchemaCommand())
}

func (a *app) configVerifyCommand() *cobra.Command {
	return command("config-verify", cobra.MaximumNArgs(1),
		func(_ context.Context, args []string) error { return a.verify(args) })
}

func (a *app) configShowCommand() *cobra.Command {
	f := &configFlag{}
	cmd := command("config-show", cobra.MaximumNArgs(1),
		func(_ context.Context, args []string) error { return a.showSettings(f, args) })
	f.register(cmd)
	return cmd
}

func (a *app) configSchemaCommand() *cobra.Command {
	return command("config-schema", cobra.NoArgs, func(_ context.Context, _ []string) error {
		_, err := a.stdout.Write(settings.Schema())
		return unwritten("the answer", err)
	})
}

func (a *app) verify(args []string) error {
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	file, dir := "", paths[0]
	session := workspace.New(workspace.Options{})
	info, err := os.Stat(filepath.FromSlash(paths[0]))
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", a.env.relative(paths[0]), disk.WithoutPath(err))
	}
	if !info.IsDir() {
		file, dir = paths[0], path.Dir(paths[0])
		text, err := session.Snapshot().ReadFile(file)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", a.env.relative(file), disk.WithoutPath(err))
		}
		session.Apply(workspace.Open{Path: path.Join(dir, settings.FileName), Text: string(text)})
	}
	snapshot := session.Snapshot()
	counts := snapshot.SettingsFile(dir)
	if counts == "" {
		return fmt.Errorf("no %s in %s or above it", settings.FileName, a.env.relative(dir))
	}
	file = cmp.Or(file, counts)
	faults := snapshot.SettingsFaults(dir)
	out := report.NewPlain(a.stdout)
	for _, d := range faults {
		if _, err := fmt.Fprintf(out, "%s: %s\n", placeOf(snapshot, counts, a.env.relative(file), d.Span), d.Message); err != nil {
			return unwritten("the answer", err)
		}
	}
	if len(faults) > 0 {
		return failure{code: exitUsage}
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: %s has no mistakes\n", a.env.relative(file))
	return nil
}

func (a *app) showSettings(f *configFlag, args []string) error {
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	chosen, err := f.path(a.env)
	if err != nil {
		return err
	}
	dir := paths[0]
	info, err := os.Stat(filepath.FromSlash(dir))
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %s: %w", a.env.relative(dir), disk.WithoutPath(err))
	case !info.IsDir() && !workspace.IsProgramFile(dir):
		return fmt.Errorf("%s is neither a folder nor a .pp or .pcl file", a.env.relative(dir))
	case !info.IsDir():
		dir = path.Dir(dir)
	}
	snapshot := workspace.New(workspace.Options{Settings: chosen, Installed: schemaflags.PulumiIn(disk.Machine{}, a.env.variable("PATH"))}).Snapshot()
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
		return unwritten("the answer", err)
	}
	if p := snapshot.ProgramIn(dir); p != nil {
		if _, err := fmt.Fprintf(a.stdout, "\n%s\n", analysis.EditionOf(p)); err != nil {
			return unwritten("the answer", err)
		}
	}
	for _, d := range snapshot.SettingsFaults(dir) {
		fmt.Fprintf(a.stderr, "pcl-lsp: ignored: %s: %s\n", placeOf(snapshot, file, a.env.relative(file), d.Span), d.Message)
	}
	return nil
}

type configFlag struct{ file string }

func (f *configFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "config", "", "the settings `FILE` of all programs, instead of the nearest .pcl-lsp.yaml of each")
}

// path returns the path of the file; empty without the flag.
func (f *configFlag) path(env environment) (string, error) {
	if f.file == "" {
		return "", nil
	}
	p, err := workspace.PathOf(env.dir, f.file)
	if err != nil {
		return "", err
	}
	switch info, err := os.Stat(filepath.FromSlash(p)); {
	case err != nil:
		return "", fmt.Errorf("--config %s: %w", f.file, disk.WithoutPath(err))
	case info.IsDir():
		return "", fmt.Errorf("--config %s: this is a folder; name a settings file", f.file)
	}
	return p, nil
}

// placeOf returns the start of a span in a settings file, as NAME:LINE:COLUMN.
func placeOf(snapshot *workspace.Snapshot, file, name string, span syntax.Span) string {
	line, column := 0, 0
	if f, _, _, ok := snapshot.File(file); ok {
		line, column = syntax.NewMapper(f.Text()).Position(span.Start, syntax.UTF32)
	}
	return fmt.Sprintf("%s:%d:%d", name, line+1, column+1)
}

func (a *app) configInitCommand() *cobra.Command {
	onlyPrint := false
	cmd := command("config-init", cobra.MaximumNArgs(1), func(_ context.Context, args []string) error {
		if onlyPrint {
			_, err := a.stdout.Write(settings.Template())
			return unwritten("the settings", err)
		}
		return a.initSettings(args)
	})
	cmd.Flags().BoolVar(&onlyPrint, "print", false, "print the file, and write nothing")
	return cmd
}

// initSettings writes a settings file, and notes which one it takes the place of.
func (a *app) initSettings(args []string) error {
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	dir := paths[0]
	file := path.Join(dir, settings.FileName)
	above := workspace.New(workspace.Options{}).Snapshot().SettingsFile(dir)
	f, err := os.OpenFile(filepath.FromSlash(file), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists; edit it, or see --print", a.env.relative(file))
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", a.env.relative(file), disk.WithoutPath(err))
	}
	_, err = f.Write(settings.Template())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("cannot write %s: %w", a.env.relative(file), disk.WithoutPath(err))
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: wrote %s\n", a.env.relative(file))
	if above != "" {
		fmt.Fprintf(a.stderr, "pcl-lsp: %s does not apply in %s anymore; copy the settings that should\n", a.env.relative(above), a.env.relative(dir))
	}
	return nil
}
