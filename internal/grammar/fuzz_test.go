//go:build cgo && unix

package grammar

import (
	"testing"
	"unicode/utf8"

	sitter "github.com/tree-sitter/go-tree-sitter"
)

// FuzzGrammar: any text has a tree that ends where it ends, whose nodes follow each other, and after an edit so has the edited one. With
// go test -asan, the generated parser and the scanner are compiled with the address sanitizer, too.
func FuzzGrammar(f *testing.F) {
	for _, s := range samples(f) {
		if len(s.text) < 2000 {
			f.Add(s.text, uint(len(s.text)/2), uint(len(s.text)/2+3), "${\"")
		}
	}
	f.Add("a = <<E\n x\n", uint(9), uint(9), "E\nE")
	f.Fuzz(func(t *testing.T, text string, start, end uint, piece string) {
		if len(text) > 20_000 || len(piece) > 1000 {
			return
		}
		tree := parse(t, text, nil)
		defer func() { tree.Close() }()
		checkTree(t, text, tree)
		e := edit{start: int(start % uint(len(text)+1)), piece: piece}
		e.end = e.start + int(end%uint(len(text)-e.start+1))
		after := e.in(text)
		tree.Edit(e.input(text, after))
		next := parse(t, after, tree)
		tree.Close()
		tree = next
		checkTree(t, after, tree)
		if utf8.ValidString(after) && !hasError(t, after) {
			compareTrees(t, "", after, tree)
		}
	})
}

func checkTree(t testing.TB, text string, tree *sitter.Tree) {
	t.Helper()
	root := tree.RootNode()
	if int(root.EndByte()) > len(text) {
		t.Fatalf("the tree ends at %d, the text at %d: %q", root.EndByte(), len(text), text)
	}
	cursor := tree.Walk()
	defer cursor.Close()
	last := uint(0)
	for down := true; ; {
		n := cursor.Node()
		if down {
			if n.StartByte() < last || n.EndByte() < n.StartByte() {
				t.Fatalf("%s at %d overlaps what is before it: %q", n.Kind(), n.StartByte(), text)
			}
			if cursor.GotoFirstChild() {
				continue
			}
			last = n.EndByte()
		}
		if down = cursor.GotoNextSibling(); !down && !cursor.GotoParent() {
			return
		}
	}
}
