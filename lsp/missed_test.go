// This file tests that findings follow the disk even if events get lost.

package lsp

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestLostEvents: a change on disk without an event is found at the next occasion, in open programs, in their components and in others, and published
// once.
func TestLostEvents(t *testing.T) {
	t.Parallel()
	const user = "component c \"../lib\" {\n}\noutput o {\n  value = c.y\n}\n"
	files := fixture.Files{
		"/w/a/a.pp": user, "/w/lib/l.pp": "output y {\n  value = 1\n}\n", "/w/far/f.pp": "",
	}
	var ticks chan time.Time
	inBubble(t, files, object{}, func(c *puller) {
		c.open("file:///w/a/a.pp", 1, user)
		seen := len(c.pushed())
		tick := func() []string {
			select {
			case ticks <- time.Time{}:
			case <-c.ctx.Done():
				t.Fatal("nobody takes a tick")
			}
			all := c.pushed()
			defer func() { seen = len(all) }()
			return all[seen:]
		}
		c.expect("nothing has changed", tick(), []string{})
		files["/w/lib/l.pp"] = "output zz {\n  value = 1\n}\n"
		c.expect("a component", tick(), []string{"/w/a/a.pp v1 prop.unknown"})
		c.expect("it is known", tick(), []string{})
		delete(files, "/w/lib/l.pp")
		c.expect("it goes", tick(), []string{"/w/a/a.pp v1 component.source"})
		files["/w/lib/l.pp"] = "output y {\n  value = 10\n}\n"
		c.expect("it comes back", tick(), []string{"/w/a/a.pp v1"})
		files["/w/far/f.pp"] = wrongName
		files["/w/new/n.pp"] = wrongName
		c.expect("a program that is not open, and a new one", tick(), []string{"/w/far/f.pp name.undefined", "/w/new/n.pp name.undefined"})
		files["/w/a/a.pp"] = wrongName
		c.expect("an open document is as the editor has it", tick(), []string{})
		delete(files, "/w/far/f.pp")
		delete(files, "/w/new/n.pp")
		synctest.Wait()
		c.notify("textDocument/didSave", object{"textDocument": object{"uri": "file:///w/a/a.pp"}})
		c.expect("an occasion that the client gives", c.pushed()[seen:], []string{"/w/far/f.pp", "/w/new/n.pp"})
	}, func(s *server) {
		ticks = make(chan time.Time)
		s.opts.Ticks = ticks
	})
}
