// This file tests the diagnoser by itself: what is computed when, and what is
// sent of it.

package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// bench is a diagnoser whose passes are played by the test.
type bench struct {
	*diagnoser
	t    *testing.T
	sent []string // what was published, shortened
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t}
	b.diagnoser = &diagnoser{
		loading: func() bool { return false },
		log:     slog.New(slog.DiscardHandler),
		wake:    make(chan struct{}, 1),
		done:    make(chan struct{}),
		sent:    map[string]sentFindings{},
		publish: func(_ context.Context, params []byte) error {
			var p protocol.PublishDiagnosticsParams
			if err := protocol.Unmarshal(params, &p); err != nil {
				t.Errorf("published %s: %v", params, err)
			}
			line := p.URI.Path()
			if v, ok := p.Version.Get(); ok {
				line += fmt.Sprintf(" v%d", v)
			}
			for _, d := range p.Diagnostics {
				line += " " + string(d.Message.(protocol.String))
			}
			b.sent = append(b.sent, line)
			return nil
		},
	}
	return b
}

// passes runs one pass that finds the given and returns what it published.
func (b *bench) passes(found map[string]findings) []string {
	b.sent = nil
	b.inspect = func(context.Context) (map[string]findings, error) { return found, nil }
	b.pass(b.t.Context())
	return b.sent
}

func fileFindings(path string, version int32, messages ...string) findings {
	f := findings{uri: uri.File(path)}
	if version > 0 {
		f.version = protocol.NewOptional(version)
	}
	for _, m := range messages {
		f.diagnostics = append(f.diagnostics, protocol.Diagnostic{Message: protocol.String(m)})
	}
	return f
}

func TestPublishing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	step := func(what string, found map[string]findings, want ...string) {
		t.Helper()
		if got := b.passes(found); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: published %q, want %q", what, got, want)
		}
	}
	type set = map[string]findings
	step("an open file without findings is told so", set{"/a": fileFindings("/a", 1), "/b": fileFindings("/b", 0)}, "/a v1")
	step("nothing new", set{"/a": fileFindings("/a", 1), "/b": fileFindings("/b", 0)})
	step("findings in both", set{"/a": fileFindings("/a", 2, "x"), "/b": fileFindings("/b", 0, "y")}, "/a v2 x", "/b y")
	step("the same findings of a newer version", set{"/a": fileFindings("/a", 3, "x"), "/b": fileFindings("/b", 0, "y")}, "/a v3 x")
	step("one set changes", set{"/a": fileFindings("/a", 3, "x"), "/b": fileFindings("/b", 0, "z")}, "/b z")
	step("closed, with the same findings on disk", set{"/a": fileFindings("/a", 0, "x"), "/b": fileFindings("/b", 0, "z")}, "/a x")
	step("one is repaired", set{"/a": fileFindings("/a", 0), "/b": fileFindings("/b", 0, "z")}, "/a")
	step("one is no longer part of anything", set{"/a": fileFindings("/a", 0)}, "/b")
	step("nothing new", set{})
}

// TestFileKeepsTheClientsSpelling: findings are cleared under the URI they were
// published for.
func TestFileKeepsTheClientsSpelling(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var uris []string
	b.publish = func(_ context.Context, params []byte) error {
		var p struct {
			URI string `json:"uri"`
		}
		if err := (codec{}).Unmarshal(params, &p); err != nil {
			t.Error(err)
		}
		uris = append(uris, p.URI)
		return nil
	}
	open := fileFindings("/a b", 1, "x")
	open.uri = "file:///a b"
	b.passes(map[string]findings{"/a b": open})
	b.passes(map[string]findings{"/a b": fileFindings("/a b", 0, "y")})
	b.passes(map[string]findings{})
	for _, got := range uris {
		if got != "file:///a b" {
			t.Errorf("published for %q, want the client's spelling", got)
		}
	}
	if len(uris) != 3 {
		t.Errorf("published %d times, want 3", len(uris))
	}
}

// TestOvertakenPassPublishesNothing: no findings of an older text flash up.
func TestOvertakenPassPublishesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.inspect = func(ctx context.Context) (map[string]findings, error) {
		b.changed(onceQuiet) // the text changes while it is inspected
		if ctx.Err() == nil {
			t.Error("the pass is not cancelled")
		}
		return map[string]findings{"/a": fileFindings("/a", 1, "old")}, nil
	}
	b.pass(t.Context())
	if len(b.sent) != 0 {
		t.Errorf("published %q, want nothing", b.sent)
	}
}

// TestFaultyPass: neither an error nor a panic keeps later findings away.
func TestFaultyPass(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.inspect = func(context.Context) (map[string]findings, error) { panic("boom") }
	b.pass(t.Context())
	b.inspect = func(context.Context) (map[string]findings, error) { return nil, errors.New("no luck") }
	b.pass(t.Context())
	if got := b.passes(map[string]findings{"/a": fileFindings("/a", 1, "x")}); fmt.Sprint(got) != "[/a v1 x]" {
		t.Errorf("published %q after faulty passes", got)
	}
}

// TestChangesAreCoalesced: passes that nobody waited for are left out, and the
// last one inspects the newest text.
func TestChangesAreCoalesced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	entered, leave, finished := make(chan struct{}), make(chan struct{}), make(chan int)
	count := 0
	b.inspect = func(ctx context.Context) (map[string]findings, error) {
		count++
		if count == 1 {
			close(entered)
			<-leave
			return nil, ctx.Err()
		}
		finished <- count
		return nil, nil
	}
	go b.run(ctx)
	b.changed(now)
	<-entered
	for range 1000 {
		b.changed(onceQuiet)
	}
	close(leave)
	if n := <-finished; n != 2 {
		t.Errorf("the newest text is inspected in pass %d, want 2", n)
	}
	cancel()
	<-b.done
	if count != 2 {
		t.Errorf("%d passes for a burst of changes during a pass, want 2", count)
	}
}

// TestFindingsFollowDocuments through a whole server.
func TestFindingsFollowDocuments(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, "")
	c.published(mainURI, 1)
	for version := 2; version <= 200; version++ {
		c.change(mainURI, version, object{"text": fmt.Sprint(version)})
	}
	c.published(mainURI, 200)
	last := int32(0)
	for _, p := range publishedIn(t, c.received(), mainURI) {
		v, _ := p.Version.Get()
		if v <= last {
			t.Errorf("findings of version %d came after those of %d", v, last)
		}
		last = v
	}
}
