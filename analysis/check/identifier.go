package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file reports declarations that nothing can refer to. (PCL specification,
// pcl-syntax.md, section 15.1.)

// canBeReferredTo reports whether a reference can be written to a name. The words
// true, false and null are literals wherever a reference could stand.
func canBeReferredTo(name string) bool {
	return syntax.IsIdentifier(name) && name != "true" && name != "false" && name != "null"
}

// identifier reports a name that nothing can refer to. Outputs are referred to by
// those outside, in other ways; and null has its own error.
func (c *checker) identifier(it *syntax.Item) {
	label := nameLabel(it)
	switch {
	case it.Kind == syntax.KindLocal && (it.Name == "true" || it.Name == "false"):
		c.find(codes.LabelNotIdentifier, it.NameSpan, "`"+it.Name+"` always means the value, so nothing can refer to this local; choose another name")
	case label == nil || !hasItsLabels(it) || canBeReferredTo(label.Value) || label.Value == "null":
	case label.Value == "":
		c.find(codes.LabelNotIdentifier, label.Span, "an empty name cannot be referred to; write one such as `my"+capitalised(it.Keyword)+"`")
	case syntax.IsIdentifier(label.Value):
		c.find(codes.LabelNotIdentifier, label.Span, "`"+label.Value+"` always means the value, so nothing can refer to this "+it.Keyword+"; choose another name")
	default:
		message := "`" + abbreviate(label.Value, 60) + "` is no identifier, so nothing can refer to it"
		if it.Kind != syntax.KindHook {
			message += "; choose one, and keep this name as `__logicalName`"
		}
		c.find(codes.LabelNotIdentifier, label.Span, message)
	}
}

// nameLabel is the label that names what a block declares; nil for items that
// declare nothing which others in the program refer to by a label.
func nameLabel(it *syntax.Item) *syntax.Label {
	at := 0
	switch it.Kind {
	case syntax.KindHook:
		at = 1
	case syntax.KindConfig, syntax.KindResource, syntax.KindRead, syntax.KindComponent:
	default:
		return nil
	}
	if at >= len(it.Labels) {
		return nil
	}
	return &it.Labels[at]
}

// hasItsLabels reports whether a block has as many labels as its kind takes, of
// the kinds whose name is a label.
func hasItsLabels(it *syntax.Item) bool {
	n := len(it.Labels)
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindHook:
		return n == 2
	case syntax.KindConfig, syntax.KindOutput, syntax.KindComponent:
		return n == 1 || n == 2
	}
	return true
}

func capitalised(word string) string { return string(word[0]-'a'+'A') + word[1:] }
