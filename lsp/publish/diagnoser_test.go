// This file tests when the diagnoser computes what, and in which order.

package publish

import (
	"bytes"
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

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// bench is a diagnoser whose programs the test supplies.
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
	b.diagnoser = newDiagnoser(Config{
		Log:     slog.New(slog.DiscardHandler),
		Fault:   func(string, any) { b.faults.Add(1) },
		Trace:   noTrace{},
		Drained: func() <-chan struct{} { return closedChannel() },
	})
	b.opened = func() round { return round{steps: slices.Values(b.front), loading: b.loading} }
	b.closed = func(context.Context) round { return round{steps: slices.Values(b.behind), loading: b.loading} }
	b.keeps = func(program string) bool { return strings.HasPrefix(program, "/w") }
	b.passed = func() { b.passes.Add(1) }
	b.upToDate = func(func(string) bool) {}
	b.table.push = func(params [][]byte) error {
		line := shortened(t, params)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.sent = append(b.sent, line)
		return nil
	}
	return b
}

func closedChannel() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// shortened is a published message: PATH vVERSION MESSAGE….
func shortened(t *testing.T, pieces [][]byte) string {
	params := bytes.Join(pieces, nil)
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

// after makes a change and returns what is published because of it.
func (b *bench) after(change func()) []string {
	synctest.Wait()
	b.published()
	change()
	b.changed()
	synctest.Wait()
	return b.published()
}

// published returns what was published since the last call.
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
func testFindings(path string, version int32, messages ...string) findings {
	f := findings{path: path, uri: uri.File(path), found: noFindings}
	if version > 0 {
		f.version = protocol.NewOptional(version)
	}
	if len(messages) == 0 {
		return f
	}
	var fresh encoder
	var all []*encoded
	for _, m := range messages {
		one, err := fresh.encode(protocol.Diagnostic{Message: protocol.String(m)})
		if err != nil {
			panic(err)
		}
		all = append(all, one)
	}
	f.found = newReport(all)
	return f
}

// listingOf returns a listing of files.
func listingOf(files ...findings) *listing {
	return &listing{files: lists.Map(files, func(f findings) *listed { return &listed{findings: f} })}
}

// finds returns a step that finds the same each time.
func finds(program string, files ...findings) step {
	return step{program, func(ctx context.Context, _ *listing, _ func(*listing, bool)) (*listing, error) {
		return listingOf(files...), ctx.Err()
	}}
}

// TestPublishing: only changes are published, and nothing twice.
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
		step("an open file without findings is told so", list{testFindings("/p/a", 1), testFindings("/p/b", 0)}, "/p/a v1")
		step("nothing new", list{testFindings("/p/a", 1), testFindings("/p/b", 0)})
		step("findings in both", list{testFindings("/p/a", 2, "x"), testFindings("/p/b", 0, "y")}, "/p/a v2 x", "/p/b y")
		step("the same of a newer version", list{testFindings("/p/a", 3, "x"), testFindings("/p/b", 0, "y")}, "/p/a v3 x")
		step("one changes", list{testFindings("/p/a", 3, "x"), testFindings("/p/b", 0, "z")}, "/p/b z")
		step("closed, with the same findings on disk", list{testFindings("/p/a", 0, "x"), testFindings("/p/b", 0, "z")}, "/p/a x")
		step("one is repaired", list{testFindings("/p/a", 0), testFindings("/p/b", 0, "z")}, "/p/a")
		step("nothing new", list{testFindings("/p/a", 0), testFindings("/p/b", 0, "z")})
		step("one is deleted", list{testFindings("/p/a", 0)}, "/p/b")
		step("opened without findings", list{testFindings("/p/a", 7)}, "/p/a v7")
		b.expect("closed without findings", b.after(func() { b.front = nil }))
		b.expect("nothing new", b.after(func() {}))
		if len(b.table.files)+len(b.table.owned)+len(b.table.shown) != 0 {
			t.Errorf("%+v is left of files that are no longer shown", &b.table)
		}
	})
}

