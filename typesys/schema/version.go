package schema

import (
	"slices"

	"golang.org/x/mod/semver"
)

// This file compares the versions of packages.

// CompareVersions compares two versions: it is negative if the first is older.
func CompareVersions(a, b string) int { return semver.Compare("v"+a, "v"+b) }

// NewestVersion is the newest of some versions, releases before others; empty for none.
func NewestVersion(known []string) string {
	newest := ""
	for _, v := range known {
		isRelease := semver.Prerelease("v"+v) == ""
		wasRelease := newest != "" && semver.Prerelease("v"+newest) == ""
		if newest == "" || isRelease && !wasRelease || isRelease == wasRelease && CompareVersions(v, newest) > 0 {
			newest = v
		}
	}
	return newest
}

// Versions are the versions of what was considered, each once.
func (d Decision) Versions() []string {
	var known []string
	for _, p := range d.Considered {
		if p.Version != "" && !slices.Contains(known, p.Version) {
			known = append(known, p.Version)
		}
	}
	return known
}
