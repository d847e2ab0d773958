package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"time"
)

// This file ends the process with a message before its address space is used up.
//
// Why: the runtime ends a process that gets no memory with its stacks, which tell users nothing, and a program cannot
// recover from that.

const (
	// spare is how many bytes of the address space must be left: the heap grows by 64 MiB at once, and a
	// thread may take 8.
	spare = 192 << 20
	// memoryLook is the time between two looks. Touching new memory of the size of spare takes longer.
	memoryLook = 5 * time.Millisecond
)

// guardMemory watches the address space if it is limited.
func guardMemory(stderr io.Writer, exit func(code int)) {
	check := func() (room uint64) {
		limit, used := addressSpace()
		if limit > 0 && used+spare > limit {
			fmt.Fprintf(stderr, "pcl-lsp: there is not enough memory: `ulimit -v` allows %d MiB; raise that limit, or check fewer programs at once\n", limit>>20)
			exit(exitUnchecked)
		}
		return limit - used
	}
	if room := check(); room > 0 {
		debug.SetMemoryLimit(min(int64(room-spare), debug.SetMemoryLimit(-1))) // collect garbage before the heap grows further
		go func() {
			for {
				time.Sleep(memoryLook)
				check()
			}
		}()
	}
}
