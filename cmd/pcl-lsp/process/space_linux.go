package process

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// addressSpace returns the limit of the address space of the process, as `ulimit -v` sets it, and how much is used,
// in bytes. Both are zero without a limit.
func addressSpace() (limit, used uint64) {
	var allowed unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &allowed) != nil || allowed.Cur == unix.RLIM_INFINITY {
		return 0, 0
	}
	text, _ := os.ReadFile("/proc/self/statm") // without it, nothing can be watched
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	if err != nil {
		return 0, 0
	}
	return allowed.Cur, n * uint64(os.Getpagesize())
}
