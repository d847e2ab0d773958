//go:build !windows

package transport

import (
	"errors"
	"io"
	"os"
	"slices"
	"syscall"
)

// This file asks the system about pipes and processes.

// Polled returns what reads from a stream, and a function that ends its use. If the stream is a pipe or a socket, whoever reads from it waits
// without keeping a thread. It may not be one of the others, which are not read in this way: ssh gives commands one socket for input and output.
//
// Why: a thread that waits in the system call hands its work over to another one, and that takes as long to wake up as an edit takes to check.
func Polled(stream io.Reader, others ...any) (r io.Reader, end func()) {
	nothing := func() {}
	f, info := pipeOf(stream)
	if f == nil || slices.ContainsFunc(others, func(other any) bool {
		_, of := pipeOf(other)
		return of != nil && os.SameFile(info, of)
	}) {
		return stream, nothing
	}
	fd := int(f.Fd())
	own, err := syscall.Dup(fd) // to be closed when nothing refers to it, unlike a standard stream
	if err != nil {
		return stream, nothing
	}
	syscall.CloseOnExec(own)
	if syscall.SetNonblock(own, true) != nil {
		syscall.Close(own)
		return stream, nothing
	}
	return os.NewFile(uintptr(own), f.Name()), func() { _ = syscall.SetNonblock(fd, false) } // other processes may read from it later
}

// pipeOf returns a stream that is a pipe or a socket, or nil.
func pipeOf(stream any) (*os.File, os.FileInfo) {
	f, ok := stream.(*os.File)
	if !ok {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return nil, nil
	}
	return f, info
}

// processExists reports whether a process with this ID exists, whoever owns it.
func processExists(id int) bool {
	err := syscall.Kill(id, 0) // no signal
	return err == nil || errors.Is(err, syscall.EPERM)
}
