package fix

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes findings about later versions of packages, in programs that still use the earlier one.

// keptDefault writes out the default that an input has today.
func keptDefault(s site) []Fix {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil || s.finding.Subject == "" || s.item.Kind != syntax.KindResource || s.item.Block() == nil {
		return nil
	}
	for _, p := range info.Inputs {
		if p.Name == s.finding.Subject && p.Default != cty.NilVal && len(p.DefaultEnv) == 0 {
			line := printer.Key(p.Name) + " = " + printer.Value(p.Default)
			return []Fix{{Title: "Write out today's default, `" + line + "`", Edits: s.addInputs(line)}}
		}
	}
	return nil
}
