// This file implements progress indicators and partial results.

package lsp

import (
	"context"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
)

// unnoticed is how long work may take before the user sees a progress indicator.
const unnoticed = 300 * time.Millisecond

// partialResult are the parameters of $/progress with raw JSON: the client's token goes back unchanged.
type partialResult struct {
	Token jsontext.Value `json:"token"`
	Value jsontext.Value `json:"value"`
}

func isToken(given jsontext.Value) bool {
	kind := given.Kind()
	return kind == jsontext.KindString || kind == jsontext.KindNumber
}

// partial sends part of an answer, or a step of its progress.
func (l *link) partial(token jsontext.Value, part any) error {
	value, err := protocol.Marshal(part)
	if err != nil {
		return err
	}
	return l.notify(protocol.MethodProgress, &partialResult{token, value})
}

// beginAsked shows the progress of a request if the client has sent a token for it. The client cancels the request itself.
func (l *link) beginAsked(token jsontext.Value, title string) (end func()) {
	if !isToken(token) {
		return func() {}
	}
	_ = l.partial(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title}) // fails when the client is gone
	return func() { _ = l.partial(token, &protocol.WorkDoneProgressEnd{Kind: "end"}) }
}

// task is work that may take long. It ends when its context is done.
type task struct {
	title  string
	ctx    context.Context
	cancel context.CancelFunc
	stages chan string // capacity 1: the newest stage that is not shown yet
}

// begin begins a task. If it takes long and the client can show progress, the user sees an indicator with a way to cancel.
func (l *link) begin(title string, shows bool) *task {
	t := &task{title: title, stages: make(chan string, 1)}
	t.ctx, t.cancel = context.WithCancel(l.base)
	if shows {
		l.background(func() { l.announce(t) })
	}
	return t
}

// enter begins a stage of a task. It never waits.
func (t *task) enter(stage string) {
	for {
		select {
		case t.stages <- stage:
			return
		default:
		}
		select {
		case <-t.stages: // over before it was shown
		default:
		}
	}
}

// announce shows a task that takes long until it ends.
func (l *link) announce(t *task) {
	select {
	case <-t.ctx.Done():
		return
	case <-time.After(unnoticed):
	}
	token := protocol.String(serverName + "-" + strconv.FormatInt(l.begun.Add(1), 10))
	if l.call(protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: token}, nil) != nil {
		return // the client refuses
	}
	l.cancels.Store(token, t.cancel)
	l.sendProgress(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: t.title, Cancellable: new(true)})
	defer func() {
		l.cancels.Delete(token)
		l.sendProgress(token, &protocol.WorkDoneProgressEnd{Kind: "end"})
	}()
	for {
		select {
		case <-t.ctx.Done():
			return
		case stage := <-t.stages:
			l.sendProgress(token, &protocol.WorkDoneProgressReport{Kind: "report", Message: &stage, Cancellable: new(true)})
		}
	}
}

func (l *link) sendProgress(token protocol.ProgressToken, step any) {
	value, err := protocol.Marshal(step)
	if err == nil {
		err = l.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: value})
	}
	l.warn("progress cannot be shown", err)
}

type cancelProgressParams struct {
	Token jsontext.Value `json:"token"`
}

// cancelProgress cancels the task of a progress indicator.
func (l *link) cancelProgress(p *cancelProgressParams) error {
	var token string
	if err := protocol.Unmarshal(p.Token, &token); err != nil {
		return nil // not a token of this server
	}
	if cancel, ok := l.cancels.Load(protocol.String(token)); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}
