package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements what all commands share: streams, exit codes, the wording of wrong usage, and what a command sees of
// the process and the machine.

type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer // CI systems find no commands in them; stderr also drops control characters
	plainErr       io.Writer // stderr with control characters, for colors and progress
	env            environment
}

const (
	exitClean     = 0
	exitFindings  = 1
	exitUsage     = 2
	exitUnchecked = 3
)

// failure is an error that ends the command with its own exit code.
type failure struct {
	code int
	err  error // nil if there is nothing more to say
}

func (f failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit code %d", f.code)
	}
	return f.err.Error()
}

func (f failure) Unwrap() error { return f.err }

// uncheckable wraps an error that means that something could not be checked.
func uncheckable(err error) error { return failure{exitUnchecked, err} }

// answered wraps the error of a question.
func answered(err error) error {
	if errors.As(err, new(ask.Unanswered)) {
		return uncheckable(err)
	}
	return err
}

// unwritten wraps an error of writing the command's output.
func unwritten(what string, err error) error {
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write %s: %w", what, err))
	}
	return nil
}

var errInterrupted = checking.ErrInterrupted

// codeOf returns the exit code for an error.
func codeOf(err error) int {
	if err == nil {
		return exitClean
	}
	fail := failure{exitUsage, err} // cobra reports wrong usage only
	errors.As(err, &fail)
	return fail.code
}

// messageOf returns the message for an error; nil for none.
func messageOf(err error) error {
	fail := failure{err: err}
	errors.As(err, &fail)
	return fail.err
}

// unknownCommand rejects words that are no command, and suggests the nearest one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := lists.Map(lists.Where(cmd.Commands(), (*cobra.Command).IsAvailableCommand), (*cobra.Command).Name)
	return ask.Unknown("command", args[0], names)
}

// group returns a command that has only commands, and rejects everything else.
func group(name, otherwise string, commands ...*cobra.Command) *cobra.Command {
	cmd := command(name, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New(otherwise)
		}
		return unknownCommand(cmd, args)
	}, nil) // Args refuses everything
	cmd.AddCommand(commands...)
	return cmd
}

// takes rejects other numbers of arguments with a message.
func takes(least, most int, otherwise string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return errors.New(otherwise)
		}
		return nil
	}
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

// endSoon tunes the process, unless it belongs to somebody else, for a command that ends by itself.
func (a *app) endSoon() {
	if a.env.isProcess {
		process.EndsSoon()
	}
}

// stayLong tunes the process, unless it belongs to somebody else, for a server.
func (a *app) stayLong() {
	if a.env.isProcess {
		process.StaysLong()
	}
}

// environment is what a command sees of the process, apart from its streams.
type environment struct {
	dir      string // the working directory
	home     string // the user's home directory; empty if unknown
	cache    string // the directory of schema indexes; empty for no cache
	variable func(name string) string
	terminal bool // standard output is a terminal

	errTerminal bool             // standard error is a terminal
	now         func() time.Time // nil for the machine's clock

	isProcess bool // the process does nothing but this command
}

func processEnvironment() environment {
	env := environment{variable: os.Getenv, isProcess: true, terminal: isTerminal(os.Stdout), errTerminal: isTerminal(os.Stderr)}
	env.dir, _ = os.Getwd() // if it is unknown, relative paths fail with a message
	env.home, _ = os.UserHomeDir()
	env.cache, _ = schemas.DefaultCache()
	return env
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

func (e environment) clock() func() time.Time {
	if e.now == nil {
		return time.Now
	}
	return e.now
}

// native returns the native path of a file that an argument names.
func (e environment) native(file string) string { return ask.Dir(e.dir).Native(file) }

// read reads a regular file that an argument names, but not through a link that leads out of its repository.
func (e environment) read(file string) ([]byte, error) {
	text, err := (&disk.Confined{FS: disk.Machine{}}).ReadFile(filepath.ToSlash(e.native(file)))
	return text, disk.WithoutPath(err)
}

func (e environment) schemas() schemaflags.Environment {
	return schemaflags.Environment{Dir: e.dir, Home: e.home, Cache: e.cache, Variable: e.variable}
}
