//go:build unix

package plugins

import (
	"os"
	"syscall"
)

// This file implements process groups. A group has the number of its first process, which
// is not reused while the group has members, even after that process has ended.

func ownGroup() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true}
	endWithParent(attributes)
	return attributes
}

// interrupt asks the whole group to end, as a wrapper may not pass the signal on.
func interrupt(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGINT) }

// kill ends the rest of the group.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // fails if nothing is left
