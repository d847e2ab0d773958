//go:build !unix

package plugins

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// This file implements ending a process where there are no process groups to
// signal.

func ownGroup() *syscall.SysProcAttr { return nil }

func interrupt(*os.Process) error { return errors.New("not possible here") }

// kill ends the process with those it started, as far as the system has a program
// that knows them, and otherwise the process alone.
func kill(p *os.Process) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	_ = p.Kill() // fails if that was enough
}
