package main

import (
	"os"
	"os/signal"
	"syscall"
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

// ignoreBrokenPipes lets writing to a pipe that nobody reads fail instead of ending the
// process: the server then says so and ends with a status, and one whose log nobody reads
// goes on. The signal is taken and not ignored, since programs that are started would
// inherit that.
func (a *app) ignoreBrokenPipes() {
	if a.env.isProcess {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	}
}
