// This file implements the diagnoser: it computes findings right after a change, those of the edited document first, and never delays the next edit.

package publish

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// schemasWait is how long findings wait for schemas that are being loaded. Most schemas arrive at once, and findings that come in two steps flicker.
const schemasWait = 500 * time.Millisecond

// find checks a program. Last is the listing that is shown; nil if there is none, or if it is shown in part. If
// nothing differs from it, it may be the result. Find may pass a preliminary listing to early. Unless that is
// current, which says that all of it is about the text as it is, it is partly what was found before, and is shown
// only if something of the program is.
type find func(ctx context.Context, last *listing, early func(l *listing, current bool)) (*listing, error)

type step struct {
	program string
	find    find
}

// round is a sequence of steps for one snapshot.
type round struct {
	steps iter.Seq[step]
	// found are the programs that there are, known after all steps; nil if these are all that are visited.
	found map[string]bool
	// loading reports whether the snapshot lacks schemas that are being loaded. It stays true after they have arrived, since the snapshot stays the same.
	loading func() bool
	// learn is called after all steps with the programs that are checked; nil if there is nothing to do. It may lead to a change.
	learn func(programs map[string]bool)
}

// diagnoser computes findings in two goroutines, so that neither a long check nor a client that does not read delays the read loop. One goroutine checks
// the programs of open documents. The other checks the rest, when the first has nothing to do. Changes that arrive together lead to one pass over the
// newest text. A change cancels the running pass, which then shows nothing more; the next pass reuses its results.
//
// Why two goroutines: work on another program that cannot be canceled, such as parsing it, must not delay the findings of an edit.
type diagnoser struct {
	log      *slog.Logger
	fault    func(doing string, recovered any) // reports a panic
	trace    Trace
	opened   func() round                    // programs of open documents, the most urgent first
	closed   func(ctx context.Context) round // all others
	keeps    func(program string) bool       // whether closed may visit a program
	drained  func() <-chan struct{}          // closed when the client is not sending
	passed   func()                          // called after each complete pass
	upToDate func(shows func(string) bool)   // called when everything is up to date, with what says whether a file is shown
	table    table

	wakeUp chan struct{} // capacity 1: something has changed
	spare  chan struct{} // capacity 1: the open programs are done
	done   chan struct{} // closed when run has returned
	next   await.Event   // each change

	mu        sync.Mutex // guards the fields below
	changes   uint64     // so far
	frontDone uint64     // changes that the findings of open programs include
	allDone   uint64     // changes that all findings include
	cancels   [2]context.CancelFunc
	visited   map[string]bool // programs of open documents
	until     time.Time       // the end of the wait for schemas that are being loaded; zero if none are
}

func newDiagnoser(config Config) *diagnoser {
	return &diagnoser{
		log: config.Log, fault: config.Fault, trace: config.Trace, drained: config.Drained,
		table:  table{push: config.Push, trace: config.Trace},
		wakeUp: make(chan struct{}, 1), spare: make(chan struct{}, 1), done: make(chan struct{}),
	}
}

// diagnosing names the activity in reports of panics.
const diagnosing = "diagnostics"

// The two goroutines, as indices of cancels.
const (
	front = iota
	back
)

// changed notes a change. It never waits.
func (d *diagnoser) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changes++
	for _, cancel := range d.cancels {
		if cancel != nil {
			cancel()
		}
	}
	d.next.Happen()
	await.Signal(d.wakeUp)
}

// isUpToDate reports whether the findings shown include every change.
func (d *diagnoser) isUpToDate() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.allDone == d.changes
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
			await.Signal(d.spare)
		}
	}
}

// passFront checks the programs of open documents. It reports whether it was complete.
func (d *diagnoser) passFront(ctx context.Context) (whole bool) {
	p, end := d.begin(ctx, front)
	defer end()
	defer p.confine()
	visited := p.run(d.opened())
	p.complain(p.table.retain(p.ctx, func(program string) bool { return visited[program] || d.keeps(program) }))
	if !p.finish(func() { d.visited, d.frontDone = visited, p.change }) {
		return false
	}
	d.passed()
	return true
}