// TestClearedOnce: a file that is no longer shown is cleared once, even if several programs have shown it.
func TestClearedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		shared := testFindings("/w/settings", 0, "s")
		b.expect("two programs with a common file", b.after(func() {
			b.front = []step{finds("/w/a", testFindings("/w/a/f", 1, "x"), shared)}
			b.behind = []step{finds("/w/b", testFindings("/w/b/f", 0, "y"), shared)}
		}), "/w/a/f v1 x", "/w/settings s", "/w/b/f y")
		b.expect("one goes", b.after(func() { b.front = nil }), "/w/a/f")
		b.expect("it comes again", b.after(func() { b.front = []step{finds("/w/a", testFindings("/w/a/f", 2), shared)} }), "/w/a/f v2")
		b.expect("the other goes", b.after(func() { b.behind = nil }), "/w/b/f")
		b.expect("both are gone", b.after(func() { b.front = nil }), "/w/settings")
		b.expect("one outside the workspace comes", b.after(func() { b.front = []step{finds("/p", testFindings("/p/f", 1, "x"))} }), "/p/f v1 x")
		b.expect("and goes", b.after(func() { b.front = nil }), "/p/f")
	})
}

// TestSharedFileHasAllFindings: what one program finds in a file stays when another one finds something else there, or nothing more.
func TestSharedFileHasAllFindings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		finds := func(program string, messages ...string) step {
			return finds(program, testFindings("/w/rules", 0, messages...))
		}
		b.expect("both find the same, and one finds more", b.after(func() {
			b.front, b.behind = []step{finds("/w/a", "s", "x")}, []step{finds("/w/b", "s")}
		}), "/w/rules s x")
		b.expect("the other finds something else", b.after(func() { b.behind = []step{finds("/w/b", "s", "y")} }), "/w/rules s x y")
		b.expect("the first finds less", b.after(func() { b.front = []step{finds("/w/a", "s")} }), "/w/rules s y")
		b.expect("a third comes", b.after(func() { b.behind = append(b.behind, finds("/w/c", "z")) }), "/w/rules s y z")
		b.expect("the second goes", b.after(func() { b.behind = b.behind[1:] }), "/w/rules s z")
		b.expect("the third finds nothing", b.after(func() { b.behind = []step{finds("/w/c")} }), "/w/rules s")
		b.expect("all go", b.after(func() { b.front, b.behind = nil, nil }), "/w/rules")
	})
}

// TestFileKeepsTheClientsSpelling: findings are cleared under the URI that they were published for.
func TestFileKeepsTheClientsSpelling(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		var uris []string
		b.table.push = func(params [][]byte) error {
			var p struct {
				URI string `json:"uri"`
			}
			if err := protocol.Unmarshal(bytes.Join(params, nil), &p); err != nil {
				t.Error(err)
			}
			uris = append(uris, p.URI)
			return nil
		}
		b.start()
		open := testFindings("/a b", 1, "x")
		open.uri = "file:///a b"
		b.after(func() { b.front = []step{finds("/", open)} })
		b.after(func() { b.front = []step{finds("/", testFindings("/a b", 0, "y"))} })
		b.after(func() { b.front = nil })
		b.expect("all under the client's spelling", uris, "file:///a b", "file:///a b", "file:///a b")
	})
}

// TestOvertakenPassPublishesNothing: a canceled pass shows no findings of the older text, neither early ones nor those of a finished step.
func TestOvertakenPassPublishesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		times := 0
		overtaken := step{"/p", func(ctx context.Context, _ *listing, early func(*listing, bool)) (*listing, error) {
			if times++; times > 1 {
				return listingOf(testFindings("/p/a", 2, "new")), nil
			}
			b.changed() // the text changes during the check
			if ctx.Err() == nil {
				t.Error("the pass is not cancelled")
			}
			early(listingOf(testFindings("/p/a", 1, "early")), false)
			return listingOf(testFindings("/p/a", 1, "old")), nil
		}}
		b.expect("published", b.after(func() { b.front = []step{overtaken, finds("/q", testFindings("/q/a", 1))} }), "/p/a v2 new", "/q/a v1")
		if times != 2 || !b.isUpToDate() {
			t.Errorf("checked %d times, up to date: %v; want 2, true", times, b.isUpToDate())
		}
	})
}

// TestOvertakenPassClearsNothing: what a canceled pass did not find may be there in the newer text.
func TestOvertakenPassClearsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		b.expect("published", b.after(func() { b.front = []step{finds("/p", testFindings("/p/a", 1, "wrong"))} }), "/p/a v1 wrong")
		times := 0
		overtaken := step{"/p", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
			if times++; times > 1 {
				return listingOf(testFindings("/p/a", 2, "wrong")), nil
			}
			b.changed()
			return nothing, nil
		}}
		b.expect("published", b.after(func() { b.front = []step{overtaken} }), "/p/a v2 wrong")
	})
}

