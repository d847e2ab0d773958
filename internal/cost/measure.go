package cost

import (
	"math"
	"runtime"
	"runtime/metrics"
	"testing"
)

// This file measures work and how it grows.

// Measure is a kind of work.
type Measure struct {
	Name string
	// limit is the largest exponent with which the work may grow.
	limit float64
	// little is an amount that doesn't count: it is less than what one run differs from another one.
	little float64
	read   func() float64
}

// Counted are the measures that are the same in each run, or nearly.
var Counted = []Measure{
	{"allocations", 1.2, 500, func() float64 { return float64(memory().Mallocs) }},
	// A long slice is copied more often while it grows than a short one.
	{"allocated bytes", 1.5, 100_000, func() float64 { return float64(memory().TotalAlloc) }},
}

// Timed are the measures that depend on the machine as well.
var Timed = append(Counted[:len(Counted):len(Counted)], Measure{"processor seconds", 1.2, 0.1, processor})

func memory() *runtime.MemStats {
	m := new(runtime.MemStats)
	runtime.ReadMemStats(m)
	return m
}

// processor returns how many seconds the processors have worked for the program, without garbage collections. The runtime knows it after a collection.
func processor() float64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/cpu/classes/user:cpu-seconds"}}
	metrics.Read(sample)
	return sample[0].Value.Float64()
}

// Of returns how much work something is, by measure.
func Of(measures []Measure, do func()) []float64 {
	work := make([]float64, len(measures))
	for i, m := range measures {
		work[i] = -m.read()
	}
	do()
	for i := len(measures) - 1; i >= 0; i-- {
		work[i] += measures[i].read()
	}
	return work
}

// Growth returns the exponents with which work grows, by measure. Work is measured at 1, which is subtracted, and at n, 2n and 4n. An exponent is that from
// n to 4n, or that of the last doubling if it is lower: work that reaches a limit, or a first use, is not growth.
func Growth(measures []Measure, n int, work func(n int) []float64) []float64 {
	least, once, twice, often := work(1), work(n), work(2*n), work(4*n)
	exponents := make([]float64, len(measures))
	for i, m := range measures {
		a, b, c := max(once[i]-least[i], m.little), max(twice[i]-least[i], m.little), max(often[i]-least[i], m.little)
		exponents[i] = max(0, min(math.Log2(c/a)/2, math.Log2(c/b)))
	}
	return exponents
}

// Check fails the test if the work of a request or command on programs of a shape grows too fast.
func Check(t *testing.T, what string, shape Shape, measures []Measure, n int, work func(n int) []float64) {
	t.Helper()
	for i, exponent := range Growth(measures, n, work) {
		m := measures[i]
		switch limit := max(m.limit, shape.limit(n)); {
		case exponent > limit:
			t.Errorf("%s on %s: %s grow by %.2f: %.2f, %.2f and %.2f", what, shape.Name, m.Name, exponent, work(n)[i], work(2 * n)[i], work(4 * n)[i])
		case testing.Verbose():
			t.Logf("%s on %s: %s grow by %.2f to %.2f", what, shape.Name, m.Name, exponent, work(4 * n)[i])
		}
	}
}
