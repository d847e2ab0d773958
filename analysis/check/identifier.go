package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reports declarations that nothing can refer to. (docs/language/blocks.md#labels)

// identifier reports a name that nothing can refer to. Outputs are referred to by
// those outside, in other ways; and null has its own error.
func (c blocks) identifier(it *syntax.Item) {
	label := tree.NameLabel(it)
	switch {
	case it.Inputs != nil: // the name stands nowhere
	case it.Kind == syntax.KindLocal && (it.Name == "true" || it.Name == "false"):
		c.info.find(codes.LabelNotIdentifier, it.NameSpan, "`"+it.Name+"` is a literal, so nothing can refer to this local; choose another name")
	case label == nil || !tree.HasItsLabels(it) || tree.CanBeReferredTo(label.Value) || label.Value == "null":
	case label.Value == "":
		c.info.find(codes.LabelNotIdentifier, label.Span, "nothing can refer to an empty name; write one such as `my"+capitalised(it.Keyword)+"`")
	case syntax.IsIdentifier(label.Value):
		c.info.find(codes.LabelNotIdentifier, label.Span, "`"+label.Value+"` is a literal, so nothing can refer to this "+it.Keyword+"; choose another name")
	default:
		message := "`" + diagnostic.Abbreviate(label.Value, 60) + "` is not an identifier, so nothing can refer to it"
		if it.Kind != syntax.KindHook {
			message += "; choose an identifier, and keep this name as `__logicalName`"
		}
		c.info.find(codes.LabelNotIdentifier, label.Span, message)
	}
}

func capitalised(word string) string { return string(word[0]-'a'+'A') + word[1:] }
