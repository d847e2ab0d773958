package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements `pcl-lsp config init`.

func (a *app) configInitCommand() *cobra.Command {
	onlyPrint := false
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a settings file with all settings as comments",
		Long: `Writes a file .pcl-lsp.yaml to the current directory, or to DIR, with every setting, its meaning
and its default as comments, so that it changes nothing yet. A file that exists is not
overwritten.

Exit codes: 0 the file was written; 2 it was not.`,
		Example: `  pcl-lsp config init
  pcl-lsp config init infra
  pcl-lsp config init --print > team.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if onlyPrint {
				_, err := a.stdout.Write(settings.Template())
				return unwritten("the settings", err)
			}
			return a.initSettings(args)
		},
	}
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
