package checked_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// A small mistake in a correct program has few findings, wherever it is made: one
// cause, one finding. What follows from it in other places counts too, so that a
// name which is dropped may have some.
func TestMutations(t *testing.T) {
	t.Parallel()
	const most, rarelyMost = 2, 10 // findings for the median mistake, and for 99 of 100
	schemas := analysistest.RepositorySchemas(t)
	programs := validPrograms(t, schemas)
	if len(programs) < 60 {
		t.Fatalf("only %d valid programs", len(programs))
	}
	random := rand.New(rand.NewPCG(4, 1))
	known := map[string][]diagnostic.Diagnostic{}
	for _, m := range programs {
		known[m.name] = findingsOf(t, m.open(schemas))
	}
	var all []outcome
	for len(all) < testsize.Mutations {
		m := programs[random.IntN(len(programs))]
		own := m.ownFiles()
		name := own[random.IntN(len(own))]
		changed := readSource(m.texts[name]).mutated(random)
		if changed.text == m.texts[name] {
			continue
		}
		all = append(all, judge(t, m, name, changed, schemas, known[m.name]))
	}
	slices.SortStableFunc(all, func(a, b outcome) int { return cmp.Compare(len(a.added), len(b.added)) })
	at := func(percent int) int { return len(all[(len(all)-1)*percent/100].added) }
	t.Logf("%d programs, %d mutations; findings: median %d, 90 %%: %d, 99 %%: %d, most %d",
		len(programs), len(all), at(50), at(90), at(99), at(100))
	if at(50) > most || at(99) > rarelyMost {
		t.Errorf("a small mistake has too many findings: want a median of at most %d and at most %d in 99 of 100 cases", most, rarelyMost)
	}
	if testing.Verbose() {
		slices.SortStableFunc(all, func(a, b outcome) int { return cmp.Compare(a.distinct(), b.distinct()) })
		for _, o := range all[max(0, len(all)-20):] {
			t.Logf("%d findings: %s, %s\n%s", len(o.added), o.program, o.what, o)
		}
	}
}

// outcome is what one mutation led to.
type outcome struct {
	program, what string
	added         []diagnostic.Diagnostic
}

// distinct is how many different things are said.
func (o outcome) distinct() int {
	said := map[string]bool{}
	for _, d := range o.added {
		said[string(d.Code)+d.Message] = true
	}
	return len(said)
}

func (o outcome) String() string {
	var b strings.Builder
	for _, d := range o.added {
		b.WriteString("\t" + d.Path + " " + string(d.Code) + ": " + d.Message + "\n")
	}
	return b.String()
}

// judge checks a mutant, that every finding in it is well formed, and which ones
// are new. When the mistake is undone, all findings are as they were before.
func judge(t *testing.T, m memoryProgram, name string, changed mutant, schemas checked.Schemas, before []diagnostic.Diagnostic) outcome {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s, %s: %v\n%s", m.name, changed.what, r, changed.text)
		}
	}()
	mutated := m.with(name, changed.text)
	program := mutated.open(schemas)
	found := findingsOf(t, program)
	if diff := gocmp.Diff(linesOf(before), linesOf(findingsOf(t, m.openAfter(schemas, program)))); diff != "" {
		t.Errorf("%s, %s: without it (-before +after):\n%s", m.name, changed.what, diff)
	}
	for _, problem := range malformed(found, mutated.texts) {
		t.Errorf("%s, %s: %s\n%s", m.name, changed.what, problem, changed.text)
	}
	known := map[string]int{}
	for _, d := range before {
		known[string(d.Code)+d.Message]++
	}
	o := outcome{program: m.name, what: name + " " + changed.what}
	for _, d := range found {
		key := string(d.Code) + d.Message
		if known[key]--; known[key] < 0 && isSerious(d) {
			o.added = append(o.added, d)
		}
	}
	return o
}

// linesOf are findings with all that a reader sees of them.
func linesOf(found []diagnostic.Diagnostic) []string {
	var lines []string
	for _, d := range found {
		line := fmt.Sprintf("%s %v %v %s %s", d.Path, d.Span, d.Severity, d.Code, d.Message)
		for _, r := range d.Related {
			line += fmt.Sprintf(" (%s %v %s)", r.Path, r.Span, r.Message)
		}
		lines = append(lines, line)
	}
	return lines
}

// malformed says what is wrong with findings whoever reads them: where they point,
// and how they are worded.
func malformed(found []diagnostic.Diagnostic, texts map[string]string) []string {
	var problems []string
	type place struct {
		path string
		span syntax.Span
		code codes.Code
	}
	seen := map[place]bool{}
	for _, d := range found {
		complain := func(what string) {
			problems = append(problems, what+": "+d.Path+" "+string(d.Code)+": "+d.Message)
		}
		if p := (place{d.Path, d.Span, d.Code}); seen[p] {
			complain("twice the same code at one place")
		} else {
			seen[p] = true
		}
		if _, declared := codes.Lookup(d.Code); !declared {
			complain("the code is not declared")
		}
		if n := utf8.RuneCountInString(d.Message); n == 0 || n >= 200 || strings.ContainsAny(d.Message, "\n\r") {
			complain("the message is empty, long or has several lines")
		}
		if !inText(texts[d.Path], d.Span) {
			complain("the place is not in the file, or inside a character")
		}
		for _, r := range d.Related {
			if !inText(texts[r.Path], r.Span) || strings.ContainsAny(r.Message, "\n\r") {
				complain("a related place is not in its file, or its message has several lines")
			}
		}
	}
	return problems
}

// inText reports whether a span lies in a text and between characters.
func inText(text string, s syntax.Span) bool {
	if s.Start < 0 || s.Start > s.End || s.End > len(text) {
		return false
	}
	starts, ends := s.Start == len(text), s.End == len(text)
	for at := range text { // a byte that is no UTF-8 is a character by itself
		starts, ends = starts || at == s.Start, ends || at == s.End
	}
	return starts && ends
}
