package schema

import (
	"slices"

	"golang.org/x/mod/semver"
)

// This file defines what is said about the choice of a schema: what serves a
// package, and why other things do not.

// Decision says what serves a package, and why.
type Decision struct {
	// Ref is what was looked for.
	Ref Ref
	// Availability is the outcome.
	Availability
	// Why is a phrase for a person: why the schema at Path is the one. It is empty
	// when there is none.
	Why string
	// Provider is the plugin that a run of the program would use, as far as that is
	// known; the zero value if it is not.
	Provider Plugin
	// Needs is what the user has to have given for as long as Provider is being
	// asked. It is set for whoever asks.
	Needs Grant
	// Considered are the sources that were looked at, in the order in which they
	// count.
	Considered []Source
}

// Plugin is a provider on this machine.
type Plugin struct {
	Name string
	// Version is empty where only the plugin itself knows it.
	Version string
	// Dir is the directory of the plugin.
	Dir string
	// Executable is the program that serves the plugin. It is empty for a plugin
	// that a language host would run.
	Executable string
	// From says where the plugin was found.
	From SourceKind
}

// Source is one thing that was considered as the source of a schema.
type Source struct {
	Kind SourceKind
	// Path is the file or directory.
	Path string
	// Version is that of the schema or plugin; empty if unknown.
	Version string
	// Taken says that this is what serves the package.
	Taken bool
	// Why is a phrase for a person: why it was taken or passed over.
	Why string
}

// SourceKind is a kind of source of schemas and plugins.
type SourceKind uint8

// The kinds of sources, in the order in which they count.
const (
	GivenSource     SourceKind = iota + 1 // named by flags, variables or settings
	WorkspaceSource                       // a folder for schemas beside the program or above it
	ProjectSource                         // a plugin that the project file names
	PathSource                            // a plugin among the programs of the system
	CacheSource                           // the schema cache of the Pulumi home
	AskedSource                           // what a plugin was asked for earlier
	InstalledSource                       // a plugin in the Pulumi home
)

var sourceNames = [...]string{
	GivenSource: "given", WorkspaceSource: "workspace", ProjectSource: "project", PathSource: "path",
	CacheSource: "cache", AskedSource: "asked", InstalledSource: "plugin",
}

// String is the kind of place as a word.
func (k SourceKind) String() string {
	if int(k) < len(sourceNames) {
		return sourceNames[k]
	}
	return ""
}

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
