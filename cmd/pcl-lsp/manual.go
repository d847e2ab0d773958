package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements shell completion and manual pages, which are generated from the
// commands.

// shells are the supported shells.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a shell completion script",
		Long: `Prints a script that completes commands, flags, finding codes and formats in a shell: bash,
zsh, fish or powershell.`,
		Example: `  pcl-lsp completion bash > /etc/bash_completion.d/pcl-lsp
  pcl-lsp completion zsh > "${fpath[1]}/_pcl-lsp"
  pcl-lsp completion fish > ~/.config/fish/completions/pcl-lsp.fish
  pcl-lsp completion powershell >> $PROFILE`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("name a shell: %s", strings.Join(shells, ", "))
			}
			return oneOf("shell", args[0], shells)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			default:
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
		},
	}
}

// completed adds the values of flags for shell completion.
func completed(root *cobra.Command) {
	var formats []string
	for _, f := range report.Formats() {
		formats = append(formats, f.Name+"\t"+f.About)
	}
	values := map[string][]string{
		"check format": formats, "check fail-on": {"error", "warning", "information", "hint", "none"},
		"check rule": codes.Patterns(), "check mode": {"strict", "lenient"}, "dump mode": {"strict", "lenient"},
	}
	for _, cmd := range root.Commands() {
		for flag, list := range values {
			if name := cmd.Name(); len(flag) > len(name) && flag[:len(name)+1] == name+" " {
				_ = cmd.RegisterFlagCompletionFunc(flag[len(name)+1:], cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
			}
		}
		if cmd.Name() == "explain" {
			cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return codes.Patterns(), cobra.ShellCompDirectiveNoFileComp
			}
		}
	}
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages",
		Long:  "Writes the manual pages of all commands to a directory, which is created if necessary: pcl-lsp.1,\npcl-lsp-check.1 and so on.",
		Example: `  pcl-lsp man ~/.local/share/man/man1
  pcl-lsp man /tmp/man && man /tmp/man/pcl-lsp-check.1`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("name the directory to write to: pcl-lsp man DIR")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := a.env.native(args[0])
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			root := a.root()
			root.DisableAutoGenTag = true // a date would change every page every day
			v := buildVersion()
			return doc.GenManTree(root, &doc.GenManHeader{Title: "PCL-LSP", Section: "1", Source: "pcl-lsp " + v.Version, Manual: "pcl-lsp"}, dir)
		},
	}
}
