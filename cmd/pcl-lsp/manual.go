package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements shell completion and manual pages, which are generated from the
// commands.

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	var cmd *cobra.Command
	cmd = command("completion", takes(1, 1, "name a shell: "+strings.Join(shells, ", ")),
		func(_ context.Context, args []string) error {
			switch root, out := cmd.Root(), report.Raw(a.stdout); args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return ask.OneOf("shell", args[0], shells)
		})
	cmd.ValidArgs = shells
	return cmd
}

func completed(root *cobra.Command) {
	formats := lists.Map(report.Formats(), func(f report.Format) string { return f.Name + "\t" + f.About })
	values := map[string][]string{
		"check format": formats, "check fail-on": failureNames,
		"check rule": codes.Patterns(), "check select": codes.Patterns(), "check ignore": codes.Patterns(),
		"check mode": {"strict", "lenient"}, "query mode": {"strict", "lenient"}, "check target": targets.Names(),
	}
	for name, list := range values {
		command, flag, _ := strings.Cut(name, " ")
		if cmd, _, err := root.Find([]string{command}); err == nil {
			_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

func (a *app) manCommand() *cobra.Command {
	return command("man", takes(1, 1, "name the directory to write to: pcl-lsp man DIR"),
		func(_ context.Context, args []string) error {
			dir := a.env.native(args[0])
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			heading, err := a.manualHeading()
			if err != nil {
				return err
			}
			for name, page := range report.ManualPages(a.root(), heading) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(page), 0o666); err != nil {
					return err
				}
			}
			return nil
		})
}

// manualHeading returns the line that begins each page. The date comes from SOURCE_DATE_EPOCH, or else from the revision, so
// a release that is built again has the same pages.
func (a *app) manualHeading() (string, error) {
	built := process.Build()
	date, err := time.Parse(time.RFC3339, built.Time)
	if err != nil { // the revision is not known
		date = a.env.clock()()
	}
	if epoch := a.env.variable("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return "", fmt.Errorf("invalid SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0)
	}
	return fmt.Sprintf(".TH \"PCL-LSP\" \"1\" %q %q \"pcl-lsp\"\n", date.UTC().Format("Jan 2006"), "pcl-lsp "+built.Version), nil
}
