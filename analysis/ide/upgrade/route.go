package upgrade

import (
	"slices"

	"golang.org/x/mod/semver"
)

// This file chooses the versions that an upgrade passes.

// Compare compares two versions: it is negative if the first is older.
func Compare(a, b string) int { return semver.Compare("v"+a, "v"+b) }

// Route is the way from one version to a later one, over the newest version of each major version between, of those that
// are known. An older version may say what replaces something that the next major version does not have.
func Route(known []string, from, to string) []string {
	known = slices.Clone(known)
	slices.SortFunc(known, Compare)
	route := []string{from}
	for i, v := range known {
		isLast := i+1 == len(known) || semver.Major("v"+known[i+1]) != semver.Major("v"+v)
		if isLast && semver.Prerelease("v"+v) == "" && Compare(v, from) > 0 && Compare(v, to) < 0 && semver.Major("v"+v) != semver.Major("v"+to) {
			route = append(route, v)
		}
	}
	return append(route, to)
}

// Newest is the newest of some versions, releases before others; empty for none.
func Newest(known []string) string {
	newest := ""
	for _, v := range known {
		isRelease := semver.Prerelease("v"+v) == ""
		wasRelease := newest != "" && semver.Prerelease("v"+newest) == ""
		if newest == "" || isRelease && !wasRelease || isRelease == wasRelease && Compare(v, newest) > 0 {
			newest = v
		}
	}
	return newest
}
