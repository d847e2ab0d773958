// This file implements the link: how the server and its handlers reach the client besides their answers. It sends
// requests, messages to the user and the log, and reports of panics.

package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/protocol"
)

// peer sends messages to the client.
type peer interface {
	// Call waits for the answer, so it must not run on the read loop.
	Call(ctx context.Context, method string, params, result any) error
	// Notify never waits for the client.
	Notify(ctx context.Context, method string, params any) error
	// Post is Notify for parameters that are encoded already, in pieces that never change.
	Post(method string, params [][]byte) error
}

// link reaches the client, the log, and goroutines that end with the connection. It is safe for concurrent use.
type link struct {
	log       *slog.Logger
	peer      peer
	base      context.Context // done when the connection ends
	keepFault func(doing string, f *fault.Fault) (path string, err error)

	owned   goroutines
	said    sync.Map     // messages that were logged or shown once, by text
	begun   atomic.Int64 // progress indicators so far
	cancels sync.Map     // functions that cancel what a progress indicator shows, by token
}

// call sends a request to the client and waits for its answer. It must not run on the read loop.
func (l *link) call(method string, params, result any) error {
	return l.peer.Call(l.base, method, params, result)
}

// notify sends a notification to the client.
func (l *link) notify(method string, params any) error {
	return l.peer.Notify(l.base, method, params)
}

// warn logs an error unless there is none or it comes from the end of the connection.
func (l *link) warn(message string, err error) {
	if err != nil && l.base.Err() == nil {
		l.log.Warn(message, "error", err)
	}
}

// background runs f in a goroutine of its own. f may wait for the client. It must return when the connection ends. A panic ends only f.
func (l *link) background(f func()) {
	l.owned.start(func() { l.survived("background", f) })
}

// goroutines is a group of goroutines that the end of the connection waits for.
type goroutines struct {
	mu     sync.Mutex // guards over
	over   bool
	living sync.WaitGroup
}

// start runs f in a new goroutine unless the wait for the group has begun.
func (g *goroutines) start(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over {
		g.living.Go(f)
	}
}

// stopped prevents new goroutines and returns a channel that is closed when all have ended.
func (g *goroutines) stopped() <-chan struct{} {
	g.mu.Lock()
	g.over = true
	g.mu.Unlock()
	all := make(chan struct{})
	go func() {
		defer close(all)
		g.living.Wait()
	}()
	return all
}

// rerunner runs a function in at most one goroutine at a time. Calls during a run lead to one more run. The zero value is ready to use.
type rerunner struct {
	wanted, busy atomic.Bool
}

// run runs f, or makes the goroutine that is running it run it once more.
func (r *rerunner) run(f func()) {
	r.wanted.Store(true)
	for r.wanted.Load() && r.busy.CompareAndSwap(false, true) {
		r.wanted.Store(false)
		f()
		r.busy.Store(false)
	}
}

// serverName identifies the server to clients and in diagnostics.
const serverName = publish.Source

// once logs a mistake of the client when it happens for the first time.
func (l *link) once(mistake string) {
	if _, again := l.said.LoadOrStore(mistake, true); !again {
		l.log.Warn(mistake)
	}
}

// tell logs a warning and shows it to the user when it comes up for the first time.
func (l *link) tell(warning string) {
	if _, again := l.said.LoadOrStore(warning, true); again {
		return
	}
	l.log.Warn(warning)
	l.show(protocol.MessageTypeWarning, serverName+": "+warning)
}

// tellNew shows those mistakes in the settings that are new, in one message.
func (l *link) tellNew(mistakes []string) {
	mistakes = slices.DeleteFunc(mistakes, func(mistake string) bool {
		_, again := l.said.LoadOrStore("settings: "+mistake, true)
		return again
	})
	if len(mistakes) > 0 {
		l.tell(strings.Join(mistakes, "; "))
	}
}

func (l *link) show(kind protocol.MessageType, message string) {
	l.background(func() {
		l.warn("a message cannot be shown", l.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: plain(message)}))
	})
}

// ask shows a message with an action and returns what the user has chosen, which may be nothing. It waits for that.
func (l *link) ask(message, action string) (chosen string) {
	params := protocol.ShowMessageRequestParams{
		Type: protocol.MessageTypeWarning, Message: plain(message), Actions: []protocol.MessageActionItem{{Title: action}},
	}
	var item *protocol.MessageActionItem
	l.warn("a question cannot be shown", l.call(protocol.MethodWindowShowMessageRequest, &params, &item))
	return valueOr(item).Title
}

// plain returns a message without backticks, which clients show as they are, and without links, which some obey.
func plain(message string) string { return strings.NewReplacer("`", "'", "](", "] (").Replace(message) }

// faulty reports what recover returned after a panic. doing is the method or the server's own activity. The same bug may strike at every keystroke, so it
// is reported once and then only counted in the log.
//
// The value of the panic goes nowhere; see package fault.
func (l *link) faulty(doing string, recovered any) {
	f := fault.Of(recovered)
	if _, again := l.said.LoadOrStore("fault "+f.ID(), true); again {
		l.log.Error("the same panic again", "method", doing, "fault", f.ID())
		return
	}
	l.log.Error("panic", "method", doing, "fault", f.ID(), "what", f.Error(), "stack", f.Stack())
	if l.keepFault == nil {
		return
	}
	path, err := l.keepFault(doing, f)
	if err != nil {
		l.log.Warn("the report of a panic cannot be saved", "error", err)
		return
	}
	l.show(protocol.MessageTypeError, fmt.Sprintf("%s: internal error in %s. A report without any of your code is in %s", serverName, doing, path))
}

// survived runs f and reports whether it ended without a panic.
func (l *link) survived(doing string, f func()) (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			l.faulty(doing, r)
		}
	}()
	f()
	return true
}

// tellForeign tells the user that a document or folder is on another machine. It names each machine once.
func (l *link) tellForeign(path string) {
	if reason := foreign(path); reason != "" {
		l.tell(reason + "; it checks open documents without the files next to them. Run the server where the files are.")
	}
}

// foreign explains why the path of a file leads nowhere on this machine. It returns an empty string for other paths.
func foreign(path string) string {
	if rest, found := strings.CutPrefix(path, "file://"); found {
		host, _, _ := strings.Cut(rest, "/")
		if name := strings.ToLower(host); name == "wsl.localhost" || name == "wsl$" || name == "wsl%24" {
			return "The editor refers to files inside WSL (" + host + "), which this server cannot read"
		}
		return fmt.Sprintf("The editor refers to files on the machine %q, which this server cannot read", host)
	}
	if len(path) > 2 && path[1] == ':' && path[2] == '/' && !filepath.IsAbs(filepath.FromSlash(path)) {
		return fmt.Sprintf("The editor refers to files on the Windows drive %s, but this server runs on %s", path[:2], runtime.GOOS)
	}
	return ""
}
