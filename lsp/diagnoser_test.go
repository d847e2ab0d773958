// This file tests the diagnoser by itself: what is computed when, and in which order.

package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// bench is a diagnoser whose programs are played by the test.
type bench struct {
	*diagnoser
	t       *testing.T
	front   []step
	behind  []step
	loading func() bool
	passes  atomic.Int32 // complete ones
	faults  atomic.Int32 // panics

	mu   sync.Mutex // guards sent
	sent []string   // what was published, shortened
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, loading: func() bool { return false }}
	b.diagnoser = &diagnoser{
		log:     slog.New(slog.DiscardHandler),
		faulty:  func(string, any) { b.faults.Add(1) },
		opened:  func() round { return round{slices.Values(b.front), b.loading} },
		closed:  func(context.Context) round { return round{slices.Values(b.behind), b.loading} },
		keeps:   func(program string) bool { return strings.HasPrefix(program, "/w") },
		drained: func() <-chan struct{} { return alreadyClosed },
		caught:  func() { b.passes.Add(1) },
		shows:   func(map[string]bool) {},
		wakeUp:  make(chan struct{}, 1),
		spare:   make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	b.shown.publish = func(_ context.Context, params []byte) error {
		line := shortened(t, params)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sent = append(b.sent, line)
		return nil
	}
	return b
}

// shortened is a published message: PATH vVERSION MESSAGE….
func shortened(t *testing.T, params []byte) string {
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
	return line
}

// start runs the diagnoser in the bubble of a test until it ends.
func (b *bench) start() {
	ctx, cancel := context.WithCancel(b.t.Context())
	go b.run(ctx)
	b.t.Cleanup(func() { cancel(); <-b.done })
}

// after makes a change, and gives what is published because of it.
func (b *bench) after(change func()) []string {
	synctest.Wait()
	b.published()
	change()
	b.changed()
	synctest.Wait()
	return b.published()
}

// published is what was published since it was last asked for.
func (b *bench) published() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	sent := b.sent
	b.sent = nil
	return sent
}

func (b *bench) expect(what string, got []string, want ...string) {
	b.t.Helper()
	if !slices.Equal(got, want) {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// fileFindings are findings with the messages, of a version if that is not 0.
func fileFindings(path string, version int32, messages ...string) findings {
	f := findings{path: path, uri: uri.File(path), found: noFindings}
	if version > 0 {
		f.version = protocol.NewOptional(version)
	}
	if len(messages) == 0 {
		return f
	}
	var diagnostics []protocol.Diagnostic
	for _, m := range messages {
		diagnostics = append(diagnostics, protocol.Diagnostic{Message: protocol.String(m)})
	}
	encoded, err := protocol.Marshal(diagnostics)
	if err != nil {
		panic(err)
	}
	f.found = newConverted(diagnostics, encoded, nil)
	return f
}

// finds is a step that finds the same each time.
func finds(program string, files ...findings) step {
	return step{program, func(ctx context.Context, _ any, _ func([]findings)) (result, error) {
		return result{files: files}, ctx.Err()
	}}
}

// TestPublishing: what is published is what has changed, and nothing twice.
func TestPublishing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		step := func(what string, files []findings, want ...string) {
			t.Helper()
			b.expect(what, b.after(func() { b.front = []step{finds("/p", files...)} }), want...)
		}
		type list = []findings
		step("an open file without findings is told so", list{fileFindings("/p/a", 1), fileFindings("/p/b", 0)}, "/p/a v1")
		step("nothing new", list{fileFindings("/p/a", 1), fileFindings("/p/b", 0)})
		step("findings in both", list{fileFindings("/p/a", 2, "x"), fileFindings("/p/b", 0, "y")}, "/p/a v2 x", "/p/b y")
		step("the same of a newer version", list{fileFindings("/p/a", 3, "x"), fileFindings("/p/b", 0, "y")}, "/p/a v3 x")
		step("one changes", list{fileFindings("/p/a", 3, "x"), fileFindings("/p/b", 0, "z")}, "/p/b z")
		step("closed, with the same findings on disk", list{fileFindings("/p/a", 0, "x"), fileFindings("/p/b", 0, "z")}, "/p/a x")
		step("one is repaired", list{fileFindings("/p/a", 0), fileFindings("/p/b", 0, "z")}, "/p/a")
		step("nothing new", list{fileFindings("/p/a", 0), fileFindings("/p/b", 0, "z")})
		step("one is deleted", list{fileFindings("/p/a", 0)}, "/p/b")
		step("opened without findings", list{fileFindings("/p/a", 7)}, "/p/a v7")
		b.expect("closed without findings", b.after(func() { b.front = nil }))
		b.expect("nothing new", b.after(func() {}))
		if len(b.shown.files)+len(b.shown.owned)+len(b.shown.tokens) != 0 {
			t.Errorf("%+v is left of what is no longer shown", &b.shown)
		}
	})
}

