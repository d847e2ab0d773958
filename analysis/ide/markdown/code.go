package markdown

import "strings"

// This file writes code spans and code blocks.

// Fenced returns a code block. The fence is longer than any run of backticks in the text.
func Fenced(language, text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// Code is a text as code in a line, whatever stands in it.
func Code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	mark := strings.Repeat("`", longestRun(text)+1)
	if len(mark) > 1 {
		return mark + " " + text + " " + mark
	}
	return mark + text + mark
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
