//go:build !unix

package plugins_test

import "os"

// gone reports whether a process has ended.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err == nil {
		_ = p.Release()
	}
	return err != nil
}
