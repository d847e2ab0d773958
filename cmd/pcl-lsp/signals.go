package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
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

// These limit how long the program runs after such a signal: a command long enough to finish replacing a
// file, and the server longer than its connection waits for a client to read the last responses. To end at
// any moment is safe: a file has its old text or its new one.
const (
	endingTime  = time.Second
	servingTime = 5 * time.Second
)

// endInTime ends the process when that time is over. A CI job that sends one signal and
// waits must not wait longer, whatever went wrong.
func endInTime(args []string, stderr io.Writer, exit func(code int)) {
	limit := servingTime
	if slices.ContainsFunc(commands(), func(c maker) bool { return len(args) > 0 && c.name == args[0] && c.name != "serve" }) {
		limit = endingTime
	}
	time.AfterFunc(limit, func() {
		fmt.Fprintf(stderr, "pcl-lsp: still busy %v after an interruption; giving up\n", limit)
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
