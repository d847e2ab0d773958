//go:build unix

package cost

import "syscall"

// processor returns how many seconds the processors have worked for the program.
func processor() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it fails only for other arguments
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