// TestOvertakenWhilePublishing: findings that were not sent before a change are not sent after it.
func TestOvertakenWhilePublishing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		publish, version := b.table.push, int32(1)
		b.table.push = func(params [][]byte) error {
			if version == 1 {
				version = 2
				b.changed()
			}
			return publish(params)
		}
		b.start()
		next := step{"/p", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
			return listingOf(testFindings("/p/a", version), testFindings("/p/b", version)), nil
		}}
		b.expect("published", b.after(func() { b.front = []step{next} }), "/p/a v1", "/p/a v2", "/p/b v2")
	})
}

// TestOrder: early findings come before complete ones, open programs before others, and early findings that stay the same are not sent again.
func TestOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		edited := step{"/w/a", func(_ context.Context, _ *listing, early func(*listing, bool)) (*listing, error) {
			early(listingOf(testFindings("/w/a/edited", 5, "x"), testFindings("/w/a/dependent", 1, "as before")), false)
			return listingOf(testFindings("/w/a/edited", 5, "x"), testFindings("/w/a/dependent", 1, "new")), nil
		}}
		b.front = []step{finds("/w/a", testFindings("/w/a/edited", 4), testFindings("/w/a/dependent", 1, "as before"))}
		b.after(func() {})
		b.expect("published", b.after(func() {
			b.front = []step{edited, finds("/w/b", testFindings("/w/b/open", 1))}
			b.behind = []step{finds("/w/c", testFindings("/w/c/closed", 0, "z"))}
		}), "/w/a/edited v5 x", "/w/a/dependent v1 new", "/w/b/open v1", "/w/c/closed z")
	})
}

// TestKnownResultsAreNotLookedAt: a program with the listing that is shown costs nothing.
func TestKnownResultsAreNotLookedAt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		looked := 0
		b.behind = []step{{"/w/a", func(_ context.Context, last *listing, _ func(*listing, bool)) (*listing, error) {
			if last != nil {
				return last, nil
			}
			looked++
			return listingOf(testFindings("/w/a/f", 0, "x")), nil
		}}}
		b.expect("at first", b.after(func() {}), "/w/a/f x")
		b.expect("later", b.after(func() {}))
		if looked != 1 || !b.isUpToDate() {
			t.Errorf("checked %d times, up to date: %v; want 1, true", looked, b.isUpToDate())
		}
	})
}

// TestFaultyStep: an error or a panic in one program neither hides the findings of others nor clears its own earlier findings.
func TestFaultyStep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		b.after(func() {
			b.front = []step{finds("/p", testFindings("/p/a", 1, "x")), finds("/q", testFindings("/q/a", 1, "x"))}
		})
		b.expect("published", b.after(func() {
			b.front = []step{
				{"/p", func(context.Context, *listing, func(*listing, bool)) (*listing, error) { panic("boom") }},
				{"/q", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
					return nil, errors.New("no luck")
				}},
				finds("/r", testFindings("/r/a", 1, "x")),
			}
		}), "/r/a v1 x")
	})
}

// TestChangesAreCoalesced: the diagnoser waits while the client is sending, and then runs once.
func TestChangesAreCoalesced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		quiet := make(chan struct{})
		b.drained = func() <-chan struct{} { return quiet }
		b.start()
		version := int32(0)
		b.front = []step{{"/p", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
			return listingOf(testFindings("/p/a", version)), nil
		}}}
		for range 1000 {
			version++
			b.changed()
			synctest.Wait()
		}
		b.expect("while the client is sending", b.published())
		close(quiet)
		synctest.Wait()
		b.expect("afterwards", b.published(), "/p/a v1000")
		if n := b.passes.Load(); n != 2 {
			t.Errorf("%d passes, want one in front and one behind", n)
		}
	})
}

