// This file tests the life of a connection: which requests are answered before it ends, and in which order. The tests run in bubbles, where time passes
// only when every goroutine waits.

package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// output collects what a connection writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// answer is a response by its id and its error code, which is 0 for a result.
type answer struct{ id, code int }

// answers returns the responses so far, in order.
func (o *output) answers(t *testing.T) (all []answer) {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	r := bufio.NewReader(bytes.NewReader(o.text.Bytes()))
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if errors.Is(err, io.EOF) {
			return all
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		var m struct {
			ID    int
			Error struct{ Code int }
		}
		if _, err := io.ReadFull(r, body); err != nil || json.Unmarshal(body, &m) != nil {
			t.Fatalf("the connection wrote %q", body)
		}
		all = append(all, answer{m.ID, m.Error.Code})
	}
}

const cancelled = -32800

// testConfig is a connection with these requests: "echo" answers at once, "work" before somebody gets impatient, "wait" when it is canceled, and
// "stuck" when the gate is closed, whether it is canceled or not.
func testConfig(gate <-chan struct{}) Config[int] {
	type none struct{}
	return Config[int]{
		Requests: map[string]Request[int]{
			"initialize": Inline[int](func(*none) (none, error) { return none{}, nil }),
			"echo":       Concurrent(func(int, context.Context, *none) (none, error) { return none{}, nil }),
			"work": Concurrent(func(_ int, ctx context.Context, _ *none) (none, error) {
				select {
				case <-time.After(impatience * 9 / 10):
				case <-ctx.Done():
				}
				return none{}, ctx.Err()
			}),
			"wait": Concurrent(func(_ int, ctx context.Context, _ *none) (none, error) {
				<-ctx.Done()
				return none{}, ctx.Err()
			}),
			"stuck": Concurrent(func(int, context.Context, *none) (none, error) {
				<-gate
				return none{}, nil
			}),
		},
		View:   func() int { return 0 },
		Ending: func() {},
		Fault:  func(string, any) {},
		Log:    slog.New(slog.DiscardHandler),
	}
}

// frame is a request, or a notification if the id is 0.
func frame(id int, method string) string {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
	if id == 0 {
		body = fmt.Sprintf(`{"jsonrpc":"2.0","method":%q}`, method)
	}
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// frames are requests with the ids 1, 2 and so on.
func frames(methods ...string) string {
	var all strings.Builder
	for i, method := range methods {
		all.WriteString(frame(i+1, method))
	}
	return all.String()
}

// TestCancelledIsAnswered: a canceled request is answered within a second, even if it ignores its cancellation, and its own answer is not sent later.
func TestCancelledIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		in, client := io.Pipe()
		var out output
		c := New(t.Context(), in, &out, testConfig(gate))
		code := make(chan int)
		go func() {
			got, _ := c.Serve(nil)
			code <- got
		}()
		const cancel = `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`
		io.WriteString(client, frames("initialize", "stuck")+fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(cancel), cancel))
		time.Sleep(time.Second)
		close(gate)
		synctest.Wait()
		if got := out.answers(t); !slices.Equal(got, []answer{{1, 0}, {2, cancelled}}) {
			t.Errorf("the answers are %v", got)
		}
		io.WriteString(client, frame(0, "exit"))
		<-code
	})
}

// TestShutdownIsAnsweredLast: shutdown waits for all earlier requests, even for one that ignores its cancellation.
func TestShutdownIsAnsweredLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		in, client := io.Pipe()
		var out output
		c := New(t.Context(), in, &out, testConfig(gate))
		code := make(chan int)
		go func() {
			got, _ := c.Serve(nil)
			code <- got
		}()
		io.WriteString(client, frames("initialize", "wait", "stuck", "echo", "shutdown", "echo"))
		synctest.Wait()
		expect := func(when string, want ...answer) {
			t.Helper()
			got := out.answers(t)
			slices.SortFunc(got, func(a, b answer) int { return a.id - b.id })
			if !slices.Equal(got, want) {
				t.Errorf("%s the answers are %v, want %v", when, got, want)
			}
		}
		expect("at once", answer{1, 0}, answer{4, 0}, answer{6, -32600})
		time.Sleep(time.Second)
		expect("within a second", answer{1, 0}, answer{2, cancelled}, answer{3, cancelled}, answer{4, 0}, answer{5, 0}, answer{6, -32600})
		if all := out.answers(t); len(all) != 6 || all[5] != (answer{5, 0}) {
			t.Errorf("the answers are %v, want shutdown last", all)
		}
		close(gate)
		io.WriteString(client, frame(0, "exit"))
		if got := <-code; got != 0 {
			t.Errorf("the exit code is %d, want 0", got)
		}
	})
}

