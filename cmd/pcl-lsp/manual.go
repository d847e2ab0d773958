package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements shell completion and manual pages, which are generated from the
// commands.

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	var cmd *cobra.Command
	cmd = command("completion", takes(1, 1, "name a shell: "+strings.Join(shells, ", ")), func(_ context.Context, args []string) error {
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
		return oneOf("shell", args[0], shells)
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
	return command("man", takes(1, 1, "name the directory to write to: pcl-lsp man DIR"), func(_ context.Context, args []string) error {
		dir := a.env.native(args[0])
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		heading, err := a.manualHeading()
		if err != nil {
			return err
		}
		return writeManual(a.root(), dir, heading)
	})
}

// manualHeading returns the line that begins each page. The date is that of SOURCE_DATE_EPOCH, as usual in builds that can be repeated.
func (a *app) manualHeading() (string, error) {
	date := a.env.clock()()
	if epoch := a.env.variable("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return "", fmt.Errorf("invalid SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0)
	}
	return fmt.Sprintf(".TH \"PCL-LSP\" \"1\" %q %q \"pcl-lsp\"\n", date.Format("Jan 2006"), "pcl-lsp "+buildVersion().Version), nil
}

func writeManual(cmd *cobra.Command, dir, heading string) error {
	for _, inner := range cmd.Commands() {
		if !inner.IsAvailableCommand() {
			continue
		}
		if err := writeManual(inner, dir, heading); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manualPage(cmd, heading)), 0o666)
}

// manualPage returns the page of a command, in the language of man(7). The heading begins it.
//
// Why: package doc of cobra makes Markdown first, and brings a Markdown library that takes a tenth of the time of every
// start. It also joins the lines of lists.
func manualPage(cmd *cobra.Command, heading string) string {
	cmd.InitDefaultHelpFlag()
	description := cmp.Or(cmd.Long, cmd.Short)
	page := ".nh\n" + heading +
		".SH NAME\n" + roff(pageName(cmd)+" - "+cmd.Short) +
		".SH SYNOPSIS\n" + roff("`"+cmd.UseLine()+"`") +
		".SH DESCRIPTION\n" + roffParagraphs(description)
	if cmd.HasAvailableFlags() {
		page += ".SH OPTIONS\n" + roffFlags(cmd.Flags())
	}
	if cmd.Example != "" {
		page += ".SH EXAMPLE\n.EX\n" + roff(cmd.Example) + ".EE\n"
	}
	return page + ".SH SEE ALSO\n" + roff(strings.Join(related(cmd), ", "))
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func related(cmd *cobra.Command) []string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, "`"+pageName(cmd.Parent())+"`(1)")
	}
	for _, inner := range cmd.Commands() {
		if inner.IsAvailableCommand() {
			pages = append(pages, "`"+pageName(inner)+"`(1)")
		}
	}
	return pages
}

// roffParagraphs fills paragraphs, and keeps the lines of those that have indented lines: lists and examples.
func roffParagraphs(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.Contains("\n"+paragraph, "\n ") {
			b.WriteString(".nf\n" + roff(paragraph) + ".fi\n")
		} else {
			b.WriteString(roff(paragraph))
		}
	}
	return b.String()
}

func roffFlags(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		names, value := "`--"+f.Name+"`", "="+f.DefValue
		if f.Shorthand != "" {
			names = "`-" + f.Shorthand + "`, " + names
		}
		if f.Value.Type() == "string" {
			value = fmt.Sprintf("=%q", f.DefValue)
		}
		if f.NoOptDefVal != "" {
			value = "[" + value + "]"
		}
		b.WriteString(".TP\n" + roff(names+value) + roff(f.Usage))
	})
	return b.String()
}

var inBackticks = lazy.Regexp("`([^`\n]+)`")

// roff returns text as lines of a page. What stands in backticks is bold.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	text = inBackticks.Get().ReplaceAllString(text, `\fB$1\fP`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
