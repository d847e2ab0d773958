package lsp

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestMemoryIsShed: when more memory is in use than the setting allows, the server forgets what is neither open nor shown, gives memory back, and says so
// once. It goes on with what it needs.
func TestMemoryIsShed(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	var used, freed atomic.Int64
	ticks := make(chan time.Time)
	files := fixture.Files{"/w/main.pp": "a = b\n", "/elsewhere/main.pp": "c = d\n"}
	session := workspace.New(workspace.Options{FS: files})
	c := connect(t, keeping(&kept), func(s *server) {
		s.session, s.opts.Ticks = session, ticks
		s.opts.MemoryInUse, s.opts.Rest = used.Load, func() { freed.Add(1) }
	})
	c.call("initialize", object{
		"capabilities": object{}, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}},
		"initializationOptions": object{"limits": object{"memory": 100}},
	})
	c.notify("initialized", object{})
	const elsewhere = "file:///elsewhere/main.pp"
	c.open(elsewhere, 1, files["/elsewhere/main.pp"])
	c.published(elsewhere, 1)
	c.published("file:///w/main.pp", 0)
	c.close(elsewhere)
	c.alive()
	program := func(dir string) *analysis.Program { return session.Snapshot().ProgramIn(dir) }
	shown, gone := program("/w"), program("/elsewhere")
	tick := func() { // the second one is taken when the first is dealt with
		for range 2 {
			ticks <- time.Time{}
		}
	}
	used.Store(100 * mebibyte)
	tick()
	if program("/w") != shown || program("/elsewhere") != gone || strings.Contains(logged(&kept), "limits.memory") {
		t.Error("something is forgotten below the limit")
	}
	used.Store(100*mebibyte + 1)
	tick()
	if program("/w") != shown || program("/elsewhere") == gone {
		t.Error("not everything is forgotten, or too much")
	}
	again := program("/elsewhere")
	tick() // no more is in use than afterwards
	if program("/elsewhere") != again {
		t.Error("memory is shed again although nothing has come")
	}
	used.Store(126 * mebibyte)
	tick()
	if program("/elsewhere") == again || freed.Load() < 2 {
		t.Error("memory is not shed although a quarter more is in use")
	}
	if n := strings.Count(logged(&kept), "limits.memory"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	c.open(elsewhere, 2, files["/elsewhere/main.pp"])
	if found := c.published(elsewhere, 2).Diagnostics; len(found) == 0 {
		t.Error("nothing is found in a program that was forgotten")
	}
}

func logged(k *keptFaults) string {
	_, text := k.all()
	return text
}
