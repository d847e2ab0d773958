package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
)

// This file makes the recorded files of testdata again.

// root is the repository, seen from the folder of this module, in which the command runs.
var root = filepath.Join("..", "..")

// A family is recorded files that belong together.
type family struct {
	name string
	// record asks the reference and writes the files.
	record func() error
}

// families are all recorded files.
var families = func() (all []family) {
	for _, name := range randomprogram.Families() {
		all = append(all, family{"random/" + name, func() error { return recordVerdicts(name) }})
	}
	return append(all, family{"random/flows", recordFlows})
}()

// record makes families of recorded files again: all, or those of some names.
func record(names []string) error {
	var known []string
	for _, f := range families {
		known = append(known, f.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("nothing recorded is called %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	for _, f := range families {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		if err := f.record(); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// writeFiles writes files with some texts, by name, below a folder.
func writeFiles(folder string, files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file.
func writeFile(file string, write func(io.Writer)) error {
	var text bytes.Buffer
	write(&text)
	return os.WriteFile(file, text.Bytes(), 0o644)
}
