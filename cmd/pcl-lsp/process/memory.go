// Package process knows the version of the build, and tunes the memory of the process: the garbage collector for
// commands and for the server, and how much is kept. It ends the process with a message before its address space is used up.
//
// Only package main imports it: the process belongs to the program that runs a command, and a test may run many.
package process

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
	"github.com/pcl-lsp/pcl-lsp/lsp"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// pace is how much may be allocated between two collections, whichever is more.
type pace struct {
	growth int    // in percent of the live heap
	room   uint64 // in bytes
}

var (
	// short is the pace of commands: nothing is collected while a program of 40,000 lines is
	// checked, and little is alive when many programs are, so collections are rare.
	short = pace{growth: 300, room: 96 << 20}
	// long is the pace of the server. Its room is enough for about 600 edits.
	long = pace{growth: 50, room: 40 << 20}
)

const (
	// shortMemory is the number of bytes above which saving memory matters more than time in a
	// command.
	shortMemory = 1 << 30
	// smallest is the live heap in bytes below which the runtime counts no growth.
	smallest = 4 << 20
)

// EndsSoon tunes the process for a command that ends by itself. The user's GOGC and GOMEMLIMIT take precedence.
//
// Why: a short check uses nearly everything it allocates until it ends, so collections would cost
// time and free little. A long one forgets program after program, and the less is alive, the more
// collections a fixed growth would mean.
func EndsSoon() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(min(shortMemory, debug.SetMemoryLimit(-1)))
	short.keep(0)
}

// StaysLong tunes the process for a server. The user's GOGC takes precedence.
//
// Why: large programs need memory most, so their heap grows by half of what is in use, and not by all
// of it as usual. Edits have to help a running collection, so a small heap, which that would collect
// every few edits, has a fixed room.
func StaysLong() {
	if os.Getenv("GOGC") == "" {
		long.keep(0)
	}
}

// keep sets the growth for the live heap, now and after each collection.
func (p pace) keep(before int) {
	growth := p.growthOf(uint64(sampled("/gc/heap/live:bytes")[0]))
	if growth != before {
		debug.SetGCPercent(growth)
	}
	garbage := &struct{ self any }{} // the next collection frees it
	runtime.AddCleanup(garbage, p.keep, growth)
}

// growthOf is how many percent of a live heap may be allocated until the next collection, in tens.
func (p pace) growthOf(live uint64) int {
	return max(p.growth, int(p.room*100/max(live, smallest))/10*10)
}

// ProfileNothing turns off the runtime's memory profile, which would grow to two
// megabytes of unused stack traces in a day of work.
func ProfileNothing() { runtime.MemProfileRate = 0 }

// LookAfterMemory sets what a server does about memory.
//
// Why Rest: the runtime returns freed memory to the system only slowly.
//
// Why Collect: edits have to help a running collection, so one in a hundred would take several times as
// long. While the user pauses, nobody waits.
func LookAfterMemory(o *lsp.Options) {
	o.Rest = func() {
		runtime.GC() // what pools hold, and what cleanups let go, is free after the second collection
		debug.FreeOSMemory()
	}
	o.Garbage, o.Collect = garbage, runtime.GC
	o.MemoryInUse = func() int64 {
		all := sampled("/memory/classes/total:bytes", "/memory/classes/heap/released:bytes")
		return int64(all[0] - all[1])
	}
}

// garbage is how much of the allowance until the next collection is used up, from 0 to about 1.
func garbage() float64 {
	all := sampled("/memory/classes/heap/objects:bytes", "/gc/heap/live:bytes", "/gc/heap/goal:bytes")
	return max(0, all[0]-all[1]) / max(1, all[2]-all[1])
}

func sampled(names ...string) []float64 {
	samples := lists.Map(names, func(name string) metrics.Sample { return metrics.Sample{Name: name} })
	metrics.Read(samples)
	return lists.Map(samples, func(s metrics.Sample) float64 { return float64(s.Value.Uint64()) })
}

const (
	// spare is how many bytes of the address space must be left: the heap grows by 64 MiB at once, and a
	// thread may take 8.
	spare = 192 << 20
	// memoryLook is the time between two looks. Touching new memory of the size of spare takes longer.
	memoryLook = 5 * time.Millisecond
)

// GuardMemory watches the address space if it is limited.
//
// Why: the runtime ends a process that gets no memory with its stacks, which tell users nothing, and a program cannot
// recover from that.
func GuardMemory(stderr io.Writer, exit func()) {
	check := func() (room uint64) {
		limit, used := addressSpace()
		if limit > 0 && used+spare > limit {
			fmt.Fprintf(stderr, "pcl-lsp: there is not enough memory: `ulimit -v` allows %d MiB; raise that limit, or check fewer programs at once\n", limit>>20)
			exit()
		}
		return limit - used
	}
	room := check()
	if room > 0 {
		debug.SetMemoryLimit(min(int64(room-spare), debug.SetMemoryLimit(-1))) // collect garbage before the heap grows further
		go func() {
			for {
				time.Sleep(memoryLook)
				check()
			}
		}()
	}
	evict.SetRoom(int(min(debug.SetMemoryLimit(-1), shortMemory) * 100 / shortMemory)) // GOMEMLIMIT is a limit, too
}
