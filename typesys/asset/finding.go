package asset

import (
	"fmt"
	"strings"
)

// This file implements what the checks of paths and addresses find.

// Level is how serious a finding is.
type Level uint8

// The levels.
const (
	LevelError   Level = iota // it fails or has no sense
	LevelWarning              // it fails unless something is so that the text does not say
)

// Problem is what a finding is about.
type Problem uint8

// The problems.
const (
	Empty           Problem = iota // no path or address
	NulByte                        // a byte that no path has
	Directory                      // a directory, where a file is needed
	AddressAsPath                  // an address, where a path is needed
	HomeNotExpanded                // `~` is no home directory here
	ExtensionCase                  // the ending of an archive in capitals
	Extension                      // no ending of an archive
	NoScheme                       // an address without a scheme
	Scheme                         // a scheme that is not fetched
	BadAddress                     // a character that no address has
	NoHost                         // http without a host
	FileHost                       // a host in a file address
	FileUser                       // a user in a file address
	FileQuery                      // a query in a file address
	FileFragment                   // a fragment in a file address
)

// Finding is one remark on a path or address: the bytes from Start to End are
// what it is about.
type Finding struct {
	Level      Level
	Problem    Problem
	Start, End int
	Message    string
	Instead    string // what the place should hold, if that is known; empty otherwise
}

// Extensions are the endings of archive files that are read. Case matters.
func Extensions() []string { return []string{".tar", ".tgz", ".tar.gz", ".zip", ".jar"} }

// ExtensionOf is the ending by which a file is taken for an archive, or "".
func ExtensionOf(name string) string {
	for _, e := range []string{".tar.gz", ".tar", ".tgz", ".zip", ".jar"} {
		if strings.HasSuffix(name, e) {
			return e
		}
	}
	return ""
}

// otherArchives are endings of archives that are not read.
var otherArchives = []string{
	".tar.bz2", ".tar.xz", ".tar.zst", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".war", ".ear", ".whl",
}

// checkExtension looks at the ending of a name that stands at an offset of a text.
// Its message is for a file; whether it is one, the caller knows or not.
func checkExtension(name string, at int) (Finding, bool) {
	end := at + len(name)
	if ExtensionOf(name) != "" {
		return Finding{}, false
	}
	lower := strings.ToLower(name)
	if e := ExtensionOf(lower); e != "" && len(lower) == len(name) {
		message := fmt.Sprintf("the extension of an archive must be in lower case: `%s`", e)
		return Finding{LevelWarning, ExtensionCase, end - len(e), end, message, e}, true
	}
	for _, e := range otherArchives {
		if strings.HasSuffix(lower, e) && len(lower) == len(name) {
			return Finding{LevelWarning, Extension, end - len(e), end, "the name of an archive must end in " + known(), ""}, true
		}
	}
	return Finding{LevelWarning, Extension, at, end, "the name of an archive must end in " + known(), ""}, true
}

func known() string {
	es := Extensions()
	return strings.Join(es[:len(es)-1], ", ") + " or " + es[len(es)-1]
}
