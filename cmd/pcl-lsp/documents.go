package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file stores documents that the server generates, for editors that can only show
// files.

// documentFolder returns the folder of documents, with slashes: next to the schema indexes,
// or empty without a cache directory.
func documentFolder(cache string) string {
	if cache == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(cache), "documents"))
}

// keepDocuments returns the function that stores documents in a folder; nil for none.
func keepDocuments(folder string) func(name, text string) (string, error) {
	if folder == "" {
		return nil
	}
	return func(name, text string) (string, error) { return keepDocument(folder, name, text) }
}

// keepDocument writes a text to a file that only the user can read, in one step. The name
// may contain anything; the file is always in the folder. Its extension is not that of a
// program.
func keepDocument(folder, name, text string) (string, error) {
	name = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ':', '*', '?', '"', '<', '>', '|', 0:
			return '-'
		}
		return r
	}, name)
	path := filepath.Join(folder, strings.TrimLeft(name, ".")+".pcl")
	if err := replace.MakePrivate(folder); err != nil {
		return "", err
	}
	if there, err := os.ReadFile(path); err == nil && string(there) == text {
		return filepath.ToSlash(path), nil
	}
	if err := replace.One(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	return filepath.ToSlash(path), nil
}
