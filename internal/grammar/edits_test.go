//go:build cgo && unix

package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// pieces are what edits insert: all that means something to the scanner, and more.
var pieces = strings.Split("{ } ( ) [ ] \" \n ${ %{ ~} $${ %%{ $ % \\ \\n \\u00e9 \\ux <<EOT\n <<-E\n EOT\n \r\n # // /* */ \t = => : :: ? , . ... "+
	".* [*] .0 .0.1 .0e1 - ! + < <= == && 1 1.5e3 1.2.3 a a-b é for in if else endif endfor true null resource config ~ ; ' ` @", " ")

// edit is one change of a text.
type edit struct {
	start, end int
	piece      string
}

func randomEdit(r *rand.Rand, text string) edit {
	at := r.IntN(len(text) + 1)
	e := edit{start: at, end: min(at+r.IntN(4), len(text))}
	if r.IntN(3) > 0 {
		e.piece = pieces[r.IntN(len(pieces))]
	}
	return e
}

func (e edit) in(text string) string { return text[:e.start] + e.piece + text[e.end:] }

func (e edit) input(before, after string) *sitter.InputEdit {
	end := e.start + len(e.piece)
	return &sitter.InputEdit{
		StartByte: uint(e.start), OldEndByte: uint(e.end), NewEndByte: uint(end),
		StartPosition: point(before, e.start), OldEndPosition: point(before, e.end), NewEndPosition: point(after, end),
	}
}

func point(text string, at int) sitter.Point {
	line := strings.LastIndexByte(text[:at], '\n') + 1
	return sitter.Point{Row: uint(strings.Count(text[:line], "\n")), Column: uint(at - line)}
}

// TestEdits: after random edits, a text has an error node if and only if our parser finds an error, and the tree that was edited equals
// that of a fresh start wherever the text is valid.
func TestEdits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var count [missedError + 1]int
	for _, s := range samples(t) {
		if len(s.text) > 5000 || strings.Contains(s.path, "open_heredoc_same_marker") { // that is about heads at the margin
			continue
		}
		for range testsize.GrammarEdits {
			text, tree := randomEdits(t, r, s.text)
			c := check(t, sample{s.path, text})
			count[c]++
			if c == bothValid {
				compareTrees(t, s.path, text, tree)
			}
			tree.Close()
		}
	}
	t.Logf("of the edited texts, %d are valid, %d broken, and %d exceptions", count[bothValid], count[bothBroken], count[exception])
}

// randomEdits makes one to three edits, and returns the text and the tree that was edited with it.
func randomEdits(t testing.TB, r *rand.Rand, text string) (string, *sitter.Tree) {
	t.Helper()
	tree := parse(t, text, nil)
	for range 1 + r.IntN(3) {
		e := randomEdit(r, text)
		after := e.in(text)
		tree.Edit(e.input(text, after))
		next := parse(t, after, tree)
		tree.Close()
		text, tree = after, next
	}
	return text, tree
}

func compareTrees(t testing.TB, path, text string, edited *sitter.Tree) {
	t.Helper()
	fresh := parse(t, text, nil)
	defer fresh.Close()
	if got, want := edited.RootNode().ToSexp(), fresh.RootNode().ToSexp(); got != want {
		t.Errorf("%s: an edited tree differs from a fresh one: %q\ngot  %s\nwant %s", path, text, got, want)
	}
}