// TestTyping: at any pace that leaves time for one check, the findings of each version appear at once. Other programs follow at the next pause.
func TestTyping(t *testing.T) {
	t.Parallel()
	for _, pace := range []time.Duration{5 * time.Millisecond, 150 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t)
			b.start()
			b.expect("at first", b.after(func() { b.front = []step{finds("/w/a", testFindings("/w/a/f", 1, "x"))} }), "/w/a/f v1 x")
			var version, closed atomic.Int32
			busy := func(ctx context.Context, d time.Duration) error {
				await.For(ctx, d, nil)
				return ctx.Err()
			}
			b.front = []step{
				{"/w/a", func(ctx context.Context, _ *listing, early func(*listing, bool)) (*listing, error) {
					v := version.Load()
					if err := busy(ctx, time.Millisecond); err != nil {
						return nil, err
					}
					early(listingOf(testFindings("/w/a/f", v)), false)
					return listingOf(testFindings("/w/a/f", v)), busy(ctx, 300*time.Millisecond)
				}},
			}
			b.behind = []step{{"/w/b", func(ctx context.Context, _ *listing, _ func(*listing, bool)) (*listing, error) {
				closed.Add(1)
				return nil, busy(ctx, time.Second)
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
				t.Errorf("others were checked %d times meanwhile", n)
			}
			<-time.After(2 * time.Second)
			synctest.Wait()
			if n := closed.Load(); n != 1 || !b.isUpToDate() {
				t.Errorf("others were checked %d times after a pause, up to date: %v; want 1, true", n, b.isUpToDate())
			}
		})
	}
}

// TestBackgroundIsNotInTheWay: a check in the background that ignores its cancellation does not delay the findings of an edit, and its outdated findings
// do not appear.
func TestBackgroundIsNotInTheWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		version, gate := int32(1), make(chan struct{})
		b.front = []step{{"/w/a", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
			return listingOf(testFindings("/w/a/f", version)), nil
		}}}
		stubborn := step{"/w/b", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
			<-gate
			return listingOf(testFindings("/w/b/f", 0, fmt.Sprint(version))), nil
		}}
		b.expect("at first", b.after(func() { b.behind = []step{stubborn} }), "/w/a/f v1")
		for range 3 {
			b.expect("an edit", b.after(func() { version++ }), fmt.Sprintf("/w/a/f v%d", version))
		}
		if b.isUpToDate() {
			t.Error("up to date while something is still unknown")
		}
		close(gate)
		synctest.Wait()
		b.expect("in the end", b.published(), "/w/b/f 4")
		if !b.isUpToDate() {
			t.Error("not up to date in the end")
		}
	})
}

// TestWaitingForSchemas: findings wait for schemas that are being loaded, for a limited time from the begin of the loading.
func TestWaitingForSchemas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start()
		loading := true
		b.loading = func() bool { return loading }
		version := int32(0)
		b.front = []step{{"/w/a", func(_ context.Context, _ *listing, early func(*listing, bool)) (*listing, error) {
			files := []findings{testFindings("/w/a/f", version)}
			early(listingOf(files...), false)
			return listingOf(files...), nil
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

// TestPanicsOutsideOfSteps: wherever the diagnoser meets a panic, it reports it, and the next change is checked.
func TestPanicsOutsideOfSteps(t *testing.T) {
	t.Parallel()
	for name, inject := range map[string]func(b *bench, fail func()){
		"the list of steps": func(b *bench, fail func()) {
			old := b.opened
			b.opened = func() round { fail(); return old() }
		},
		"between steps": func(b *bench, fail func()) {
			old := b.opened
			b.opened = func() round {
				r := old()
				steps := r.steps
				r.steps = func(yield func(step) bool) { fail(); steps(yield) }
				return r
			}
		},
		"a step": func(b *bench, fail func()) {
			find := b.front[0].find
			b.front[0].find = func(ctx context.Context, last *listing, early func(*listing, bool)) (*listing, error) {
				fail()
				return find(ctx, last, early)
			}
		},
		"closed programs": func(b *bench, fail func()) {
			old := b.closed
			b.closed = func(ctx context.Context) round { fail(); return old(ctx) }
		},
		"after a pass": func(b *bench, fail func()) {
			old := b.passed
			b.passed = func() { fail(); old() }
		},
		"sending": func(b *bench, fail func()) {
			old := b.table.push
			b.table.push = func(params [][]byte) error { fail(); return old(params) }
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t)
			version := int32(1)
			b.front = []step{{"/w/a", func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
				return listingOf(testFindings("/w/a/f", version, "x")), nil
			}}}
			var once sync.Once
			inject(b, func() { once.Do(func() { panic("boom") }) })
			b.start()
			b.after(func() {})
			b.expect(name, b.after(func() { version++ }), "/w/a/f v2 x")
			if n := b.faults.Load(); n != 1 || !b.isUpToDate() {
				t.Errorf("%s: %d panics are reported, up to date: %v; want 1, true", name, n, b.isUpToDate())
			}
		})
	}
}
