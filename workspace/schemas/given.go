package schemas

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds the schemas in given files and folders.

// MaxFolder limits the schema files of one folder. It is many times the usual number, and
// few enough to read them all.
const MaxFolder = 4096

// inPaths lists the schemas in files and folders, in order, and the errors.
func (e observer) inPaths(paths []string) (found candidates, faults []string) {
	for _, path := range paths {
		info, err := e.seen.StatFile(path)
		if err != nil {
			faults = append(faults, err.Error())
			continue
		}
		if !info.IsDir() {
			if !info.Mode().IsRegular() {
				faults = append(faults, path+" is not a regular file")
				continue
			}
			found = append(found, e.candidate(path, info))
			continue
		}
		inside, err := e.folder(path)
		if err != nil {
			faults = append(faults, err.Error())
		}
		found = append(found, inside...)
	}
	for _, c := range found {
		if c.err != nil {
			faults = append(faults, c.path+": "+c.err.Error())
		}
	}
	return found, faults
}

// folder lists the schemas directly in a folder, by file name. With an error, it lists
// what it could read.
func (e observer) folder(dir string) (candidates, error) {
	entries, err := e.seen.ReadNames(dir, schemaEndings)
	var found candidates
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if _, ok := stem(entry.Name()); !ok {
			continue
		}
		if len(found) == MaxFolder {
			return found, fmt.Errorf("%s has more than %d schema files; those from %s on are left out", dir, MaxFolder, entry.Name())
		}
		switch info, unseen := e.seen.StatFile(path); {
		case unseen != nil && !disk.IsAbsent(unseen):
			err = errors.Join(err, unseen)
		case unseen == nil && info.Mode().IsRegular():
			found = append(found, e.candidate(path, info))
		}
	}
	return found, err
}

// candidate says what a file holds. A file that changes meanwhile is read once more.
func (e observer) candidate(path string, info fs.FileInfo) candidate {
	c := candidate{path: path, stamp: stampOf(info)}
	c.name, c.version, c.err = e.options.Files.file(path).peek(c.stamp)
	if c.err != nil {
		if again, err := os.Stat(path); err == nil && again.Mode().IsRegular() && stampOf(again) != c.stamp {
			c.stamp = stampOf(again)
			c.name, c.version, c.err = e.options.Files.file(path).peek(c.stamp)
		}
	}
	if c.err == nil && c.version != "" {
		return c
	}
	base, _ := stem(filepath.Base(path))
	name, version := splitVersion(base)
	if c.name == "" {
		c.name = name
	}
	if c.version == "" && c.name == name {
		c.version = version
	}
	return c
}

// schemaEndings are the endings of the names of schema files.
const schemaEndings = ".json .json.gz"

// stem is a file name without its ending. It is false if this is not the name of a schema
// file.
func stem(name string) (string, bool) {
	for _, ending := range strings.Fields(schemaEndings) {
		if base, ok := strings.CutSuffix(name, ending); ok && base != "" {
			return base, true
		}
	}
	return name, false
}

// IsNamed reports whether a file has the name of a schema: NAME-VERSION with an ending, or just NAME if that is enough.
func IsNamed(file string, enough bool) bool {
	base, ok := stem(file)
	_, version := splitVersion(base)
	return ok && (enough || version != "")
}

// splitVersion splits NAME-VERSION, where both may contain dashes.
func splitVersion(base string) (name, version string) {
	for i := range len(base) {
		if base[i] == '-' && semver.IsValid(canonicalVersion(base[i+1:])) {
			return base[:i], strings.TrimPrefix(base[i+1:], "v")
		}
	}
	return base, ""
}
