// This file tests what happens to requests that run while their document is edited.

package lsp

import (
	"testing"
)

// TestEditsCancelStaleRequests: an edit cancels the running requests about its program that the client sends again, and no others.
func TestEditsCancelStaleRequests(t *testing.T) {
	t.Parallel()
	retries := object{"general": object{"staleRequestSupport": object{"cancel": true, "retryOnContentModified": []string{"test/wait"}}}}
	const beside, elsewhere = "file:///p/beside.pp", "file:///elsewhere/main.pp"
	wait := func(c *fakeClient, uri string) int {
		return c.start("test/wait", object{"textDocument": object{"uri": uri}})
	}

	c := connect(t, withTestMethods).initializeWith(retries)
	c.open(mainURI, 1, "a = 1\n")
	c.open(elsewhere, 1, "a = 1\n")
	stale, alsoStale, other, about := wait(c, mainURI), wait(c, beside), wait(c, elsewhere), c.start("test/wait", nil)
	c.change(mainURI, 2, object{"text": "a = 2\n"})
	for _, id := range []int{stale, alsoStale} {
		if got := c.answer(id); got.errorCode() != -32801 {
			t.Errorf("a stale request got %+v", got)
		}
	}
	later := wait(c, mainURI)
	c.alive()
	for _, id := range []int{other, about, later} {
		c.notify("$/cancelRequest", object{"id": id})
		if got := c.answer(id); got.errorCode() != -32800 {
			t.Errorf("a request that is not stale got %+v", got)
		}
	}

	c = connect(t, withTestMethods).initialize()
	c.open(mainURI, 1, "a = 1\n")
	kept := wait(c, mainURI)
	c.change(mainURI, 2, object{"text": "a = 2\n"})
	c.alive()
	c.notify("$/cancelRequest", object{"id": kept})
	if got := c.answer(kept); got.errorCode() != -32800 {
		t.Errorf("a request of a client that does not send it again got %+v", got)
	}
}
