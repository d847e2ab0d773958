package main

import (
	"runtime"
	"runtime/debug"
	"syscall"
)

// This file lets the heap of a command grow by huge pages.

// hugeHeap is how many bytes of the heap may come as huge pages. Address space that is not used costs
// nothing.
const hugeHeap = 128 << 20

// growHuge asks the system for huge pages for what the heap will grow into.
//
// Why: most memory of a short command is used once, and then each page of 4 KiB costs a fault, which
// took a third of the time of a check. The runtime asks for no huge pages itself. It reuses
// address space in the state in which it was freed, so memory that was allocated and never touched is
// the means to ask for them.
func growHuge() {
	growth := debug.SetGCPercent(-1) // otherwise so large an allocation begins a collection, and the one below waits for its end
	defer debug.SetGCPercent(growth)
	space := make([]byte, hugeHeap)
	_ = syscall.Madvise(space, syscall.MADV_HUGEPAGE) // a system without huge pages uses others
	runtime.GC()                                      // frees the space
}