// TestEveryRequestBeforeShutdownIsAnswered: also if the client sends everything at once, exit included, in any order. Requests that only need time get
// their results; those that wait for something are answered as canceled.
func TestEveryRequestBeforeShutdownIsAnswered(t *testing.T) {
	t.Parallel()
	methods := []string{"echo", "work", "wait"}
	for seed := range uint64(50) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, seed))
			asked := []string{"initialize"}
			for range random.IntN(20) {
				asked = append(asked, methods[random.IntN(len(methods))])
			}
			input := frames(append(slices.Clone(asked), "shutdown")...) + frame(0, "exit")
			var out output
			code, err := New(t.Context(), strings.NewReader(input), &out, testConfig(nil)).Serve(nil)
			if code != 0 || err != nil {
				t.Errorf("seed %d: ended with %d, %v; want 0", seed, code, err)
			}
			all := out.answers(t)
			if len(all) != len(asked)+1 || all[len(asked)] != (answer{len(asked) + 1, 0}) {
				t.Fatalf("seed %d: to %v the answers are %v, want all and shutdown last", seed, asked, all)
			}
			slices.SortFunc(all, func(a, b answer) int { return a.id - b.id })
			for i, method := range asked {
				want := answer{i + 1, 0}
				if method == "wait" {
					want.code = cancelled
				}
				if all[i] != want {
					t.Errorf("seed %d: %s got %v, want %v", seed, method, all[i], want)
				}
			}
		})
	}
}

// TestEndWithoutShutdown: exit cancels what is running, the end of the input only what waits. Both leave no request unanswered.
func TestEndWithoutShutdown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, last string
		work       int
	}{{"exit", frame(0, "exit"), cancelled}, {"end of input", "", 0}} {
		synctest.Test(t, func(t *testing.T) {
			var out output
			input := frames("initialize", "work", "wait") + test.last
			code, err := New(t.Context(), strings.NewReader(input), &out, testConfig(nil)).Serve(nil)
			if code != 1 || err != nil {
				t.Errorf("%s: ended with %d, %v; want 1", test.name, code, err)
			}
			got := out.answers(t)
			slices.SortFunc(got, func(a, b answer) int { return a.id - b.id })
			if want := []answer{{1, 0}, {2, test.work}, {3, cancelled}}; !slices.Equal(got, want) {
				t.Errorf("%s: the answers are %v, want %v", test.name, got, want)
			}
		})
	}
}

// TestStuckHandlerDoesNotPreventExit: nothing keeps the server alive after exit.
func TestStuckHandlerDoesNotPreventExit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		defer close(gate)
		in, client := io.Pipe()
		go io.WriteString(client, frames("initialize", "stuck", "shutdown")+frame(0, "exit"))
		began := time.Now()
		code, err := New(t.Context(), in, io.Discard, testConfig(gate)).Serve(nil)
		if took := time.Since(began); code != 0 || err != nil || took > 3*grace {
			t.Errorf("ended with %d, %v after %v; want 0 within %v", code, err, took, 3*grace)
		}
	})
}

// TestPanicAtShutdown: shutdown is answered even if the owner panics.
func TestPanicAtShutdown(t *testing.T) {
	t.Parallel()
	var out output
	config := testConfig(nil)
	faults := 0
	config.Ending, config.Fault = func() { panic("boom") }, func(string, any) { faults++ }
	code, err := New(t.Context(), strings.NewReader(frames("initialize", "shutdown")+frame(0, "exit")), &out, config).Serve(nil)
	if all := out.answers(t); code != 0 || err != nil || faults != 1 || !slices.Equal(all, []answer{{1, 0}, {2, 0}}) {
		t.Errorf("ended with %d, %v, %d faults and the answers %v", code, err, faults, all)
	}
}

// TestCancelledCallsAreForgotten: a request leaves nothing behind in the table, even if its id is used twice.
func TestCancelledCallsAreForgotten(t *testing.T) {
	t.Parallel()
	var l calls
	first, _, endFirst := l.begin(t.Context(), idOf(1), "")
	second, _, endSecond := l.begin(t.Context(), idOf(1), "")
	other, _, endOther := l.begin(t.Context(), idOf(2), "")
	l.cancel(idOf(1))
	if first.Err() == nil || second.Err() == nil || other.Err() != nil {
		t.Errorf("cancelled: %v, %v, and another request: %v", first.Err(), second.Err(), other.Err())
	}
	endFirst()
	endSecond()
	endOther()
	if len(l.running) != 0 {
		t.Errorf("%d ids are left in the table", len(l.running))
	}
}

func idOf(n int64) jsonrpc2.ID { return jsonrpc2.NewNumberID(n) }

// TestSilentClientEnds: a client that has taken no byte, however few wait for it, delays no end of the connection by more than four seconds, even if
// a request ignores its cancellation. A client that does not read and otherwise lives, such as a suspended editor, is waited for.
func TestSilentClientEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(client io.WriteCloser, quit chan struct{}, cancel func()){
		"exit":                  func(client io.WriteCloser, _ chan struct{}, _ func()) { io.WriteString(client, frame(0, "exit")) },
		"the end of the input":  func(client io.WriteCloser, _ chan struct{}, _ func()) { client.Close() },
		"the end of the client": func(_ io.WriteCloser, quit chan struct{}, _ func()) { close(quit) },
		"a signal":              func(_ io.WriteCloser, _ chan struct{}, cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				in, client := io.Pipe()
				_, out := io.Pipe() // nobody reads the other end
				gate, quit, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
				defer close(gate)
				c := New(ctx, in, out, testConfig(gate))
				go func() {
					defer close(ended)
					c.Serve(quit)
				}()
				io.WriteString(client, frames("initialize", "echo", "wait", "stuck"))
				time.Sleep(24 * time.Hour)
				synctest.Wait()
				select {
				case <-ended:
					t.Fatal("a client that lives was not waited for")
				default:
				}
				began := time.Now()
				end(client, quit, cancel)
				<-ended
				if took := time.Since(began); took > 4*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}
