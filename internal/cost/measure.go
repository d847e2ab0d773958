// Package cost states the cost law for tests: work grows about in proportion to the input, whatever the input looks like.
//
// A test measures one request or command on programs of a [Shape] at n, 2n and 4n. [Sheet.Check] computes the exponent with which each measure grows: 1 for
// work in proportion to n, 2 for quadratic work, and 0 for work that has a limit. An exponent may be 1.2, or more where a [Shape]
// says which limit ends the growth.
//
// The measures are allocations and allocated bytes, which are the same in each run. In the long size there are two more: processor time, which
// finds loops that allocate nothing, and the peak of the heap.
package cost

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file measures work and how it grows.

// measure is a kind of work.
type measure struct {
	name   string
	limit  float64 // largest exponent with which the work may grow
	little float64 // an amount that doesn't count: it is less than what one run differs from another one
	begin  func() (end func() float64)
}

// counted are the measures that are the same in each run, or nearly.
var counted = []measure{
	{"allocations", 1.2, 500, counter(func() float64 { return float64(memory().Mallocs) })},
	// A long slice is copied more often while it grows than a short one.
	{"allocated bytes", 1.5, 100_000, counter(func() float64 { return float64(memory().TotalAlloc) })},
}

// timed are the measures that depend on the machine as well.
var timed = append(counted[:2:2], measure{"processor time", 1.2, 0.1, processorTime}, measure{"peak heap", 1.2, 4 << 20, nil}) // see [WithPeak]

// The indexes of measures.
const (
	bytes = 1
	heap  = 3
)

// measures are those of this run.
func measures() []measure {
	if testsize.Long() {
		return timed
	}
	return counted
}

// counter is a measure of a number that only grows.
func counter(read func() float64) func() func() float64 {
	return func() func() float64 {
		before := read()
		return func() float64 { return read() - before }
	}
}

func memory() *runtime.MemStats {
	m := new(runtime.MemStats)
	runtime.ReadMemStats(m)
	return m
}

// processorTime measures how many seconds the processors work for the program, without the collection of garbage.
func processorTime() func() float64 {
	percent := debug.SetGCPercent(-1)
	before := processor()
	return func() float64 {
		defer debug.SetGCPercent(percent)
		return processor() - before
	}
}

// often is how long garbage is collected whenever the heap has grown by a tenth. From then on, it has to double: work that takes long makes so much
// garbage that it would take ten times as long.
const often = time.Second

// peak returns by how much what is live grows at most, as collections of garbage find it.
func peak(do func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	seldom := time.AfterFunc(often, func() { debug.SetGCPercent(100) })
	defer seldom.Stop()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	live := func() float64 {
		metrics.Read(sample)
		return float64(sample[0].Value.Uint64())
	}
	runtime.GC()
	before := live()
	over, highest := make(chan struct{}), make(chan float64)
	go func() {
		ticks := time.NewTicker(200 * time.Microsecond)
		defer ticks.Stop()
		for top := before; ; top = max(top, live()) {
			select {
			case <-over:
				highest <- max(top, live())
				return
			case <-ticks.C:
			}
		}
	}()
	do()
	close(over)
	return <-highest - before
}

// Of returns how much work something is, by measure. One processor does it: how several share work, and what they do twice, differs from run to run. No
// garbage is collected meanwhile: a collection empties pools, and to fill one again takes more than some commands allocate.
func Of(do func()) []float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return of(measures(), do)
}

// Uncollected keeps garbage until the function that it returns is called. For works that are measured one after another: a collection between
// them takes what is held weakly, which the next one makes anew, and when one comes depends on the machine. In the full size there is too much garbage.
func Uncollected() (collect func()) {
	if testsize.Long() {
		return func() {}
	}
	percent := debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(percent)
		runtime.GC()
	}
}

func of(all []measure, do func()) []float64 {
	ends := make([]func() float64, len(all))
	for i, m := range all {
		if m.begin != nil {
			ends[i] = m.begin()
		}
	}
	do()
	work := make([]float64, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		if ends[i] != nil {
			work[i] = ends[i]()
		}
	}
	return work
}

// Peaks is how often [WithPeak] is called for one thing: a peak depends on when garbage is collected, so the lowest counts.
const Peaks = 2

// WithPeak does something again, and adds the peak of the heap to the work of the first time, if it is the lowest so far. Measuring a peak is slow, so work
// that allocates little is repeated without it.
func WithPeak(work []float64, do func()) []float64 {
	if work[bytes] < timed[heap].little {
		do()
		return work
	}
	work = slices.Clone(work)
	if top := peak(do); work[heap] == 0 || top < work[heap] {
		work[heap] = top
	}
	return work
}

