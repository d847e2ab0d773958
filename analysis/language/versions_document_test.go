package language_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file writes docs/language/versions.md from the tables.

const versionsDocument = "../../docs/language/versions.md"

// TestVersionsDocument compares the document with the tables. With -update it writes the document.
func TestVersionsDocument(t *testing.T) {
	t.Parallel()
	compareDocument(t, versionsDocument, writeVersions())
}

// versionsHead introduces the changes. A tilde in it stands for a backtick.
const versionsHead = `<!-- Written from the tables of package language; go generate ./analysis/language writes it again. -->

# Versions of the language

PCL changes with Pulumi. pcl-lsp knows the language of Pulumi %s to %s. Programs for earlier versions are judged like %[1]s, and those for later
ones like %[2]s.

Which version counts for a program, the first that says one:

1. ~--pulumi VERSION~, or the setting ~pulumi~ of the editor;
2. the setting ~pulumi~ in ~.pcl-lsp.yaml~;
3. the lowest version that ~requiredVersionRange~ in the program's ~pulumi~ block allows;
4. the lowest version that ~requiredPulumiVersion~ in the project file allows;
5. the version of ~pulumi-language-pcl~ or ~pulumi~ on the PATH. The file is read and not run;
6. the newest that pcl-lsp knows.

~pcl-lsp config show~, ~pcl-lsp bug-report~, the JSON of ~pcl-lsp check~ and a hover on ~pulumi~ say which one it is, and why. Most findings about something that a
later version accepts say so, and a quick fix requires that version.

The library of Pulumi was published as %[1]s, 3.274, 3.275 and 3.276. What changed between %[1]s and 3.274 is listed as of 3.274; up to %[2]s, none of it changed again.

| Since | What changed | Findings |
|---|---|---|
`

func writeVersions() string {
	var out strings.Builder
	fmt.Fprintf(&out, strings.ReplaceAll(versionsHead, "~", "`"), language.Oldest, language.Newest)
	for _, c := range language.Changes() {
		fmt.Fprintf(&out, "| %s | %s | %s |\n", c.Since, cell(c.What), cell(c.Says))
	}
	return out.String()
}
