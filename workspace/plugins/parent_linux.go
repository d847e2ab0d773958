package plugins

import "syscall"

// This file makes the system end a plugin with this process.

func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
