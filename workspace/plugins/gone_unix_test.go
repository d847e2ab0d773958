//go:build unix

package plugins_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// gone reports whether a process has ended. One that nobody has waited for yet, as
// its parent is gone too, has.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) == syscall.ESRCH {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := strings.Cut(string(stat), ") ")
	return err == nil && (strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X"))
}
