package schemas

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// This file implements the workers that make an index: goroutines, which the
// package that knows how to make one does not start.

// mostWorkers is how many work at once: more would wait for each other's memory.
const mostWorkers = 8

// indexer makes indexes with all processors.
func indexer() schema.Indexer {
	n := min(runtime.GOMAXPROCS(0), mostWorkers)
	if n == 1 {
		return schema.Indexer{}
	}
	return schema.Indexer{Workers: n, Each: workers(n).each}
}

// workers is how many goroutines do work, the one that asks for it included.
type workers int

// each calls a function with every number below n. A panic in it is one in the
// goroutine that asked, where it can be handled: elsewhere it would end the
// process.
func (w workers) each(n int, do func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[fault.Fault]
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				first.CompareAndSwap(nil, fault.Of(r))
			}
		}()
		for i := int(next.Add(1)) - 1; i < n && first.Load() == nil; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var others sync.WaitGroup
	for range min(int(w), n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if f := first.Load(); f != nil {
		panic(f)
	}
}
