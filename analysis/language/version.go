package language

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file says which versions of Pulumi the tables describe. An entry is as the newest of them
// has it; Earlier says what it was before.

// Version is a version of Pulumi: the minor number of 3.276, which is all that decides about the
// language. The zero value is [Newest].
type Version uint16

// Oldest and Newest are the versions that the tables know. Earlier and later ones are judged like
// these.
const (
	Oldest Version = 260
	Newest Version = 276
)

// ChecksAll is the version that checks the values of all inputs before a run, knows which constants they may be, and takes resources for
// references to them. (docs/language/versions.md)
const ChecksAll Version = 274

// ReadsAll is the version whose runs read every option of an invoke and dependsOn of a read, and that take secrets and outputs where they need
// a value at once. (docs/language/versions.md)
const ReadsAll Version = 274

// v274 is the first version after [Oldest] whose library was published. What it has and [Oldest] does not may have come between the two.
const v274 Version = 274

var versionText = lazy.Regexp(`^v?(\d{1,3})\.(\d{1,4})(?:[.+-].*|$)`)

// VersionOf returns the version that judges a program for a version of Pulumi such as "3.276.0" or
// "v3.276.1-dev". It returns false for other texts.
func VersionOf(text string) (Version, bool) {
	parts := versionText.Get().FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	major, _ := strconv.Atoi(parts[1])
	minor, _ := strconv.Atoi(parts[2])
	switch {
	case major < 3 || major == 3 && minor < int(Oldest):
		return Oldest, true
	case major > 3 || minor > int(Newest):
		return Newest, true
	}
	return Version(minor), true
}

// String returns the version as users write it.
func (v Version) String() string { return fmt.Sprintf("3.%d", v.orNewest()) }

func (v Version) orNewest() Version {
	if v == 0 {
		return Newest
	}
	return v
}

// Edition is the version of the language that judges a program, and why.
type Edition struct {
	Version Version
	// Said is the version of Pulumi that somebody named, such as "3.12.0"; empty if nobody did.
	Said string
	// By says who named it, as a sentence that the version ends: "the setting is"; empty if nobody did.
	By string
	// IsChosen says that the version was chosen for all programs, whatever they say.
	IsChosen bool
}

// IsClose reports whether the version is not the one that somebody said, but the closest that is known.
func (e Edition) IsClose() bool {
	return e.Said != "" && !strings.HasPrefix(strings.TrimPrefix(e.Said, "v")+".", e.Version.String()+".")
}

// EditionOf returns the edition for a version of Pulumi that somebody says.
func EditionOf(said, by string) Edition {
	version, _ := VersionOf(said)
	return Edition{Version: version, Said: said, By: by}
}

// Chosen returns the edition for a version that was chosen for all programs.
func Chosen(said, by string) Edition {
	e := EditionOf(said, by)
	e.IsChosen = true
	return e
}

// String says which version it is and why, in a sentence without its period.
func (e Edition) String() string { return "PCL of Pulumi " + e.Version.String() + e.Why() }

// Why says why it is this version, as what follows it in a sentence.
func (e Edition) Why() string {
	why := ""
	switch {
	case e.Said == "":
		return ", the newest that pcl-lsp knows"
	case e.IsClose() && e.Version == Oldest:
		why = ", the oldest that pcl-lsp knows"
	case e.IsClose():
		why = ", the newest that pcl-lsp knows"
	}
	return why + ", because " + e.By + " " + e.Said
}

// Earlier is how an entry of a table was before some version.
type Earlier[T any] struct {
	// Until is the first version in which it is no longer so.
	Until Version
	// Change is what that version changed, in a sentence.
	Change string
	// Says is what pcl-lsp says of programs for earlier versions that need the change, in Markdown.
	Says string
	// Was makes the entry what it was.
	Was func(*T)
}

// perVersion returns a function that makes something for each version once.
func perVersion[T any](of func(Version) T) func(Version) T {
	var made [Newest - Oldest + 1]func() T
	for i := range made {
		made[i] = sync.OnceValue(func() T { return of(Oldest + Version(i)) })
	}
	return func(v Version) T { return made[v.orNewest()-Oldest]() }
}
