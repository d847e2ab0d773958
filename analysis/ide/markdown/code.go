package markdown

import "strings"

// This file writes code blocks.

// Fenced returns a code block. The fence is longer than any run of backticks in the text.
func Fenced(language, text string) string {
	mark := strings.Repeat("`", max(3, longestRun(text)+1))
	return mark + language + "\n" + strings.TrimSuffix(strings.Map(printable, strings.ReplaceAll(text, "\r\n", "\n")), "\n") + "\n" + mark
}

// longestRun returns the length of the longest run of backticks in a text.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
