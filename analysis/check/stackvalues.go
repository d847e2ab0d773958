package check

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file asks whether the selected stack has a value for a config. What is wrong with
// the values is found in the files that they stand in. (docs/language/configs.md#missing-values)

// lacking is the file of the selected stack, which may not be there, if that has no value for a
// config that needs one; empty otherwise.
func (r *Recorder) lacking(it *syntax.Item, facts ConfigFacts) string {
	key := tree.LogicalName(it)
	return asked(r, OnStack, key, func(p *program.Program) string {
		stack := environmentOf(p).Stack()
		if _, has := stack.Value(key); has || !facts.Required {
			return ""
		}
		return stack.Expected()
	})
}

// storedValue reports that the selected stack has no value for a config that needs one.
func (c blocks) storedValue(it *syntax.Item, facts ConfigFacts) {
	if file := c.Recorder.lacking(it, facts); file != "" {
		c.info.find(codes.ConfigStackMissing, it.NameSpan, "`"+it.Name+"` has no default and no value in "+path.Base(file)+"; deployments of this stack fail")
	}
}