// passBack checks all other programs. After it, everything shown is up to date.
func (d *diagnoser) passBack(ctx context.Context) {
	p, end := d.begin(ctx, back)
	defer end()
	defer p.confine()
	closed := d.closed(p.ctx)
	visited := p.run(closed)
	maps.DeleteFunc(visited, func(program string, _ bool) bool { return closed.found != nil && !closed.found[program] })
	for program := range p.opened {
		visited[program] = true
	}
	p.complain(p.table.retain(p.ctx, func(program string) bool { return visited[program] }))
	if p.ctx.Err() == nil && closed.learn != nil {
		closed.learn(visited)
	}
	if p.finish(func() { d.allDone = p.change }) {
		d.upToDate(d.table.has)
		d.table.advanced.Happen()
		d.passed()
	}
}

// patience returns how much longer findings wait for schemas that are being loaded. Their arrival starts another pass. The wait begins with the loading,
// so later findings do not wait the whole time again.
func (d *diagnoser) patience() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.until.IsZero() {
		d.until = time.Now().Add(schemasWait)
	}
	return time.Until(d.until)
}

// loaded notes that no schemas are being loaded.
func (d *diagnoser) loaded() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.until = time.Time{}
}

// pass is one round over programs.
type pass struct {
	*diagnoser
	ctx     context.Context // cancelled by the next change
	change  uint64          // the last change that it includes
	opened  map[string]bool // the programs of open documents, if known
	loading func() bool     // that of the round
	held    []func() error  // results to show when schemas have arrived or take too long
}

// begin begins a pass. The pass includes all earlier changes. Later changes cancel it.
func (d *diagnoser) begin(base context.Context, where int) (p *pass, end func()) {
	ctx, cancel := context.WithCancel(base)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cancels[where] = cancel
	if where == front {
		select {
		case <-d.wakeUp:
		default:
		}
	} else if d.frontDone != d.changes { // the open programs come first
		cancel()
	}
	return &pass{diagnoser: d, ctx: ctx, change: d.changes, opened: d.visited}, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.cancels[where] = nil
		cancel()
	}
}

// confine limits a panic outside of steps to the pass. The next change starts another pass.
func (p *pass) confine() {
	if r := recover(); r != nil {
		p.fault(diagnosing, r)
	}
}

// finish records that the pass is complete, unless a change has canceled it.
func (p *pass) finish(note func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return false
	}
	note()
	return true
}

// complain logs why something was not sent, unless the pass was canceled.
func (p *pass) complain(err error) {
	if err != nil && p.ctx.Err() == nil {
		p.log.Warn("diagnostics were not sent", "error", err)
	}
}

// run takes the steps and returns the programs that it visited. Unless the pass is canceled, everything found is shown at the end.
func (p *pass) run(r round) (visited map[string]bool) {
	p.loading = r.loading
	visited = map[string]bool{}
	for s := range r.steps {
		if p.ctx.Err() != nil {
			return visited
		}
		visited[s.program] = true
		if err := p.take(s); err != nil && p.ctx.Err() == nil && !errors.Is(err, errStopped) {
			p.log.Warn("diagnostics failed", "program", s.program, "error", err)
		}
	}
	if len(p.held) > 0 {
		await.For(p.ctx, p.patience(), nil)
		if p.ctx.Err() == nil {
			p.complain(p.release())
		}
	}
	return visited
}

// waits reports whether findings are held back for now.
func (p *pass) waits() bool {
	if !p.loading() {
		p.loaded()
		return false
	}
	return p.patience() > 0
}

// take takes one step. A panic affects only the program of the step.
func (p *pass) take(s step) (err error) {
	defer func() {
		if r := recover(); r != nil {
			p.fault(diagnosing, r)
		}
	}()
	ctx, end := p.trace.Pass(p.ctx, s.program)
	found, err := s.find(ctx, p.table.last(s.program), func(l *listing, current bool) {
		if p.ctx.Err() == nil && (current || p.table.shows(s.program)) && !p.waits() {
			p.complain(p.table.update(p.ctx, s.program, l))
		}
	})
	end(err)
	if err != nil || p.ctx.Err() != nil || found == p.table.last(s.program) {
		return err
	}
	p.held = append(p.held, func() error {
		return p.table.replace(p.ctx, s.program, found)
	})
	if p.waits() {
		return nil
	}
	return p.release()
}

// release shows the results that were held back.
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

// received waits for a signal. It returns false if ctx is done.
func received(ctx context.Context, from <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-from:
		return ctx.Err() == nil
	}
}
