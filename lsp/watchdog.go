// This file implements the watchdog: it tells the user which work takes too long, and offers to cancel it.

package lsp

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// tooLong is how long work may run before the user is told.
const tooLong = 10 * time.Second

// cancelAction is what the user chooses to cancel work.
const cancelAction = "Cancel"

// watchdog knows which work has run too long. It shows one message at a time and none twice for the same work. While the user does not answer, other work
// is only logged. It is safe for concurrent use.
type watchdog struct {
	link  *link
	asks  bool                                               // the client can show a message with actions; set before any work
	after func(d time.Duration, f func()) (stop func() bool) // see [Options]

	mu      sync.Mutex // guards the fields below, and ended of work
	late    []*work    // that the user may still be told about
	telling bool       // a message waits for an answer, or will soon
}

// work is what may run too long.
type work struct {
	what func() string // says what runs and on which file; called only while it runs
	loss string        // what the user loses by cancelling, as a sentence; may be empty
	// cancel cancels the work; nil if nothing can. It may be called after the work has ended.
	cancel func()

	ended bool
}

// watch watches work until end is called.
func (d *watchdog) watch(w work) (end func()) {
	if d.after == nil {
		return func() {}
	}
	stop := d.after(tooLong, func() { d.link.survived("watchdog", func() { d.overdue(&w) }) })
	return func() {
		stop()
		d.mu.Lock()
		defer d.mu.Unlock()
		w.ended = true
	}
}

// overdue logs work that has run too long, with what runs in the process, for a bug report. If no message waits for an answer, it tells the user.
func (d *watchdog) overdue(w *work) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.ended {
		return
	}
	d.link.log.Warn("work takes long", "what", w.what(), "seconds", int(tooLong.Seconds()), "running", fault.Running())
	d.late = append(d.late, w)
	if !d.telling {
		d.telling = true
		d.link.background(d.tell)
	}
}

// tell tells the user about late work, one piece after the other.
func (d *watchdog) tell() {
	for {
		w, message := d.next()
		switch {
		case w == nil:
			return
		case w.cancel == nil || !d.asks:
			d.link.show(protocol.MessageTypeWarning, message)
		case d.link.ask(message, cancelAction) == cancelAction:
			w.cancel()
			d.link.log.Info("the user has cancelled work that takes long") // what the log says has happened
		}
	}
}

// next returns the next late work that is still running, and a message about it; nil if there is none.
func (d *watchdog) next() (w *work, message string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.late) > 0 {
		w, d.late = d.late[0], d.late[1:]
		if !w.ended {
			message = fmt.Sprintf("%s: %s has been running for %d s.", serverName, w.what(), int(tooLong.Seconds()))
			if w.cancel != nil && d.asks && w.loss != "" {
				message += " " + w.loss
			}
			return w, message
		}
	}
	d.telling = false
	return nil, ""
}

// watchMessage watches the handler of a message. cancel is nil if it cannot be canceled.
func (s *server) watchMessage(method string, params jsonrpc2.RawMessage, cancel func()) (end func()) {
	doing, known := s.doing[method]
	if !known {
		return func() {}
	}
	return s.watchdog.watch(work{cancel: cancel, what: func() string {
		return strings.ReplaceAll(doing, "%s", s.documentIn(params))
	}})
}

// documentIn names the document that parameters are about.
func (s *server) documentIn(params jsonrpc2.RawMessage) string {
	var p documentParams
	if protocol.Unmarshal(params, &p) == nil {
		if path, err := place.Path(p.TextDocument.URI); err == nil {
			return s.short(path)
		}
	}
	return "a document"
}

// short names a file or directory as users know it: from the folder of the workspace on, which may be the directory itself.
func (s *server) short(name string) string {
	for _, folder := range s.findings.Folders() {
		if rest, inside := strings.CutPrefix(name, strings.TrimSuffix(folder, "/")+"/"); inside {
			return rest
		}
	}
	return path.Base(name)
}

func (s *server) watchPass(ctx context.Context, program *analysis.Program, stop func()) (watched context.Context, end func()) {
	unwatched := s.watchdog.watch(work{
		what:   func() string { return "Checking the program in " + s.short(program.Dir) },
		loss:   "If you cancel it, the findings of this program are incomplete until its next change.",
		cancel: stop,
	})
	watched, painted := s.paintAhead(ctx, program)
	return watched, func() {
		painted()
		unwatched()
	}
}
