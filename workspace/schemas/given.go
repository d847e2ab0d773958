package schemas

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"golang.org/x/mod/semver"
)

// This file finds the schemas in given files and folders, and chooses among those of one package.

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

type candidate struct {
	_ [0]func() // see language.incomparable

	path  string
	stamp disk.Stamp // of the content
	// name and version are those of the schema, or for a file in the cache the
	// version of the plugin. An empty version is unknown.
	name, version string
	// own is the version in the schema of a cached file.
	own string
	// fit says how well the name of a cached file fits the reference.
	fit fit
	// err is the reason why the file cannot be used. Name and version are then guessed
	// from the file name.
	err error
}

// fit is how well the hashes in the name of a cached file fit a reference.
type fit uint8

const (
	otherHashes fit = iota
	noHashes        // cached for the plugin as such
	sameHashes      // cached for this very reference
)

type candidates []candidate

// named keeps the schemas of one package.
func (cs candidates) named(name string) candidates {
	var kept candidates
	kept = append(kept, lists.Where(cs, func(c candidate) bool { return c.name == name })...)
	return kept
}

// unread reports whether one of the files could not be read.
func (cs candidates) unread() bool {
	return slices.ContainsFunc(cs, func(c candidate) bool { return isUnread(c.err) })
}

// versions lists the versions, highest first.
func (cs candidates) versions() []string {
	sorted := slices.Clone(cs)
	lists.SortStable(sorted, func(a, b candidate) int { return compareVersions(b.version, a.version) })
	var texts []string
	for _, c := range sorted {
		if c.version != "" {
			texts = append(texts, c.version)
		}
	}
	return slices.Compact(texts)
}

// best sorts the candidates, the best first and unusable ones last. Equal ones keep their
// order.
func (cs candidates) best() candidates {
	sorted := slices.Clone(cs)
	lists.SortStable(sorted, func(a, b candidate) int { return b.compare(a) })
	return sorted
}

// satisfies reports whether a version is the wanted one, apart from build metadata. An
// unknown version satisfies everything.
func satisfies(version, wanted string) bool {
	if wanted == "" || version == "" {
		return true
	}
	a, b := canonicalVersion(version), canonicalVersion(wanted)
	if semver.IsValid(a) && semver.IsValid(b) {
		return semver.Compare(a, b) == 0
	}
	return a == b
}

// compare orders candidates, the better one last.
func (c candidate) compare(d candidate) int {
	return cmp.Or(
		-compareFlags(c.err != nil, d.err != nil),
		cmp.Compare(c.fit, d.fit),
		compareVersions(c.version, d.version),
	)
}

// compareVersions orders versions: unknown, invalid, pre-releases, releases. Builds of
// one version are ordered by text.
func compareVersions(x, y string) int {
	a, b := canonicalVersion(x), canonicalVersion(y)
	return cmp.Or(
		compareFlags(x != "", y != ""),
		compareFlags(semver.IsValid(a), semver.IsValid(b)),
		-compareFlags(semver.Prerelease(a) != "", semver.Prerelease(b) != ""),
		semver.Compare(a, b),
		cmp.Compare(a, b),
	)
}

// canonicalVersion is the form that package semver wants.
func canonicalVersion(version string) string { return "v" + strings.TrimPrefix(version, "v") }

func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
