// Command pcl-lsp is a language server and checker for programs in the Pulumi
// Configuration Language.
//
//	pcl-lsp [serve]          language server on standard input and output
//	pcl-lsp check [PATH…]    findings for the programs at or below the paths
//	pcl-lsp dump DIR         everything known about a program, as JSON
//	pcl-lsp fmt [PATH…]      the programs in their one layout
//	pcl-lsp graph [DIR]      how the declarations of a program depend on each other
//	pcl-lsp hover FILE:L:C   what an editor shows at a place
//	pcl-lsp symbols [QUERY]  the declarations that match a query
//	pcl-lsp explain [CODE…]  what the codes of findings mean
//	pcl-lsp config …         settings files: checked, and what they come to
//	pcl-lsp rules            the rules, with severities and whether there is a fix
//	pcl-lsp schema …         which package schemas serve, why, and what is in them
//	pcl-lsp completion SHELL the script by which a shell completes commands
//	pcl-lsp man DIR          manual pages
//	pcl-lsp version
//
// What check prints is what an editor shows: both come from one workspace. The
// exit code is 0 if there is no error, 1 if there are errors in the programs, 2 if
// the command was used wrongly and nothing was checked, and 3 if something could
// not be checked.
package main

import (
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

func main() {
	profileNothing()
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, func() {
		stop() // a second one ends the process, whatever it is doing
		endInTime(os.Stderr, os.Exit)
	})
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, processEnvironment())
	stop()
	os.Exit(code)
}

// environment is what a command sees of the process besides its streams.
type environment struct {
	dir      string // working directory
	home     string // the user's; empty if unknown
	cache    string // where indexes of schemas are kept; empty for nowhere
	variable func(name string) string
	terminal bool // standard output is one

	errTerminal bool             // standard error is one
	now         func() time.Time // nil for the clock of the machine

	isProcess bool // the command is all that the process does

	replacing replace.Hook // told when files are written; nil but in tests
}

func processEnvironment() environment {
	env := environment{variable: os.Getenv, isProcess: true, terminal: isTerminal(os.Stdout), errTerminal: isTerminal(os.Stderr)}
	env.dir, _ = os.Getwd() // an empty one makes relative paths fail with a message
	env.home, _ = os.UserHomeDir()
	env.cache, _ = schemas.DefaultCache()
	return env
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// clock tells the time.
func (e environment) clock() func() time.Time {
	if e.now == nil {
		return time.Now
	}
	return e.now
}

// colour reports whether output should be coloured: on a terminal, unless the user
// asks for none.
func (e environment) colour() bool {
	return e.terminal && e.variable("NO_COLOR") == "" && e.variable("TERM") != "dumb"
}
