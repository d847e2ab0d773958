package house

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const fallingFile = "testdata/falling.txt"

// phrases are ways to say something that a native speaker would say in another way. What instead: CONTRIBUTING.md.
var phrases = map[string]*regexp.Regexp{
	"what is":      regexp.MustCompile(`\bwhat (?:is|are|was|has|have)\b`),
	"nobody":       regexp.MustCompile(`\b(?:nobody|somebody|whoever|everybody)\b`),
	"tells what":   regexp.MustCompile(`\btells? (?:what|which|whether|how)\b`),
	"is no noun":   regexp.MustCompile(`\b(?:is|are|was) no [a-km-z]\w+`), // not "no longer"
	"of which":     regexp.MustCompile(`\b(?:of|from|in|to|for|by|with|at|on) (?:which|whom)\b`),
	"that of":      regexp.MustCompile(`\b(?:that which|that of|those of)\b`),
	"not American": regexp.MustCompile(`(?i)\b(?:colour\w*|behaviour\w*|recognis\w+|licenc\w+|favour\w*|(?:initial|normal|optim|serial|parameter|organ|capital|minim|general|summar|synchron)is(?:e|ed|es|ing|ation)|neighbour\w*|labelled|modelled|cancell(?:ed|ing)|judgement|misspelt|spelt|catalogue)\b`),
}

// TestNumbersFall: of what should not be, there is never more than before. -update writes down how much is left, if it is less.
func TestNumbersFall(t *testing.T) {
	t.Parallel()
	left := map[string]int{}
	count := func(text string) {
		for name, phrase := range phrases {
			left[name] += len(phrase.FindAllStringIndex(text, -1))
		}
	}
	eachFile(t, func(path string, text []byte) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > 121 { // with the end of the line
				left["long line"]++
			}
		}
		for _, comment := range comments(text) {
			count(comment)
		}
	})
	for _, document := range append(documents(t), "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		count(string(text))
	}
	recorded, err := os.ReadFile(fallingFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var now strings.Builder
	for _, name := range []string{"long line", "what is", "nobody", "tells what", "is no noun", "of which", "that of", "not American"} {
		was := 1 << 30
		for line := range strings.Lines(string(recorded)) {
			if n, rest, _ := strings.Cut(line, " "); strings.TrimSpace(rest) == name {
				if _, err := fmt.Sscan(n, &was); err != nil {
					t.Fatal(err)
				}
			}
		}
		if left[name] > was {
			t.Errorf("%s: %d, and there were %d; say it in another way", name, left[name], was)
		}
		fmt.Fprintf(&now, "%d %s\n", min(left[name], was), name)
	}
	if *update {
		if err := os.WriteFile(fallingFile, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// comments are the comments of a file in Go.
func comments(text []byte) (all []string) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(text)), text, nil, scanner.ScanComments)
	for {
		switch _, tok, literal := s.Scan(); tok {
		case token.EOF:
			return all
		case token.COMMENT:
			all = append(all, literal)
		}
	}
}
