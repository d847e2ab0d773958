package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// This file says which signals there are answers to.

// endings are the signals that ask the program to end. That the terminal is gone does not
// if that was ignored when the program was started, which is what nohup does.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// endingTime is how long what was begun goes on at most after such a signal: enough for a
// file that is being replaced, and for a client that reads its last answers.
const endingTime = 5 * time.Second

// endInTime ends the process when that time is over. Whoever sends one signal and waits,
// as a job of CI does that takes too long, waits no longer than that, whatever went wrong.
func endInTime(stderr io.Writer, exit func(code int)) {
	time.AfterFunc(endingTime, func() {
		fmt.Fprintf(stderr, "pcl-lsp: interrupted, and not done %v later; what it was doing is given up\n", endingTime)
		exit(exitUnchecked)
	})
}

// ignoreBrokenPipes lets writing to a pipe that nobody reads fail instead of ending the
// process: the server then says so and ends with a status, and one whose log nobody reads
// goes on. The signal is taken and not ignored, since programs that are started would
// inherit that.
func (a *app) ignoreBrokenPipes() {
	if a.env.isProcess {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	}
}
