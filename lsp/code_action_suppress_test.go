package lsp

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSuppressActions: every finding can be suppressed, with a placeholder for the reason if the client supports that, and is then gone.
func TestSuppressActions(t *testing.T) {
	t.Parallel()
	const text = "output o {\n  value = [nope,\n    nada, nope]\n}\n"
	snippets := maps.Clone(able)
	snippets["workspace"] = object{"workspaceEdit": object{"documentChanges": true, "snippetEditSupport": true}}
	at := func(line, char int) object { return object{"line": line, "character": char} }
	for _, test := range []struct {
		name         string
		capabilities object
		from, to     int // lines
		titles       []string
		first        string // the text of the first edit
	}{
		{"a line", able, 1, 1, []string{"Ignore `name.undefined` here"}, "  # pcl-lsp:ignore name.undefined\n"},
		{"snippets", snippets, 1, 1, []string{"Ignore `name.undefined` here"}, "  # pcl-lsp:ignore name.undefined -- ${1:reason}\n"},
		{"several lines", able, 1, 2, []string{"Ignore `name.undefined` here", "Ignore `name.undefined` here (line 3)"}, "  # pcl-lsp:ignore name.undefined\n"},
	} {
		c := connect(t, without).initializeWith(test.capabilities)
		c.open(mainURI, 1, text)
		var actions []struct {
			Title       string
			IsPreferred bool
			Edit        struct {
				DocumentChanges []struct {
					Edits []struct {
						Range   any
						NewText string
						Snippet struct{ Kind, Value string }
					}
				}
			}
		}
		c.result("textDocument/codeAction", object{
			"textDocument": object{"uri": mainURI}, "context": nobody, "range": object{"start": at(test.from, 0), "end": at(test.to, 30)},
		}, &actions)
		var titles []string
		for _, a := range actions {
			if strings.HasPrefix(a.Title, "Ignore ") {
				titles = append(titles, a.Title)
				e := a.Edit.DocumentChanges[0].Edits[0]
				if len(titles) == 1 && e.NewText+e.Snippet.Value != test.first || a.IsPreferred {
					t.Errorf("%s: got %v", test.name, a)
				}
			}
		}
		if diff := cmp.Diff(test.titles, titles); diff != "" {
			t.Errorf("%s: the titles differ:\n%s", test.name, diff)
		}
	}
}
