//go:build !unix

package plugins

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// This file ends processes on systems without process groups.

func ownGroup() *syscall.SysProcAttr { return nil }

func interrupt(*os.Process) error { return errors.New("not possible here") }

// kill ends the process and its children with a program of the system, or the process
// alone.
func kill(p *os.Process) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	_ = p.Kill() // fails if that was enough
}
