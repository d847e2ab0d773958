// This file implements when findings are computed: at once after a change, the
// edited document first, and without ever being in the way of the next edit.

package lsp

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"time"
)

// step finds out about one program.
type step struct {
	program string
	// find gives the findings of all files, in the order they are to be shown. last is
	// the token of the last result that was shown. early may be given what is known
	// before everything is; as that is in part what was found before, it counts only if
	// what was found before is shown.
	find func(ctx context.Context, last any, early func([]findings)) (result, error)
}

// round are steps about one state of everything.
type round struct {
	steps iter.Seq[step]
	// loading reports whether schemas that findings depend on are not there yet: in
	// that state, whose findings lack them even if they have come since.
	loading func() bool
}

// result is what a step found.
type result struct {
	files []findings
	// token stands for the result: one that equals the last one need not be looked at.
	// It is nil where only the findings themselves tell.
	token any
}

// diagnoser computes findings in two goroutines of its own, so that neither a long
// check nor a client that does not read holds up the read loop: one for the programs
// of open documents, and one for all others, which has its turn when the first has
// nothing to do. Any number of changes that arrive together lead to one pass over the
// newest text. A pass that a change overtakes is cancelled and shows nothing more; what
// it has found out the next one need not find out again.
//
// Why two: work on another program that cannot be cancelled, such as parsing it, must
// not delay the findings of an edit.
type diagnoser struct {
	log     *slog.Logger
	faulty  func(doing string, recovered any) // takes in a panic
	trace   *tracer
	opened  func() round                    // programs of open documents, the most urgent first
	closed  func(ctx context.Context) round // all others
	keeps   func(program string) bool       // whether closed may come to a program
	drained func() <-chan struct{}          // closed when the client is not sending
	caught  func()                          // called after each complete pass
	shows   func(paths map[string]bool)     // called with all files that are shown, when that is right
	shown   shown

	wakeUp chan struct{} // capacity 1: something has changed
	spare  chan struct{} // capacity 1: the open programs are done
	done   chan struct{} // closed when run has returned

	mu      sync.Mutex // guards the fields below
	asked   uint64     // changes so far
	fronted uint64     // those that the open programs take into account
	reached uint64     // those that everything takes into account
	cancels [2]context.CancelFunc
	stir    chan struct{}   // closed by the next change; nil if nobody waits
	visited map[string]bool // programs of open documents
	until   time.Time       // until when findings wait for the schemas being loaded; zero if none are
}

// diagnosing is what the diagnoser does, for reports of panics.
const diagnosing = "diagnostics"

// The two goroutines, as indices of cancels.
const (
	front = iota
	back
)

// changed says that something has changed. It never waits.
func (d *diagnoser) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	for _, cancel := range d.cancels {
		if cancel != nil {
			cancel()
		}
	}
	if d.stir != nil {
		close(d.stir)
		d.stir = nil
	}
	signal(d.wakeUp)
}

// nextChange is closed by the next change.
func (d *diagnoser) nextChange() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stir == nil {
		d.stir = make(chan struct{})
	}
	return d.stir
}

// settled reports whether what is shown takes every change into account.
func (d *diagnoser) settled() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.reached == d.asked
}

// run serves until ctx is done.
func (d *diagnoser) run(ctx context.Context) {
	defer close(d.done)
	var background sync.WaitGroup
	background.Go(func() {
		for received(ctx, d.spare) {
			d.passBack(ctx)
		}
	})
	defer background.Wait()
	for received(ctx, d.wakeUp) && received(ctx, d.drained()) {
		if d.passFront(ctx) {
			signal(d.spare)
		}
	}
}

// passFront finds out about the programs of open documents. It reports whether it came
// to its end.
func (d *diagnoser) passFront(ctx context.Context) (whole bool) {
	p, end := d.begin(ctx, front)
	defer end()
	defer p.confine()
	visited := p.run(d.opened())
	p.complain(p.shown.retain(p.base, p.ctx, func(program string) bool { return visited[program] || d.keeps(program) }))
	if !p.finish(func() { d.visited, d.fronted = visited, p.change }) {
		return false
	}
	d.caught()
	return true
}

