package schemas

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file chooses among the schemas of one package.

// candidate is a schema file and what it holds.
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
