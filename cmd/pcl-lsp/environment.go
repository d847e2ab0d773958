package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file describes what a command sees of the process and the machine.

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
func (e environment) native(file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(e.dir, file)
}

// read reads a regular file that an argument names, but not through a link that leads out of its repository.
func (e environment) read(file string) ([]byte, error) {
	text, err := (&disk.Confined{FS: disk.Machine{}}).ReadFile(filepath.ToSlash(e.native(file)))
	return text, disk.WithoutPath(err)
}

func (e environment) schemas() schemaflags.Environment {
	return schemaflags.Environment{Dir: e.dir, Home: e.home, Cache: e.cache, Variable: e.variable}
}