// passBack finds out about all other programs. After it everything shown is right.
func (d *diagnoser) passBack(ctx context.Context) {
	p, end := d.begin(ctx, back)
	defer end()
	defer p.confine()
	visited := p.run(d.closed(p.ctx))
	for program := range p.opened {
		visited[program] = true
	}
	p.complain(p.shown.retain(p.base, p.ctx, func(program string) bool { return visited[program] }))
	if p.finish(func() { d.reached = p.change }) {
		d.shows(d.shown.paths())
		d.shown.wake()
		d.caught()
	}
}

// patience is how long findings still wait for schemas that are being loaded, since
// their arrival leads to another pass. It runs from when the loading began: later
// findings do not wait anew.
func (d *diagnoser) patience() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.until.IsZero() {
		d.until = time.Now().Add(schemasWait)
	}
	return time.Until(d.until)
}

// loaded says that findings have nothing to wait for.
func (d *diagnoser) loaded() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.until = time.Time{}
}

// pass is one round over programs.
type pass struct {
	*diagnoser
	base    context.Context
	ctx     context.Context // done when a change has overtaken the pass
	change  uint64          // the last change it takes into account
	opened  map[string]bool // the programs of open documents at that time, if that is known
	loading func() bool     // that of the round
	held    []func() error  // what is shown when schemas have come or take too long
}

// begin begins a pass. What has changed before is taken into account by it; what
// changes later cancels it.
func (d *diagnoser) begin(base context.Context, place int) (p *pass, end func()) {
	ctx, cancel := context.WithCancel(base)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cancels[place] = cancel
	if place == front {
		select {
		case <-d.wakeUp:
		default:
		}
	} else if d.fronted != d.asked { // the open programs have their turn again first
		cancel()
	}
	return &pass{diagnoser: d, base: base, ctx: ctx, change: d.asked, opened: d.visited}, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.cancels[place] = nil
		cancel()
	}
}

// confine ends a panic outside of the steps with the pass: the next change leads to
// another one.
func (p *pass) confine() {
	if r := recover(); r != nil {
		p.faulty(diagnosing, r)
	}
}

// finish notes that the pass is complete, unless something has changed meanwhile.
func (p *pass) finish(note func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return false
	}
	note()
	return true
}

// complain logs why something was not sent, unless the pass was overtaken.
func (p *pass) complain(err error) {
	if err != nil && p.ctx.Err() == nil {
		p.log.Warn("diagnostics not sent", "error", err)
	}
}

// run takes the steps, and gives the programs it came to. Unless it was overtaken all
// that was found is shown then.
func (p *pass) run(r round) (visited map[string]bool) {
	p.loading = r.loading
	visited = map[string]bool{}
	for s := range r.steps {
		if p.ctx.Err() != nil {
			return visited
		}
		visited[s.program] = true
		if err := p.take(s); err != nil && p.ctx.Err() == nil {
			p.log.Warn("diagnostics failed", "program", s.program, "error", err)
		}
	}
	if len(p.held) > 0 && wait(p.ctx, p.patience()) {
		p.complain(p.release())
	}
	return visited
}

// waits reports whether findings are to be held back for now.
func (p *pass) waits() bool {
	if !p.loading() {
		p.loaded()
		return false
	}
	return p.patience() > 0
}

// take takes one step. A panic in it is confined to its program.
func (p *pass) take(s step) (err error) {
	defer func() {
		if r := recover(); r != nil {
			p.faulty(diagnosing, r)
		}
	}()
	last := p.shown.last(s.program)
	ctx, end := p.trace.pass(p.ctx, s.program)
	found, err := s.find(ctx, last, func(files []findings) {
		if p.ctx.Err() == nil && p.shown.shows(s.program) && !p.waits() {
			p.complain(p.shown.update(p.base, p.ctx, s.program, files))
		}
	})
	end(err)
	if err != nil || p.ctx.Err() != nil || found.token != nil && found.token == last {
		return err
	}
	p.held = append(p.held, func() error {
		return p.shown.replace(p.base, p.ctx, s.program, found.files, found.token)
	})
	if p.waits() {
		return nil
	}
	return p.release()
}

// release shows what was held back.
func (p *pass) release() error {
	held := p.held
	p.held = nil
	for _, show := range held {
		if err := show(); err != nil {
			return err
		}
	}
	return nil
}

// received waits for a signal; false if ctx is done.
func received(ctx context.Context, from <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-from:
		return ctx.Err() == nil
	}
}

// wait waits for some time; false if ctx is done before it is over.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// signal puts a token into a channel that has room for one, if it has none.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
