package upgrade

import (
	"slices"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file chooses the versions that an upgrade passes.

// Route is the way from one version to a later one, over the newest version of each major version between, of those that
// are known. An older version may say what replaces something that the next major version does not have.
func Route(known []string, from, to string) []string {
	known = slices.Clone(known)
	lists.SortStable(known, schema.CompareVersions)
	route := []string{from}
	for i, v := range known {
		isLast := i+1 == len(known) || semver.Major("v"+known[i+1]) != semver.Major("v"+v)
		if isLast && semver.Prerelease("v"+v) == "" && schema.CompareVersions(v, from) > 0 && schema.CompareVersions(v, to) < 0 && semver.Major("v"+v) != semver.Major("v"+to) {
			route = append(route, v)
		}
	}
	return append(route, to)
}
