// Command pcl-lsp is a language server and checker for the Pulumi Configuration
// Language.
//
//	pcl-lsp [serve]          run the language server on standard input and output
//	pcl-lsp check [PATH…]    print the findings for programs
//	pcl-lsp dump DIR         print everything known about a program, as JSON
//	pcl-lsp fmt [PATH…]      format programs
//	pcl-lsp graph [DIR]      print the dependency graph of a program
//	pcl-lsp hover FILE:L:C   print the hover text of an editor
//	pcl-lsp plan [DIR]       tell what a run would do with the resources of a stack
//	pcl-lsp symbols [QUERY]  search declarations
//	pcl-lsp explain [CODE…]  explain finding codes
//	pcl-lsp config …         check and show settings files
//	pcl-lsp rules            list the rules
//	pcl-lsp rules test       run the tests of a team's own rules
//	pcl-lsp schema …         show which package schemas are used, and their contents
//	pcl-lsp completion SHELL print a shell completion script
//	pcl-lsp man DIR          write the manual pages
//	pcl-lsp mcp              run a server for agents that write programs
//	pcl-lsp version          print the version
//
// The command check and the server share one workspace, so they report the same
// findings. The exit code is 0 if there are no errors, 1 if a program has errors, 2 for
// wrong usage, and 3 if something could not be checked.
//
// Each command is one file that builds a cobra command; root.go puts them together.
// Commands do not know each other. They share app.go (streams, exit codes),
// environment.go, the flag groups (valueflag.go, programflags.go, input.go, rules.go, package
// schemaflags), package report for output, and rewrite.go for writing files. Package checking
// checks programs, autofix applies fixes, and recheck remembers checks.
//
// Hand-written code of more than 300 lines here has a reason in the comment of its
// package: see report (output formats) and recheck/revision (git).
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	profileNothing()
	guardMemory(os.Stderr, os.Exit)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		endInTime(os.Args[1:], os.Stderr, os.Exit)
	})
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, processEnvironment())
	stop()
	os.Exit(code)
}
