// This file tests the conversion of outlines.

package lsp

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// tree is an outline with one child.
var tree = []outline.Symbol{
	{
		Name: "bucket", Detail: "cloudy:storage:Bucket", Kind: outline.KindResource, Deprecated: true,
		Span: syntax.Span{Start: 0, End: 20}, NameSpan: syntax.Span{Start: 2, End: 8},
		Children: []outline.Symbol{{
			Name: "acl", Kind: outline.KindKey,
			Span: syntax.Span{Start: 10, End: 15}, NameSpan: syntax.Span{Start: 10, End: 13},
		}},
	},
}

func TestSymbols(t *testing.T) {
	t.Parallel()
	const (
		whole = `{"start":{"line":0,"character":0},"end":{"line":0,"character":20}}`
		name  = `{"start":{"line":0,"character":2},"end":{"line":0,"character":8}}`
		child = `{"start":{"line":0,"character":10},"end":{"line":0,"character":15}}`
		key   = `{"start":{"line":0,"character":10},"end":{"line":0,"character":13}}`
	)
	mapper := syntax.NewMapper("01234567890123456789012345")
	old := &view{}
	modern := &view{client: client{
		hierarchicalSymbols: true, deprecatedSymbols: true,
		symbolKinds: []protocol.SymbolKind{protocol.SymbolKindClass, protocol.SymbolKindKey},
	}}
	for _, test := range []struct {
		name string
		made any
		want string
	}{
		{
			"a tree", protocol.DocumentSymbolSlice(modern.symbolTree(mapper, tree)),
			`[{"name":"bucket","detail":"cloudy:storage:Bucket","kind":5,"tags":[1],"range":` + whole + `,"selectionRange":` + name +
				`,"children":[{"name":"acl","kind":20,"range":` + child + `,"selectionRange":` + key + `}]}]`,
		},
		{
			"a list that names containers and has old icons only", old.symbolList(mapper, "file:///p/main.pp", "", tree, nil),
			`[{"name":"bucket","kind":5,"location":{"uri":"file:///p/main.pp","range":` + whole +
				`}},{"name":"acl","kind":13,"containerName":"bucket","location":{"uri":"file:///p/main.pp","range":` + child + `}}]`,
		},
		{"an empty tree", protocol.DocumentSymbolSlice(modern.symbolTree(mapper, nil)), `[]`},
		{"an empty list", old.symbolList(mapper, "file:///p/main.pp", "", nil, protocol.SymbolInformationSlice{}), `[]`},
	} {
		got, err := protocol.Marshal(test.made)
		if err != nil || string(got) != test.want {
			t.Errorf("%s is\n%s (%v), want\n%s", test.name, got, err, test.want)
		}
	}
}

// TestEveryKindHasAnIcon: kinds are numbered from 1 without gaps, so the first
// one past the last has none.
func TestEveryKindHasAnIcon(t *testing.T) {
	t.Parallel()
	for kind := outline.KindLocal; kind <= outline.KindKey; kind++ {
		if symbolKinds[kind] == 0 {
			t.Errorf("symbol kind %v has no icon", kind)
		}
	}
	for kind := complete.KindKeyword; kind <= complete.KindModule; kind++ {
		if completionKinds[kind] == 0 {
			t.Errorf("completion kind %v has no icon", kind)
		}
	}
}
