//go:build unix

package plugins

import (
	"os"
	"syscall"
)

// This file implements process groups where there are such. The group has the
// number of its first process, and that number is not given away as long as the
// group has members, also after its first process has ended.

func ownGroup() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true}
	endWithParent(attributes)
	return attributes
}

// interrupt asks the whole group to end, as a wrapper need not pass it on.
func interrupt(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGINT) }

// kill ends what is left of the group.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // fails if nothing is left
