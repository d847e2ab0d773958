package agent

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
)

// This file keeps answers small.

// bytesPerToken is what a token of a model has on average. Models differ, so a budget is about right, not exact.
const bytesPerToken = 4

// mostTokens limits the budgets that callers name.
const mostTokens = 20_000

// budget is the room in an answer, in bytes.
type budget struct{ left int }

// newBudget is a budget of some tokens, or of as many as a tool gives by itself.
func newBudget(tokens, standard int) *budget {
	return &budget{min(atMost(tokens, standard), mostTokens) * bytesPerToken}
}

// atMost is the limit that an argument names, or that of the tool.
func atMost(argument, standard int) int {
	if argument <= 0 {
		return standard
	}
	return argument
}

// andMore is the line about what is not listed; empty if everything is.
func andMore(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("and %d more\n", n)
}

// take takes the room for some bytes if there is so much.
func (b *budget) take(bytes int) bool {
	if bytes > b.left {
		return false
	}
	b.left -= bytes
	return true
}

// jsonLength is the length of a text as JSON.
func jsonLength(text string) int {
	encoded, _ := json.Marshal(text)
	return len(encoded)
}

// cut shortens a text to some bytes, at the end of a word.
func cut(text string, bytes int) string {
	const ellipsis = "…"
	if len(text) <= bytes {
		return text
	}
	end := max(0, bytes-len(ellipsis))
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > end/2 {
		end = space
	}
	return text[:end] + ellipsis
}

// quoted is the first paragraph of a documentation, on one line, without markup.
func quoted(documentation string) string {
	return strings.Join(strings.Fields(markdown.Plain(markdown.Paragraph(documentation).Markdown())), " ")
}
