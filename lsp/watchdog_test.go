// This file tests the watchdog.

package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/jsonrpc2"
)

// choosing announces that messages may have actions.
var choosing = object{"window": object{"showMessage": object{}}}

// stuck makes some requests and notifications last until they are canceled or the gate opens.
func stuck(gate chan struct{}, methods ...string) func(*server) {
	return func(s *server) {
		for _, method := range methods {
			s.requests[method] = wire.Concurrent(func(_ *view, ctx context.Context, _ *struct{}) (any, error) {
				select {
				case <-gate:
				case <-ctx.Done():
				}
				return nil, ctx.Err()
			})
			s.notifications[method] = func(jsonrpc2.RawMessage) error { <-gate; return nil }
		}
	}
}

// clock stands for the time of a server.
type clock struct {
	mu     sync.Mutex
	timers map[*func()]bool
	set    chan struct{} // closed when a timer is set
}

func (k *clock) give(s *server) {
	k.set, k.timers, s.opts.After = make(chan struct{}), map[*func()]bool{}, k.after
}

func (k *clock) after(_ time.Duration, f func()) (stop func() bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.timers[&f] = true
	close(k.set)
	k.set = make(chan struct{})
	return func() bool {
		k.mu.Lock()
		defer k.mu.Unlock()
		waits := k.timers[&f]
		delete(k.timers, &f)
		return waits
	}
}

// pass lets the time of everything that runs pass, once so much runs.
func (k *clock) pass(running int) {
	for {
		k.mu.Lock()
		all, set := slices.Collect(maps.Keys(k.timers)), k.set
		if len(all) >= running {
			clear(k.timers)
		}
		k.mu.Unlock()
		if len(all) < running {
			<-set
			continue
		}
		for _, f := range all {
			(*f)()
		}
		return
	}
}

// TestWatchdogOffersToCancel: a request that runs for ten seconds is told in words, with its file. There is one message at a time and none twice for the
// same request. The log has what runs.
func TestWatchdogOffersToCancel(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	var now clock
	gate := make(chan struct{})
	c := connect(t, now.give, keeping(&kept), stuck(gate, "textDocument/completion", "textDocument/hover", "workspace/symbol")).initializeWith(choosing)
	c.open(mainURI, 1, "a = 1\n")
	c.published(mainURI, 1)
	at := object{"textDocument": object{"uri": mainURI}}
	completion := c.start("textDocument/completion", at)
	now.pass(1)
	first := c.askedFor("window/showMessageRequest", 1)
	for _, part := range []string{"pcl-lsp: Completion in main.pp has been running for 10 s.", `"actions":[{"title":"Cancel"}]`} {
		if !strings.Contains(string(first.Params), part) {
			t.Errorf("the message is %s, want %s", first.Params, part)
		}
	}

	symbol := c.start("workspace/symbol", nil)
	now.pass(1)
	hover := c.start("textDocument/hover", at)
	now.pass(1)
	c.alive()
	if n := c.count("window/showMessageRequest"); n != 1 {
		t.Errorf("%d messages at once", n)
	}
	c.notify("$/cancelRequest", object{"id": symbol})
	c.answer(symbol)
	c.reply(first, object{"title": "Cancel"})
	if got := c.answer(completion); got.errorCode() != -32800 {
		t.Errorf("the cancelled request got %+v", got)
	}

	second := c.askedFor("window/showMessageRequest", 2)
	if !strings.Contains(string(second.Params), "A hover in main.pp") {
		t.Errorf("the message after work that has ended is %s", second.Params)
	}
	c.reply(second, nil)
	close(gate)
	if got := c.answer(hover); got.Error != nil {
		t.Errorf("the request that was not cancelled got %+v", got)
	}
	if _, text := kept.all(); strings.Count(text, "work takes long") != 3 || !strings.Contains(text, "stuck.func") {
		t.Errorf("the log is %.1000s", text)
	}
}

// count returns how many messages of a method came so far.
func (c *fakeClient) count(method string) (n int) {
	for _, m := range c.received() {
		if m.Method == method {
			n++
		}
	}
	return n
}

// TestWatchdogTells: a client that does not show actions gets a message, and so does one that waits for work that cannot be canceled.
func TestWatchdogTells(t *testing.T) {
	t.Parallel()
	for method, capabilities := range map[string]object{"textDocument/completion": {}, "textDocument/didSave": choosing} {
		gate := make(chan struct{})
		var now clock
		c := connect(t, now.give, stuck(gate, method)).initializeWith(capabilities)
		if params := (object{"textDocument": object{"uri": "file:///p/other.pp"}}); strings.HasSuffix(method, "didSave") {
			c.notify(method, params)
		} else {
			c.start(method, params)
		}
		now.pass(1)
		c.warned("other.pp has been running for 10 s.")
		close(gate)
	}
}

// TestWatchdogStopsPass: a check that the user has stopped is not begun again by edits elsewhere. An edit of the program itself begins another one.
func TestWatchdogStopsPass(t *testing.T) {
	t.Parallel()
	const other = "file:///other/main.pp"
	var now clock
	var kept keptFaults
	gate := make(chan struct{})
	c := connect(t, now.give, keeping(&kept), slowly(t, gate), func(s *server) { s.opts.LoadInBackground = false }).initializeWith(choosing)
	c.open(mainURI, 1, needsSchema)
	c.alive() // it is open, and the check runs
	now.pass(1)
	asked := c.askedFor("window/showMessageRequest", 1)
	const want = "Checking the program in p has been running for 10 s. If you cancel it, the findings of this program are incomplete until its next change."
	if !strings.Contains(string(asked.Params), want) {
		t.Errorf("the message is %s", asked.Params)
	}
	c.reply(asked, object{"title": "Cancel"})
	for said := ""; !strings.Contains(said, "has cancelled"); _, said = kept.all() {
		c.alive()
	}
	close(gate)
	c.open(other, 1, "a = 1\n")
	c.published(other, 1)
	c.change(other, 2, object{"text": "a = 2\n"})
	c.published(other, 2)
	if all := publishedIn(t, c.received(), mainURI); len(all) != 0 {
		t.Errorf("the stopped check went on: %+v", all)
	}
	c.change(mainURI, 2, object{"text": needsSchema + "\n"})
	if found := c.published(mainURI, 2).Diagnostics; len(found) == 0 {
		t.Error("an edit does not begin another check")
	}
}

// TestWatchdogCancelsSchema: the user can cancel a schema that is being loaded, by a message if the client shows no progress.
func TestWatchdogCancelsSchema(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	defer close(gate)
	var now clock
	c := connect(t, now.give, slowly(t, gate)).initializeWith(choosing)
	c.open(mainURI, 1, needsSchema)
	c.published(mainURI, 1)
	now.pass(1)
	asked := c.askedFor("window/showMessageRequest", 1)
	if !strings.Contains(string(asked.Params), "Loading the schema of cloudy has been running for 10 s.") {
		t.Errorf("the message is %s", asked.Params)
	}
}

// TestWatchdogKnowsMessages: the watchdog has words for each message but those that take no time or wait for news.
func TestWatchdogKnowsMessages(t *testing.T) {
	t.Parallel()
	others := []string{
		"initialize", "initialized", "$/setTrace", "window/workDoneProgress/cancel",
		"workspace/diagnostic", // waits until there is something new
	}
	s := newServer(Options{})
	for _, method := range slices.Concat(slices.Collect(maps.Keys(s.requests)), slices.Collect(maps.Keys(s.notifications))) {
		if words, known := s.doing[method]; known == slices.Contains(others, method) || known && words == "" {
			t.Errorf("%s: words %q", method, words)
		}
	}
}
