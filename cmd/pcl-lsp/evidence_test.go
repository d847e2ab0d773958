package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// This file keeps docs/reliability.md and docs/security.md true: what they say is shown
// by tests that exist.

// evidence are the documents whose tables name a test for each sentence.
var evidence = []string{"reliability.md", "security.md"}

// checklist is the list of faults that the project was given, where it is there.
const checklist = "../../../shared/design/reliability-checklist.md"

// claim is a row of such a table.
type claim struct {
	line     int
	says, by string
}

func claimsIn(text string) []claim {
	var all []claim
	for i, line := range strings.Split(text, "\n") {
		cells := cellsOfRow(line)
		if len(cells) != 2 || cells[1] == "test" || strings.Trim(cells[0], "-: ") == "" {
			continue
		}
		all = append(all, claim{i + 1, cells[0], cells[1]})
	}
	return all
}

// cellsOfRow are the cells of a line of a Markdown table; none for other lines.
func cellsOfRow(line string) []string {
	inner, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	inner = strings.TrimSuffix(inner, "|")
	const bar = "\x00" // for one that is part of the text
	var cells []string
	for _, cell := range strings.Split(strings.ReplaceAll(inner, `\|`, bar), "|") {
		cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, bar, "|")))
	}
	return cells
}

var (
	inCode     = regexp.MustCompile("`([^`]+)`")
	goTestName = regexp.MustCompile(`^([a-z0-9_/-]+)\.((?:Test|Fuzz)[A-Za-z0-9_]+)$`)
	scriptName = regexp.MustCompile(`^(testdata/(?:harness|e2e)/[a-z/.]+|editors/vscode/(?:e2e|tests)/[a-z/.]+|\.ci/[a-z0-9/]+): (.+)$`)
	makeTarget = regexp.MustCompile(`^make ([a-z0-9-]+)$`)
)

// problemOf says why what is named is no test; empty if it is one.
func problemOf(t *testing.T, name string) string {
	t.Helper()
	if m := goTestName.FindStringSubmatch(name); m != nil {
		files, _ := filepath.Glob(filepath.Join(root, m[1], "*_test.go"))
		for _, file := range files {
			if strings.Contains(packaged(t, path.Join(m[1], filepath.Base(file))), "\nfunc "+m[2]+"(") {
				return ""
			}
		}
		return "package " + m[1] + " has no test " + m[2]
	}
	if m := scriptName.FindStringSubmatch(name); m != nil {
		text, err := os.ReadFile(filepath.Join(root, m[1]))
		if err != nil {
			return err.Error()
		}
		if !strings.Contains(string(text), m[2]) {
			return m[1] + " does not have " + m[2]
		}
		return ""
	}
	if m := makeTarget.FindStringSubmatch(name); m != nil {
		if !strings.Contains(packaged(t, "Makefile"), "\n"+m[1]+":") {
			return "the Makefile has no target " + m[1]
		}
		return ""
	}
	return "`" + name + "` is none of `package.TestName`, `testdata/harness/FILE: TEXT`, `.ci/FILE: TEXT` and `make TARGET`"
}

// Every sentence of the documents names tests that exist, or says why there is none.
func TestClaimsHaveTests(t *testing.T) {
	t.Parallel()
	for _, document := range evidence {
		claims := claimsIn(packaged(t, "docs/"+document))
		if len(claims) == 0 {
			t.Errorf("docs/%s: no table was read", document)
		}
		for _, c := range claims {
			names := inCode.FindAllStringSubmatch(c.by, -1)
			if reason, none := strings.CutPrefix(c.by, "none:"); none && len(strings.TrimSpace(reason)) > 20 {
				continue
			}
			if len(names) == 0 {
				t.Errorf("docs/%s:%d: no test is named, and no reason is given as `none: …`: %s", document, c.line, c.says)
			}
			for _, name := range names {
				if problem := problemOf(t, name[1]); problem != "" {
					t.Errorf("docs/%s:%d: %s", document, c.line, problem)
				}
			}
		}
	}
}

// The check above finds what is not there.
func TestClaimsAreLookedUp(t *testing.T) {
	t.Parallel()
	claims := claimsIn("| what | test |\n|---|---|\n| a \\| b | `cmd/pcl-lsp.TestClaimsAreLookedUp` |\n| c | |\n")
	if len(claims) != 2 || claims[0].says != "a | b" || claims[1].by != "" {
		t.Errorf("read: %+v", claims)
	}
	for name, ok := range map[string]bool{
		"cmd/pcl-lsp.TestClaimsAreLookedUp": true, "cmd/pcl-lsp.TestClaims": false, "lsp.TestClaimsAreLookedUp": false,
		"make test": true, "make tes": false, ".ci/run: make test": true, ".ci/run: make nothing": false, ".ci/none: x": false, "TestX": false,
	} {
		if problem := problemOf(t, name); (problem == "") != ok {
			t.Errorf("%s: %q", name, problem)
		}
	}
}

// sentenceEnd is where one sentence of the checklist ends and the next begins.
var sentenceEnd = regexp.MustCompile("[.] +([A-Z`1-9])")

// Every sentence of the checklist stands in docs/reliability.md.
func TestChecklistIsWhole(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(checklist)
	if err != nil {
		t.Skip("the checklist is not here")
	}
	said := map[string]bool{}
	for _, c := range claimsIn(packaged(t, "docs/reliability.md")) {
		said[wordsOnly(c.says)] = true
	}
	sources := regexp.MustCompile(`\[[a-z][^\]]*\]`) // in which other servers fell over it
	_, sections, _ := strings.Cut(string(text), "\n## ")
	points := 0
	for _, point := range regexp.MustCompile(`\n(?:- |## )`).Split(sections, -1) {
		if strings.Contains(point, "\n\n") || strings.Count(point, " ") < 3 {
			point, _, _ = strings.Cut(point, "\n\n")
		}
		if !strings.HasSuffix(strings.TrimSpace(sources.ReplaceAllString(point, "")), ".") {
			continue // a heading
		}
		for _, sentence := range strings.Split(sentenceEnd.ReplaceAllString(strings.ReplaceAll(sources.ReplaceAllString(point, ""), "\n", " "), ".\x00$1"), "\x00") {
			points++
			if !said[wordsOnly(sentence)] {
				t.Errorf("docs/reliability.md does not have: %s", sentence)
			}
		}
	}
	if points < 70 {
		t.Errorf("only %d sentences were read", points)
	}
}

// wordsOnly is a text without what differs between ways of setting it.
func wordsOnly(text string) string {
	return strings.Join(regexp.MustCompile(`[\pL\pN]+`).FindAllString(text, -1), " ")
}
