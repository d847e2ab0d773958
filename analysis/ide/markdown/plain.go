package markdown

import (
	"html"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file converts the Markdown of this package to plain text.

var (
	linkMarkup = lazy.RegexpWith("](", `\[([^\[\]]*)\]\((https?://[^\s()]*)\)`)
	escapeMark = lazy.RegexpWith(`\`, "\\\\([!-/:-@\\[-`{-~])")
	boldMarkup = lazy.RegexpWith("**", `\*\*([^*\n]+)\*\*`)
)

// Plain is Markdown without its markup: fences go, links show their address.
func Plain(markdown string) string {
	var lines []string
	fence := ""
	for line := range strings.SplitSeq(markdown, "\n") {
		switch {
		case fence != "" && strings.TrimSpace(line) == fence:
			fence = ""
		case fence != "":
			lines = append(lines, line)
		case strings.HasPrefix(line, "```"):
			fence = line[:backticks(line)]
		default:
			lines = append(lines, plainLine(line))
		}
	}
	return strings.Join(lines, "\n")
}

// plainLine removes the markup of a line except in code spans.
func plainLine(line string) string {
	var out strings.Builder
	rest := line
	for at := 0; at < len(rest); {
		switch rest[at] {
		case '\\':
			at += 2
		case '`':
			run := backticks(rest[at:])
			end := strings.Index(rest[at+run:], rest[at:at+run])
			if end < 0 {
				end = len(rest) - at - 2*run
			}
			end += at + 2*run
			out.WriteString(plainWords(rest[:at]) + rest[at:end])
			rest, at = rest[end:], 0
		default:
			at++
		}
	}
	return out.String() + plainWords(rest)
}

func plainWords(text string) string {
	text = linkMarkup.Replace(text, "$1 <$2>")
	text = boldMarkup.Replace(text, "$1")
	return strings.Map(printable, html.UnescapeString(escapeMark.Replace(text, "$1")))
}

// backticks is the length of the run of backticks that a text begins with.
func backticks(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }
