package tree

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file reads the comments that describe an item or a file.

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
