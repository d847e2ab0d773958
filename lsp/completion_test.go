// This file tests the conversion of completion items.

package lsp

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/lsp/place"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// TestCompletionEdit: only a client that supports the difference is offered both insert and replace.
func TestCompletionEdit(t *testing.T) {
	t.Parallel()
	text := "é = abcdef"
	cursor := strings.Index(text, "def")
	at := func(start, end uint32) protocol.Range {
		return protocol.Range{Start: protocol.Position{Character: start}, End: protocol.Position{Character: end}}
	}
	for _, test := range []struct {
		name             string
		replace          syntax.Span
		insert, replaced protocol.Range
	}{
		{"a word around the cursor", syntax.Span{Start: cursor - 3, End: cursor + 3}, at(4, 7), at(4, 10)},
		{"a word before the cursor", syntax.Span{Start: cursor - 3, End: cursor}, at(4, 7), at(4, 7)},
		{"nothing", syntax.Span{Start: cursor, End: cursor}, at(7, 7), at(7, 7)},
	} {
		v := &view{Converter: place.Converter{Encoding: syntax.UTF16}}
		where := &target{file: syntax.Parse("m.pp", text, nil), offset: cursor}
		plain := v.completionEdit(where, test.replace, "x", false).(*protocol.TextEdit)
		if plain.Range != test.replaced || plain.NewText != "x" {
			t.Errorf("%s: edit of %v, want %v", test.name, plain.Range, test.replaced)
		}
		v.client.insertReplace = true
		if whole, ok := v.completionEdit(where, test.replace, "x", true).(*protocol.TextEdit); !ok || whole.Range != test.replaced {
			t.Errorf("%s: the whole is edited at %v, want %v", test.name, whole, test.replaced)
		}
		switch edit := v.completionEdit(where, test.replace, "x", false).(type) {
		case *protocol.TextEdit:
			if edit.Range != test.insert || test.insert != test.replaced {
				t.Errorf("%s: edit of %v, want to insert %v and replace %v", test.name, edit.Range, test.insert, test.replaced)
			}
		case *protocol.InsertReplaceEdit:
			if edit.Insert != test.insert || edit.Replace != test.replaced || edit.NewText != "x" {
				t.Errorf("%s: inserts %v, replaces %v; want %v, %v", test.name, edit.Insert, edit.Replace, test.insert, test.replaced)
			}
		}
	}
}

// TestCompletionItemFollowsCapabilities: the server sends nothing that the client has not announced.
func TestCompletionItemFollowsCapabilities(t *testing.T) {
	t.Parallel()
	item := complete.Item{
		Label: "name", Detail: "string", Doc: "**Doc**", Insert: "name = ${1:value}", Plain: "name = value", Snippet: true,
		Sort: "0", Filter: "name", Deprecated: true,
	}
	where := &target{file: syntax.Parse("m.pp", "", nil), offset: 0}
	for _, test := range []struct {
		client client
		want   string
	}{
		{
			client{documentation: protocol.MarkupKindPlainText},
			`{"label":"name","kind":1,"detail":"string","documentation":{"kind":"plaintext","value":"Doc"},"sortText":"0",` +
				`"textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"name = value"}}`,
		},
		{
			client{documentation: protocol.MarkupKindPlainText, deprecatedFlag: true, labelDetails: true},
			`{"label":"name","labelDetails":{"description":"string"},"kind":1,"detail":"string","documentation":{"kind":"plaintext","value":"Doc"},"deprecated":true,"sortText":"0",` +
				`"textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"name = value"}}`,
		},
		{
			client{documentation: protocol.MarkupKindMarkdown, snippets: true, deprecatedTag: true, completionKinds: []protocol.CompletionItemKind{}},
			`{"label":"name","kind":1,"tags":[1],"detail":"string","documentation":{"kind":"markdown","value":"**Doc**"},"sortText":"0",` +
				`"insertTextFormat":2,"textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"name = ${1:value}"}}`,
		},
	} {
		v := &view{client: test.client}
		converted := v.completionItem(where, item, sharedByItems{})
		converted.Kind = protocol.CompletionItemKindText // icons have a test of their own
		got, err := protocol.Marshal(&converted)
		if err != nil || string(got) != test.want {
			t.Errorf("for %+v the item is\n%s (%v), want\n%s", test.client, got, err, test.want)
		}
	}
}
