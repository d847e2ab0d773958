package lsp

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// The check of a program makes the tokens of an open document, so the first request has none to make; a client that never asks costs nothing in the end.
func TestTokensAreMadeByTheCheck(t *testing.T) {
	t.Parallel()
	var s *server
	c := connect(t, func(made *server) { s = made }).initializeWith(object{"textDocument": object{"semanticTokens": object{
		"tokenTypes": []string{"variable", "function", "number"}, "tokenModifiers": []string{}, "formats": []string{"relative"}, "requests": object{"full": true},
	}}})
	const text = "a = 1\nb = secret(\"${a}\")\n"
	c.open(mainURI, 1, text)
	c.published(mainURI, 1)
	v := s.view()
	path := v.Snapshot.Open()[0]
	s.tokens.await(context.Background(), path)
	var again []string
	count := func(it *syntax.Item, tokens []semantic.Token) *itemTokens {
		if it.Name != "" {
			again = append(again, it.Name)
		}
		return v.client.encode(it, tokens)
	}
	target := v.fileAt(path)
	if _, err := semantic.Whole(context.Background(), target.program, path, s.tokens.newest(path).reusable(), count); err != nil || len(again) > 0 {
		t.Errorf("the tokens of %v are made after the check; %v", again, err)
	}

	for i := range mostUnasked + 1 {
		if s.tokens.newest(path) == nil {
			t.Fatalf("the tokens are forgotten after %d edits", i)
		}
		c.change(mainURI, i+2, object{"text": text})
		c.published(mainURI, i+2)
	}
	if s.tokens.newest(path) != nil {
		t.Errorf("the tokens are not forgotten after %d edits without a request", mostUnasked+1)
	}
	var all wireTokens
	if c.result("textDocument/semanticTokens/full", tokensOf(mainURI), &all); len(all.Data) == 0 {
		t.Error("there are no tokens")
	}
}

// Two checks at once do not make the same tokens, requests wait for the one that does, and one that was canceled leaves them to the next.
func TestTokensAreMadeOnce(t *testing.T) {
	t.Parallel()
	var c tokenCache
	c.open("/a.pp", nil)
	c.open("/b.pp", nil)
	isA := func(path string) bool { return path == "/a.pp" }
	made := func(byFile map[string]func(*analysis.ItemView)) bool {
		return len(byFile) == 1 && byFile["/a.pp"] != nil
	}

	byFile, end := c.begin(isA)
	if !made(byFile) {
		t.Error("the first check makes none")
	}
	beside, endBeside := c.begin(isA)
	if len(beside) > 0 {
		t.Error("a check beside it makes them too")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.await(ctx, "/a.pp") // a request that is cancelled does not wait
	waited := make(chan struct{})
	go func() {
		defer close(waited)
		c.await(context.Background(), "/a.pp")
	}()
	endBeside(true)
	if byFile, _ := c.begin(isA); len(byFile) > 0 {
		t.Error("the end of another check ends it")
	}
	end(false)
	<-waited
	byFile, end = c.begin(isA)
	if !made(byFile) {
		t.Error("nothing makes them after a check that was cancelled")
	}
	end(true)
	if byFile, _ := c.begin(isA); len(byFile) > 0 {
		t.Error("they are made again")
	}
	c.close("/a.pp")
	if c.newest("/a.pp") != nil || c.newest("/b.pp") == nil {
		t.Error("closing one document forgets others or not this one")
	}
}
