package lsp

import (
	"slices"
	"testing"

	"go.lsp.dev/protocol"
)

// TestFoldersAtTheStart: the folders of a client that knows several, the folder of one that knows one, or none.
func TestFoldersAtTheStart(t *testing.T) {
	t.Parallel()
	for params, want := range map[string][]string{
		`{"capabilities":{}}`: nil,
		`{"capabilities":{},"rootUri":null,"workspaceFolders":null}`:                                                                 nil,
		`{"capabilities":{},"rootUri":"file:///w"}`:                                                                                  {"/w"},
		`{"capabilities":{},"rootUri":"file:///w","workspaceFolders":[]}`:                                                            {"/w"},
		`{"capabilities":{},"rootUri":"file:///w","workspaceFolders":[{"uri":"file:///a","name":""},{"uri":"file:///b","name":""}]}`: {"/a", "/b"},
		`{"capabilities":{},"rootUri":"git:/w","workspaceFolders":[{"uri":"git:/a","name":""}]}`:                                     nil,
	} {
		var p protocol.InitializeParams
		if err := protocol.Unmarshal([]byte(params), &p); err != nil {
			t.Fatal(err)
		}
		if got := foldersOf(&p); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", params, got, want)
		}
	}
}
