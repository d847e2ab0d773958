// This file tests that opening a long document delays no other one.

package lsp

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestLongDocumentsAreParsedBeside: while a long document is parsed, another one is opened, edited and asked about. Afterwards the long one has its
// findings.
func TestLongDocumentsAreParsedBeside(t *testing.T) {
	t.Parallel()
	const long, other = "file:///long/main.pp", "file:///other/main.pp"
	begun, gate := make(chan struct{}), make(chan struct{})
	session := workspace.New(workspace.Options{})
	session.Observe(func(p workspace.Parsed) {
		if strings.HasPrefix(p.Path, "/long/") {
			close(begun)
			<-gate
		}
	})
	c := connect(t, func(s *server) { s.session = session }).initialize("utf-8")
	c.open(long, 1, "output last {\n  value = nope\n}\n"+strings.Repeat("# a comment that makes the document long\n", 10_000))
	<-begun
	c.open(other, 1, "a = 1\n")
	c.change(other, 2, object{"text": "b = 2\n"})
	if got := c.call("textDocument/hover", object{"textDocument": object{"uri": other}, "position": object{"line": 0, "character": 0}}); !strings.Contains(string(got.Result), "local b") {
		t.Errorf("meanwhile a hover says %s", got.Result)
	}
	close(gate)
	if got := c.call("textDocument/diagnostic", object{"textDocument": object{"uri": long}}); !strings.Contains(string(got.Result), "nope") {
		t.Errorf("afterwards the findings are %s", got.Result)
	}
}
