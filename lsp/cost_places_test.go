// This file chooses the places at which costs are measured.

package lsp

import (
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// costlyPlace is a place of a text where something is typed.
type costlyPlace struct {
	name  string
	at    int
	typed string
	stays bool // requests see it
}

// in is the text after typing.
func (p costlyPlace) in(text string) string { return text[:p.at] + p.typed + text[p.at:] }

var word = regexp.MustCompile(`[a-zA-Z_]\w*`)

// costlyPlaces are the places of a text that are likely to cost most, whatever its shape is. They are the same ones for each size.
func costlyPlaces(text string, findings []analysis.Diagnostic) []costlyPlace {
	uses, most := map[string]int{}, ""
	for _, name := range word.FindAllString(text, -1) {
		if uses[name]++; uses[name] > uses[most] {
			most = name
		}
	}
	longest, at := [2]int{}, 0
	for line := range strings.Lines(text) {
		if len(line) > longest[1]-longest[0] {
			longest = [2]int{at, at + len(line)}
		}
		at += len(line)
	}
	finding := func(i int) int {
		if len(findings) == 0 {
			return 0
		}
		return findings[i%len(findings)].Span.Start
	}
	lineEnd := func(at int) int { return at + max(strings.IndexByte(text[at:], '\n'), 0) }
	middle := (longest[0] + longest[1]) / 2
	if next := strings.Index(text[middle:longest[1]], ", "); next >= 0 { // the same kind of place for each size
		middle += next + len(", ")
	}
	use := max(strings.LastIndex(text, most), 0)
	places := []costlyPlace{
		{name: "at the first item", at: 0},
		{name: "in the last line", at: strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n') + 1},
		{name: "in the middle of the longest line", at: middle},
		{name: "at the name used most", at: use},
		{name: "at the first finding", at: finding(0)},
		{name: "at a finding in the middle", at: finding(len(findings) / 2)},
		{name: "at the last finding", at: finding(len(findings) + max(len(findings)-1, 0))},
		{name: "while typing a new line", at: lineEnd(len(text) / 2), typed: "\nz = " + most + ".", stays: true},
		{name: "while typing at the end of a line", at: lineEnd(longest[0]), typed: " " + most + ".", stays: true},
		{name: "while typing in the longest line", at: middle, typed: " " + most + ".", stays: true},
	}
	for i := range places {
		if !places[i].stays {
			places[i].typed = " "
		}
	}
	return places
}
