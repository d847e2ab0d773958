//go:build !linux

package process

// addressSpace is for systems that don't limit the address space of a process.
func addressSpace() (limit, used uint64) { return 0, 0 }
