package asset

import (
	"fmt"
	"strings"
)

// This file defines the findings about paths and addresses.

// Level is how serious a finding is.
type Level uint8

// The levels.
const (
	LevelError   Level = iota // it fails or makes no sense
	LevelWarning              // it may fail; the text alone does not show it
)

// Problem is a kind of finding.
type Problem uint8

// The problems.
const (
	Empty           Problem = iota // no path or address
	NulByte                        // a byte that is invalid in paths
	Directory                      // a directory instead of a file
	AddressAsPath                  // an address instead of a path
	HomeNotExpanded                // `~` does not stand for the home directory here
	ExtensionCase                  // the extension of an archive in capitals
	Extension                      // not the extension of an archive
	NoScheme                       // an address without a scheme
	Scheme                         // an unsupported scheme
	BadAddress                     // a character that is invalid in addresses
	NoHost                         // http without a host
	FileHost                       // a host in a file address
	FileUser                       // a user in a file address
	FileQuery                      // a query in a file address
	FileFragment                   // a fragment in a file address
)

// Finding is a problem in a path or address, at the bytes from Start to End.
type Finding struct {
	Level      Level
	Problem    Problem
	Start, End int
	Message    string
	Instead    string // the correct text for this place, or "" if it is unknown
}

// Extensions returns the extensions of supported archives. They are case-sensitive.
func Extensions() []string { return []string{".tar", ".tgz", ".tar.gz", ".zip", ".jar"} }

// ExtensionOf returns the extension that makes a file an archive, or "".
func ExtensionOf(name string) string {
	for _, e := range []string{".tar.gz", ".tar", ".tgz", ".zip", ".jar"} {
		if strings.HasSuffix(name, e) {
			return e
		}
	}
	return ""
}

// otherArchives are extensions of unsupported archives.
var otherArchives = []string{
	".tar.bz2", ".tar.xz", ".tar.zst", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".war", ".ear", ".whl",
}

// checkExtension checks the extension of a name at an offset of a text. The message assumes that
// the name is a file.
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
