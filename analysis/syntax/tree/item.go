package tree

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Attributes are the attributes of a body in source order.
func Attributes(b *hclsyntax.Body) []*hclsyntax.Attribute { return node.Attributes(b) }

// Option is the attribute that sets an option of a block; nil if none does.
func Option(b *hclsyntax.Block, name string) *hclsyntax.Attribute {
	if b == nil {
		return nil
	}
	for _, inner := range b.Body.Blocks {
		if a := inner.Body.Attributes[name]; a != nil && inner.Type == language.OptionsBlock {
			return a
		}
	}
	return nil
}

// OptionAttributes are the attributes of an item that set one of these options.
func OptionAttributes(it *syntax.Item, options []*language.Option) []*hclsyntax.Attribute {
	if !it.HasBlocks() {
		return nil
	}
	var attrs []*hclsyntax.Attribute
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		for _, o := range options {
			if a := b.Body.Attributes[o.Name]; a != nil {
				attrs = append(attrs, a)
			}
		}
	}
	return attrs
}

// LiteralLogicalName is the __logicalName of a block if that is a plain text.
func LiteralLogicalName(b *hclsyntax.Block) (string, bool) {
	attr := b.Body.Attributes[language.LogicalName]
	if attr == nil {
		return "", false
	}
	return PlainText(attr.Expr)
}

// GivenLogicalName is the __logicalName of an item if that is a plain text.
func GivenLogicalName(it *syntax.Item) (string, bool) {
	if !strings.Contains(it.Text, language.LogicalName) || it.Block() == nil { // without the name it needs no tree
		return "", false
	}
	return LiteralLogicalName(it.Block())
}

// LogicalName is the name that an item has outside the program: its __logicalName, or
// else its lexical name.
func LogicalName(it *syntax.Item) string {
	if name, ok := GivenLogicalName(it); ok {
		return name
	}
	return it.Name
}

// Header is the part of a block before its brace, from the keyword to the last label.
func Header(it *syntax.Item) syntax.Span {
	span := it.KeywordSpan
	if n := len(it.Labels); n > 0 {
		span.End = it.Labels[n-1].Span.End
	}
	return span
}

// ContentSpan is an item in its file without the comments and blank lines around it. An
// item without a tree begins at its first word.
func ContentSpan(it syntax.Placed) syntax.Span {
	switch {
	case it.Block() != nil:
		return Span(it.Block().Range()).Shift(it.Base)
	case it.Attr() != nil:
		return Span(it.Attr().Range()).Shift(it.Base)
	}
	start := it.NameSpan.Start
	if it.Keyword != "" {
		start = it.KeywordSpan.Start
	}
	end := len(strings.TrimRight(it.Text, " \t\r\n"))
	return syntax.Span{Start: it.Base + start, End: it.Base + max(start, end)}
}

// CanBeReferredTo reports whether a reference to a name can be written. The words true,
// false and null are always literals.
func CanBeReferredTo(name string) bool {
	return syntax.IsIdentifier(name) && name != "true" && name != "false" && name != "null"
}

// NameLabel is the label that other items use to refer to a block; nil for items without
// such a label.
func NameLabel(it *syntax.Item) *syntax.Label {
	b := language.BlockOf(it.Kind)
	at := b.NameLabel()
	if b.Declares != language.DeclaresItem || at < 0 || at >= len(it.Labels) {
		return nil
	}
	return &it.Labels[at]
}

// HasItsLabels reports whether a block has as many labels as its kind takes. It is true
// for kinds whose name is no label.
func HasItsLabels(it *syntax.Item) bool {
	b := language.BlockOf(it.Kind)
	return b.Keyword == "" || b.NameLabel() < 0 || b.Accepts(len(it.Labels))
}

// CommentAbove is the comment directly above an item, without the signs that make it one.
func CommentAbove(it syntax.Placed) string {
	var lines []string
	for line := range strings.Lines(it.Text[:ContentSpan(it).Start-it.Base]) {
		text, isComment := lineComment(line)
		if !isComment {
			lines = nil // a blank line or a comment of another form ends it
			continue
		}
		if !strings.HasPrefix(text, forTheChecker) {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// forTheChecker begins comments that say nothing to people, such as suppressions.
const forTheChecker = "pcl-lsp:"

// CommentAtTop is the comment with which a text begins, unless an item follows directly.
func CommentAtTop(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		text, isComment := lineComment(line)
		switch {
		case isComment && strings.HasPrefix(text, forTheChecker):
		case isComment:
			lines = append(lines, text)
		case strings.TrimSpace(line) == "":
			if len(lines) > 0 {
				return strings.Join(lines, "\n")
			}
		default:
			return ""
		}
	}
	return strings.Join(lines, "\n")
}

// lineComment returns the text of a line that is a comment.
func lineComment(line string) (text string, isComment bool) {
	line = strings.TrimSpace(line)
	if text, isComment = strings.CutPrefix(line, "#"); !isComment {
		text, isComment = strings.CutPrefix(line, "//")
	}
	return strings.TrimPrefix(text, " "), isComment
}
