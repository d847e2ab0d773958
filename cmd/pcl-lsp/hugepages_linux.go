package main

import "syscall"

// This file lets the heap of a command grow by huge pages.

// hugeHeap is how many bytes of the heap may come as huge pages. Address space that is not used costs
// nothing.
const hugeHeap = 128 << 20

// growHuge asks the system for huge pages for what the heap will grow into.
//
// Why: most memory of a short command is used once, and then each page of 4 KiB costs a fault, which
// took a third of the time of a check. The runtime asks for no huge pages itself. It reuses
// address space in the state in which it was freed, so memory that was allocated and never touched is
// the means to ask for them. It is so large that allocating it begins a collection, which frees it.
func growHuge() {
	space := make([]byte, hugeHeap)
	_ = syscall.Madvise(space, syscall.MADV_HUGEPAGE) // a system without huge pages uses others
}
