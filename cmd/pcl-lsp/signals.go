package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// This file implements signal handling.

// endings returns the signals that end the program. SIGHUP does not end it if it was ignored
// when the program started, as under nohup.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// endingTime limits how long the program runs after such a signal: long enough to finish
// replacing a file, and for a client to read the last responses.
const endingTime = 5 * time.Second

// endInTime ends the process when that time is over. A CI job that sends one signal and
// waits must not wait longer, whatever went wrong.
func endInTime(stderr io.Writer, exit func(code int)) {
	time.AfterFunc(endingTime, func() {
		fmt.Fprintf(stderr, "pcl-lsp: still busy %v after an interruption; giving up\n", endingTime)
		exit(exitUnchecked)
	})
}

// ignoreBrokenPipes makes writing to a closed pipe fail instead of ending the process: the
// server then reports the error and ends with an exit code, and goes on if only its log is
// closed. The signal is handled, not ignored, because child processes inherit ignored
// signals.
func (a *app) ignoreBrokenPipes() {
	if a.env.isProcess {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	}
}