// TestClearedOnce: what is no longer shown is cleared once, whoever showed it.
func TestClearedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		shared := fileFindings("/w/settings", 0, "s")
		b.expect("two programs with a common file", b.after(func() {
			b.front = []step{finds("/w/a", fileFindings("/w/a/f", 1, "x"), shared)}
			b.behind = []step{finds("/w/b", fileFindings("/w/b/f", 0, "y"), shared)}
		}), "/w/a/f v1 x", "/w/settings s", "/w/b/f y")
		b.expect("one goes", b.after(func() { b.front = nil }), "/w/a/f")
		b.expect("it comes again", b.after(func() { b.front = []step{finds("/w/a", fileFindings("/w/a/f", 2), shared)} }), "/w/a/f v2")
		b.expect("the other goes", b.after(func() { b.behind = nil }), "/w/b/f")
		b.expect("both are gone", b.after(func() { b.front = nil }), "/w/settings")
		b.expect("one outside the workspace comes", b.after(func() { b.front = []step{finds("/p", fileFindings("/p/f", 1, "x"))} }), "/p/f v1 x")
		b.expect("and goes", b.after(func() { b.front = nil }), "/p/f")
	})
}

// TestFileKeepsTheClientsSpelling: findings are cleared under the URI they were
// published for.
func TestFileKeepsTheClientsSpelling(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		var uris []string
		b.shown.publish = func(_ context.Context, params []byte) error {
			var p struct {
				URI string `json:"uri"`
			}
			if err := (codec{}).Unmarshal(params, &p); err != nil {
				t.Error(err)
			}
			uris = append(uris, p.URI)
			return nil
		}
		b.start()
		open := fileFindings("/a b", 1, "x")
		open.uri = "file:///a b"
		b.after(func() { b.front = []step{finds("/", open)} })
		b.after(func() { b.front = []step{finds("/", fileFindings("/a b", 0, "y"))} })
		b.after(func() { b.front = nil })
		b.expect("all under the client's spelling", uris, "file:///a b", "file:///a b", "file:///a b")
	})
}

// TestOvertakenPassPublishesNothing: no findings of an older text flash up, neither
// early ones nor those of a step that was done.
func TestOvertakenPassPublishesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		times := 0
		overtaken := step{"/p", func(ctx context.Context, _ any, early func([]findings)) (result, error) {
			if times++; times > 1 {
				return result{files: []findings{fileFindings("/p/a", 2, "new")}}, nil
			}
			b.changed() // the text changes while it is looked at
			if ctx.Err() == nil {
				t.Error("the pass is not cancelled")
			}
			early([]findings{fileFindings("/p/a", 1, "early")})
			return result{files: []findings{fileFindings("/p/a", 1, "old")}}, nil
		}}
		b.expect("published", b.after(func() { b.front = []step{overtaken, finds("/q", fileFindings("/q/a", 1))} }), "/p/a v2 new", "/q/a v1")
		if times != 2 || !b.settled() {
			t.Errorf("looked %d times, settled: %v; want 2, true", times, b.settled())
		}
	})
}

