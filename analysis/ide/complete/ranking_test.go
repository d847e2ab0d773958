package complete_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures how high the wanted item ranks.
//
// A question is a word of a program in testdata/programs, marked with « and » in its line. The
// text that would not exist yet is removed: the marked text and, for names of attributes and
// keys, the rest of the brackets. Then the first n letters of the word are typed, for n from 0
// to 2, and the list is sorted like VS Code sorts it: items that contain the letters in order,
// those that start with them first, then by sort key. The score is the mean of 1/rank. The
// wanted item is the one that inserts the start of the marked text.

// floors are the minimum scores with zero, one and two letters typed, for each file of
// questions.
var floors = map[string][3]float64{
	"attribute": {0.72, 0.92, 0.92}, "function": {0.15, 0.60, 0.75}, "key": {0.87, 0.93, 0.95}, "member": {0.65, 0.93, 0.94},
	"module": {0.75, 0.98, 0.98}, "option": {0.45, 0.85, 0.90}, "package": {0.90, 0.98, 0.98}, "reference": {0.70, 0.85, 0.88},
	"type": {0.90, 0.95, 0.95}, "value": {0.62, 0.94, 0.92}, "all": {0.67, 0.89, 0.91},
}

func TestRanking(t *testing.T) {
	t.Parallel()
	root := filepath.Join(analysistest.Repository(t), "testdata")
	files, err := filepath.Glob(filepath.Join(root, "complete/ranking/*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no questions: %v", err)
	}
	ps := newPrograms(t)
	var sum [3]float64
	asked := 0
	for _, file := range files {
		kind := strings.TrimSuffix(filepath.Base(file), ".txtar")
		questions := readQuestions(t, ps, filepath.ToSlash(filepath.Join(root, "programs")), kind, file)
		var mean [3]float64
		for _, q := range questions {
			shown := ""
			for n := range mean {
				rank, of := q.rank(t, ps, n)
				shown += fmt.Sprintf(" %d/%d", rank, of)
				if rank > 0 {
					mean[n] += 1 / float64(rank)
					sum[n] += 1 / float64(rank)
				}
			}
			if testing.Verbose() {
				t.Logf("%-9s%s  %s", kind, shown, q.show)
			}
		}
		asked += len(questions)
		for n := range mean {
			mean[n] /= float64(len(questions))
			if mean[n] < floors[kind][n] {
				t.Errorf("%s: the mean of 1/rank with %d letters is %.3f, less than %.2f", kind, n, mean[n], floors[kind][n])
			}
		}
		t.Logf("mean of 1/rank of %-9s %3d questions: %.3f, with a letter %.3f, with two %.3f", kind, len(questions), mean[0], mean[1], mean[2])
	}
	n := float64(asked)
	for i := range sum {
		if sum[i]/n < floors["all"][i] {
			t.Errorf("the mean of 1/rank of all with %d letters is %.3f, less than %.2f", i, sum[i]/n, floors["all"][i])
		}
	}
	t.Logf("mean of 1/rank of all       %3d questions: %.3f, with a letter %.3f, with two %.3f", asked, sum[0]/n, sum[1]/n, sum[2]/n)
	if asked < 120 {
		t.Errorf("only %d questions", asked)
	}
}

// question is a word about to be typed.
type question struct {
	show          string
	program       *analysis.Program
	path          string
	before, after string   // the text around the word
	wanted        []string // the text that the wanted item starts
}

func readQuestions(t *testing.T, ps *programs, root, kind, file string) []question {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	var all []question
	for line := range strings.Lines(string(archive.Files[0].Data)) {
		name, marked, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok {
			t.Fatalf("%s: %q is no question", file, line)
		}
		name = path.Join(root, name)
		p := ps.open(path.Dir(name))
		f, found := p.File(name)
		front, rest, _ := strings.Cut(marked, "«")
		word, behind, _ := strings.Cut(rest, "»")
		at := -1
		if found {
			at = strings.Index(f.Text(), front+word+behind)
		}
		if at < 0 {
			t.Fatalf("%s: %q is not there", file, line)
		}
		at += len(front)
		q := question{show: marked, program: p, path: name, before: f.Text()[:at], after: f.Text()[at+len(word):], wanted: []string{word + behind}}
		q.prepare(p, kind, word)
		all = append(all, q)
	}
	return all
}

