package plugins

import "syscall"

// This file implements that a plugin does not outlive us, whatever ends us.

func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
