package report

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file writes manual pages, which are generated from the commands.

// ManualPages returns the pages of a command and of those below it, by the names of their files. The heading begins each
// page.
func ManualPages(cmd *cobra.Command, heading string) map[string]string {
	pages := map[string]string{manualName(cmd) + ".1": manualPage(cmd, heading)}
	for _, inner := range cmd.Commands() {
		if inner.IsAvailableCommand() {
			maps.Copy(pages, ManualPages(inner, heading))
		}
	}
	return pages
}

// manualPage returns the page of a command, in the language of man(7). The heading begins it.
//
// Why: package doc of cobra makes Markdown first, and brings a Markdown library that takes a tenth of the time of every
// start. It also joins the lines of lists.
func manualPage(cmd *cobra.Command, heading string) string {
	cmd.InitDefaultHelpFlag()
	description := cmp.Or(cmd.Long, cmd.Short)
	page := ".nh\n" + heading +
		".SH NAME\n" + roff(manualName(cmd)+" - "+cmd.Short) +
		".SH SYNOPSIS\n" + roff("`"+cmd.UseLine()+"`") +
		".SH DESCRIPTION\n" + roffParagraphs(description)
	if cmd.HasAvailableFlags() {
		page += ".SH OPTIONS\n" + roffFlags(cmd.Flags())
	}
	if cmd.Example != "" {
		page += ".SH EXAMPLE\n.EX\n" + roff(cmd.Example) + ".EE\n"
	}
	return page + ".SH SEE ALSO\n" + roff(strings.Join(relatedPages(cmd), ", "))
}

func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func relatedPages(cmd *cobra.Command) []string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, "`"+manualName(cmd.Parent())+"`(1)")
	}
	for _, inner := range cmd.Commands() {
		if inner.IsAvailableCommand() {
			pages = append(pages, "`"+manualName(inner)+"`(1)")
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