// growth returns the exponents with which work grows, by measure. Work is measured at 1, which is subtracted, and at n, 2n and 4n. An exponent is the lowest
// of three, which agree for work that is a power of n: that from n to 4n, that of the last doubling, since work that reaches a limit, or a first use, is not
// growth, and that of the differences, since work that begins beyond some size grows as it does from there. If it begins
// beyond 2n, it is measured at 8n and 16n, too.
func growth(all []measure, n int, work func(n int) []float64) []float64 {
	least := work(1)
	exponents := make([]float64, len(all))
	for i, m := range all {
		at := func(n int) float64 { return max(work(n)[i]-least[i], m.little) }
		a, b, c := at(n), at(2*n), at(4*n)
		if b == m.little && c > 2*m.little {
			a, b, c = c, at(8*n), at(16*n)
		}
		exponents[i] = max(0, min(math.Log2(c/a)/2, math.Log2(c/b)))
		if a < b && b < c {
			exponents[i] = min(exponents[i], max(0, math.Log2((c-b)/(b-a))))
		}
	}
	return exponents
}

// Late is how much processor time work may take after it is canceled, in seconds. It is no time of a clock, so other processes do not matter.
const Late = 1

// Interrupted does something, and cancels it when it has taken some processor time, in seconds. It returns how much it took after that: 0 if it was over
// before. It does not wait for what goes on for too long.
func Interrupted(middle float64, do func(context.Context)) (late float64) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over := make(chan struct{})
	begin := processor()
	go func() {
		defer close(over)
		do(ctx)
	}()
	looks := time.NewTicker(time.Millisecond)
	defer looks.Stop()
	for cancelled := 0.0; ; {
		select {
		case <-over:
			if cancelled > 0 {
				late = processor() - cancelled
			}
			return late
		case <-looks.C:
		}
		switch now := processor(); {
		case cancelled == 0 && now-begin >= middle:
			cancel()
			cancelled = now
		case cancelled > 0 && now-cancelled > 10*Late:
			return now - cancelled
		}
	}
}

var write = flag.Bool("costs", false, "write the exponents of this run into docs/performance.md")

// Sheet collects the exponents of requests or commands. The zero value is ready to use.
type Sheet struct {
	rows map[string]*row
}

// row is about one request or command.
type row struct {
	exponents []float64 // the largest ones, by measure
	excess    float64   // how close an exponent came to its limit
	worst     string    // where that was
}

// Check fails the test if the work of a request or command at a place of programs of a shape grows too fast.
func (s *Sheet) Check(t *testing.T, what, where string, shape Shape, n int, work func(n int) []float64) {
	t.Helper()
	if s.rows == nil {
		s.rows = map[string]*row{}
	}
	on := shape.Name
	if where != "" {
		on += ", " + where
	}
	r := s.rows[what]
	if r == nil {
		r = &row{exponents: make([]float64, len(measures()))}
		s.rows[what] = r
	}
	for i, exponent := range growth(measures(), n, work) {
		m := measures()[i]
		limit := m.limit
		if capped := n < shape.Compared; capped {
			limit = quadratic
		}
		if exponent > limit {
			t.Errorf("%s on %s: %s grows by %.2f: %.2f, %.2f and %.2f", what, on, m.name, exponent, work(n)[i], work(2 * n)[i], work(4 * n)[i])
		} else if testing.Verbose() && exponent > 0 {
			t.Logf("%s on %s: %s grows by %.2f to %.2f", what, on, m.name, exponent, work(4 * n)[i])
		}
		r.exponents[i] = max(r.exponents[i], exponent)
		if excess := exponent - m.limit; r.worst == "" && exponent > 0 || excess > r.excess {
			r.excess, r.worst = excess, on
			if limit == quadratic && exponent > m.limit {
				r.worst += "; limit: " + shape.Limit
			}
		}
	}
}

// Document tests that a table of a document has a row for everything in the sheet, and for nothing else. With -costs it writes the table.
func (s *Sheet) Document(t *testing.T, file, table string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- costs of "+table+" -->\n", "<!-- end of costs of "+table+" -->\n"
	before, rest, begins := strings.Cut(string(text), begin)
	old, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no place for the costs of %s", file, table)
	}
	if *write {
		if err := os.WriteFile(file, []byte(before+begin+s.table()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	listed := map[string]bool{}
	for line := range strings.Lines(old) {
		if name, isRow := strings.CutPrefix(line, "| `"); isRow {
			name, _, _ = strings.Cut(name, "`")
			listed[name] = true
			if s.rows[name] == nil {
				t.Errorf("%s has a row for %s, which is not measured", file, name)
			}
		}
	}
	for name := range s.rows {
		if !listed[name] {
			t.Errorf("%s has no row for %s; run make costs", file, name)
		}
	}
}

// table is one row for each request or command.
func (s *Sheet) table() string {
	var b strings.Builder
	b.WriteString("\n| what |")
	for _, m := range measures() {
		fmt.Fprintf(&b, " %s |", m.name)
	}
	b.WriteString(" worst on |\n|---|" + strings.Repeat("---|", len(measures())) + "---|\n")
	for _, name := range slices.Sorted(maps.Keys(s.rows)) {
		r := s.rows[name]
		fmt.Fprintf(&b, "| `%s` |", name)
		for _, exponent := range r.exponents {
			fmt.Fprintf(&b, " %.2f |", exponent)
		}
		fmt.Fprintf(&b, " %s |\n", r.worst)
	}
	b.WriteString("\n")
	return b.String()
}
