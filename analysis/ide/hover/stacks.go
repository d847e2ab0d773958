package hover

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file tells what the stacks of a project set a config to.

// longestSetting is how many characters of a value are shown.
const longestSetting = 60

// inStacks returns a line for each stack that sets a config, and for the project file if it does; without the selected stack if its value is told already. A
// secret is never shown, even where it is not encrypted.
func (h *hoverer) inStacks(it syntax.Placed, told bool) (lines []markdown.Text) {
	isSecret := false
	if a := it.Attribute(language.ConfigSecret); a != nil {
		isSecret = eval.Source(it.Item, a.Expr) == "true"
	}
	for _, s := range h.runs.Stacks(h.p.Dir) {
		value, set := s.Values[analysis.LogicalName(it.Item)]
		if !set || told && s.Path == h.p.Stack().File() {
			continue
		}
		where := "In stack " + markdown.Code(s.Name)
		if s.Name == "" {
			where = "In " + markdown.Code(path.Base(s.Path))
		}
		switch {
		case value.Secure && !value.Plain:
			lines = append(lines, where+": encrypted")
		case value.Secure, isSecret:
			lines = append(lines, where+": not encrypted")
		default:
			lines = append(lines, where+": "+markdown.Code(prose.Shortened(value.Text, longestSetting)))
		}
	}
	return lines
}
