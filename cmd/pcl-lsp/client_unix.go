//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// processExists reports whether a process with this ID exists, whoever owns it.
func processExists(id int) bool {
	err := syscall.Kill(id, 0) // no signal
	return err == nil || errors.Is(err, syscall.EPERM)
}