// TestOvertakenWhilePublishing: what was not sent before a change is not sent after it.
func TestOvertakenWhilePublishing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		publish, version := b.shown.publish, int32(1)
		b.shown.publish = func(ctx context.Context, params []byte) error {
			if version == 1 {
				version = 2
				b.changed()
			}
			return publish(ctx, params)
		}
		b.start()
		next := step{"/p", func(context.Context, any, func([]findings)) (result, error) {
			return result{files: []findings{fileFindings("/p/a", version), fileFindings("/p/b", version)}}, nil
		}}
		b.expect("published", b.after(func() { b.front = []step{next} }), "/p/a v1", "/p/a v2", "/p/b v2")
	})
}

// TestOrder: early findings come before complete ones, open programs before others, and
// what was complete early is not sent again.
func TestOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		edited := step{"/w/a", func(_ context.Context, _ any, early func([]findings)) (result, error) {
			early([]findings{fileFindings("/w/a/edited", 5, "x"), fileFindings("/w/a/dependent", 1, "as before")})
			return result{files: []findings{fileFindings("/w/a/edited", 5, "x"), fileFindings("/w/a/dependent", 1, "new")}}, nil
		}}
		b.front = []step{finds("/w/a", fileFindings("/w/a/edited", 4), fileFindings("/w/a/dependent", 1, "as before"))}
		b.after(func() {})
		b.expect("published", b.after(func() {
			b.front = []step{edited, finds("/w/b", fileFindings("/w/b/open", 1))}
			b.behind = []step{finds("/w/c", fileFindings("/w/c/closed", 0, "z"))}
		}), "/w/a/edited v5 x", "/w/a/dependent v1 new", "/w/b/open v1", "/w/c/closed z")
	})
}

// TestKnownResultsAreNotLookedAt: a program with the token of its last result costs
// nothing, as long as that was shown.
func TestKnownResultsAreNotLookedAt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		looked := 0
		b.behind = []step{{"/w/a", func(_ context.Context, last any, _ func([]findings)) (result, error) {
			if last == "token" {
				return result{token: "token"}, nil
			}
			looked++
			return result{[]findings{fileFindings("/w/a/f", 0, "x")}, "token"}, nil
		}}}
		b.expect("at first", b.after(func() {}), "/w/a/f x")
		b.expect("later", b.after(func() {}))
		if looked != 1 || !b.settled() {
			t.Errorf("looked %d times, settled: %v; want 1, true", looked, b.settled())
		}
	})
}

// TestFaultyStep: neither an error nor a panic in one program keeps the findings of
// others away, nor clears what was found before.
func TestFaultyStep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		b.after(func() {
			b.front = []step{finds("/p", fileFindings("/p/a", 1, "x")), finds("/q", fileFindings("/q/a", 1, "x"))}
		})
		b.expect("published", b.after(func() {
			b.front = []step{
				{"/p", func(context.Context, any, func([]findings)) (result, error) { panic("boom") }},
				{"/q", func(context.Context, any, func([]findings)) (result, error) { return result{}, errors.New("no luck") }},
				finds("/r", fileFindings("/r/a", 1, "x")),
			}
		}), "/r/a v1 x")
	})
}

// TestChangesAreCoalesced: as long as the client is sending nothing is looked at, and
// then once.
func TestChangesAreCoalesced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		var came intake
		b.drained = came.drained
		b.start()
		came.begins()
		version := int32(0)
		b.front = []step{{"/p", func(context.Context, any, func([]findings)) (result, error) {
			return result{files: []findings{fileFindings("/p/a", version)}}, nil
		}}}
		for range 1000 {
			version++
			b.changed()
			synctest.Wait()
		}
		b.expect("while the client is sending", b.published())
		came.ends()
		synctest.Wait()
		b.expect("afterwards", b.published(), "/p/a v1000")
		if n := b.passes.Load(); n != 2 {
			t.Errorf("%d passes, want one in front and one behind", n)
		}
	})
}