// prepare removes the text that would not exist yet, and returns other correct answers.
func (q *question) prepare(p *analysis.Program, kind, word string) {
	switch kind {
	case "attribute", "key", "option":
		q.after = q.after[closing(q.after):]
		if kind != "key" {
			q.after = "\n" + q.after
		}
	case "package", "module", "type":
		quote := strings.LastIndexByte(q.before, '"') + 1
		token := q.before[quote:] + word
		parts := strings.Split(token, ":")
		canonical := p.Package(parts[0]).FindResource(token).Canonical
		short, _ := schema.ParseToken(canonical)
		q.wanted = []string{token, canonical}
		if short.Module == "index" {
			q.wanted = append(q.wanted, parts[0]+":"+short.Member)
		}
		if kind == "type" {
			q.before = q.before[:quote] + parts[0] + ":"
			if short.Module != "index" {
				q.before += short.Module + ":"
			}
		}
	}
}

// closing returns the end of the bracket that is open at the start of a text.
func closing(text string) int {
	depth := 0
	for i, b := range []byte(text) {
		switch b {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(text)
}

// rank returns the position of the wanted item, from 1, and the length of the list. It returns
// 0 if the item is missing.
func (q *question) rank(t *testing.T, ps *programs, letters int) (rank, of int) {
	t.Helper()
	word := q.wanted[0]
	quote := strings.LastIndexByte(q.before, '"') + 1
	if len(q.wanted) > 1 { // a token that is partly typed
		word = strings.TrimPrefix(q.wanted[1], q.before[quote:])
		if len(q.wanted) > 2 {
			word = strings.TrimPrefix(q.wanted[2], q.before[quote:])
		}
	}
	typed := word[:min(letters, len(word))]
	text := q.before + typed + q.after
	offset := len(q.before) + len(typed)
	p := ps.with(q.program, q.path, text)
	list, err := complete.At(context.Background(), p, q.path, offset)
	if err != nil || list == nil {
		t.Fatalf("%s: %v, %v", q.show, list, err)
	}
	items := asEditor(list.Items, text, offset)
	for i, item := range items {
		if slices.ContainsFunc(q.wanted, func(w string) bool { return begins(w, strings.Trim(item.Plain, `"`)) }) {
			return i + 1, len(items)
		}
	}
	return 0, len(items)
}

// begins reports whether a text starts with what an item inserts, up to its first opening
// bracket, at a word boundary.
func begins(text, inserted string) bool {
	inserted, _, _ = strings.Cut(inserted, " ")
	inserted, _, _ = strings.Cut(inserted, "(")
	rest, ok := strings.CutPrefix(text, inserted)
	return ok && inserted != "" && (strings.HasSuffix(inserted, ":") || cursor.WordEnd(rest, 0) == 0)
}

// asEditor filters and sorts a list like an editor.
func asEditor(items []complete.Item, text string, offset int) []complete.Item {
	kept := slices.Clone(items)
	score := func(item complete.Item) int { return match(text[item.Replace.Start:offset], item.Filter) }
	kept = slices.DeleteFunc(kept, func(item complete.Item) bool { return score(item) == 0 })
	slices.SortStableFunc(kept, func(a, b complete.Item) int {
		return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	return kept
}

// match scores a text: 3 if it starts with the typed letters, 2 if it contains them, 1 if it
// contains them in order, 0 otherwise.
func match(typed, text string) int {
	low, all := strings.ToLower(typed), strings.ToLower(text)
	if strings.HasPrefix(all, low) {
		return 3
	}
	for i := 1; i < len(text); i++ {
		starts := 'A' <= text[i] && text[i] <= 'Z' || strings.IndexByte(".:/_-[", text[i-1]) >= 0
		if starts && strings.HasPrefix(all[i:], low) {
			return 2
		}
	}
	for _, r := range all {
		if low != "" && strings.HasPrefix(low, string(r)) {
			low = low[len(string(r)):]
		}
	}
	if low == "" {
		return 1
	}
	return 0
}
