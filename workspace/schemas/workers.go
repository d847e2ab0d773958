package schemas

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// This file implements the goroutines that make an index. Package schema starts none.

// mostWorkers limits the goroutines: more would compete for memory bandwidth.
const mostWorkers = 8

// indexer makes indexes with all processors.
func indexer() schema.Indexer {
	n := min(runtime.GOMAXPROCS(0), mostWorkers)
	if n == 1 {
		return schema.Indexer{}
	}
	return schema.Indexer{Workers: n, Each: workers(n).each}
}

// workers is the number of goroutines, including the caller.
type workers int

// each calls a function with every number below n. A panic in a call becomes a panic of
// the caller, who can handle it; elsewhere it would end the process.
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