// TestTyping: at any pace that leaves the time for one look, the findings of each
// version appear at once; and the others have their turn as soon as there is a pause.
func TestTyping(t *testing.T) {
	t.Parallel()
	for _, pace := range []time.Duration{5 * time.Millisecond, 150 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t)
			b.start()
			b.expect("at first", b.after(func() { b.front = []step{finds("/w/a", fileFindings("/w/a/f", 1, "x"))} }), "/w/a/f v1 x")
			var version, closed atomic.Int32
			busy := func(ctx context.Context, d time.Duration) error {
				if !wait(ctx, d) {
					return ctx.Err()
				}
				return nil
			}
			b.front = []step{
				{"/w/a", func(ctx context.Context, _ any, early func([]findings)) (result, error) {
					v := version.Load()
					if err := busy(ctx, time.Millisecond); err != nil {
						return result{}, err
					}
					early([]findings{fileFindings("/w/a/f", v)})
					return result{files: []findings{fileFindings("/w/a/f", v)}}, busy(ctx, 300*time.Millisecond)
				}},
			}
			b.behind = []step{{"/w/b", func(ctx context.Context, _ any, _ func([]findings)) (result, error) {
				closed.Add(1)
				return result{}, busy(ctx, time.Second)
			}}}
			var want []string
			for range 50 {
				want = append(want, fmt.Sprintf("/w/a/f v%d", version.Add(1)))
				b.changed()
				<-time.After(pace)
				synctest.Wait()
			}
			b.expect(fmt.Sprintf("published while a key is hit every %v", pace), b.published(), want...)
			if n := closed.Load(); n > 0 {
				t.Errorf("others were looked at %d times meanwhile", n)
			}
			<-time.After(2 * time.Second)
			synctest.Wait()
			if n := closed.Load(); n != 1 || !b.settled() {
				t.Errorf("others were looked at %d times after a pause, settled: %v; want 1, true", n, b.settled())
			}
		})
	}
}

// TestBackgroundIsNotInTheWay: a program that is being looked at in the background, and
// cannot be left, does not delay the findings of an edit; nor does what it finds then
// appear.
func TestBackgroundIsNotInTheWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		version, gate := int32(1), make(chan struct{})
		b.front = []step{{"/w/a", func(context.Context, any, func([]findings)) (result, error) {
			return result{files: []findings{fileFindings("/w/a/f", version)}}, nil
		}}}
		stubborn := step{"/w/b", func(context.Context, any, func([]findings)) (result, error) {
			<-gate
			return result{files: []findings{fileFindings("/w/b/f", 0, fmt.Sprint(version))}}, nil
		}}
		b.expect("at first", b.after(func() { b.behind = []step{stubborn} }), "/w/a/f v1")
		for range 3 {
			b.expect("an edit", b.after(func() { version++ }), fmt.Sprintf("/w/a/f v%d", version))
		}
		if b.settled() {
			t.Error("settled while something is not known yet")
		}
		close(gate)
		synctest.Wait()
		b.expect("in the end", b.published(), "/w/b/f 4")
		if !b.settled() {
			t.Error("not settled in the end")
		}
	})
}

// TestWaitingForSchemas: findings wait for schemas that are being loaded, counted from
// when the loading began, and appear without them when that takes too long.
func TestWaitingForSchemas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		loading := true
		b.loading = func() bool { return loading }
		version := int32(0)
		b.front = []step{{"/w/a", func(_ context.Context, _ any, early func([]findings)) (result, error) {
			files := []findings{fileFindings("/w/a/f", version)}
			early(files)
			return result{files: files}, nil
		}}}
		began := time.Now()
		for time.Since(began) < schemasWait {
			b.expect("while waiting", b.after(func() { version++ }))
			<-time.After(schemasWait / 4)
		}
		synctest.Wait()
		b.expect("after the wait", b.published(), "/w/a/f v4")
		b.expect("later", b.after(func() { version++ }), "/w/a/f v5")
		b.expect("when the schemas have come", b.after(func() { loading = false }))
		loading = true
		b.expect("other schemas", b.after(func() { version++ }))
		loading = false
		b.expect("that come soon", b.after(func() {}), "/w/a/f v6")
	})
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
