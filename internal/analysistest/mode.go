package analysistest

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file reads the mode of a fixture.

var modeLine = regexp.MustCompile(`(?m)^mode:[ \t]*(\S+)$`)

// ModeText is the mode that the prose of a fixture asks for in a line such as
// "mode: lenient"; strict where there is none.
func ModeText(archive *txtar.Archive) string {
	if line := modeLine.FindSubmatch(archive.Comment); line != nil {
		return string(line[1])
	}
	return "strict"
}

var pulumiLine = regexp.MustCompile(`(?m)^pulumi:[ \t]*(\S+)$`)

// edition is the version of Pulumi that judges a fixture, if its prose has a line such as "pulumi: 3.260.0"; otherwise the newest one.
func edition(archive *txtar.Archive) language.Edition {
	if line := pulumiLine.FindSubmatch(archive.Comment); line != nil {
		return language.Chosen(string(line[1]), "the fixture")
	}
	return language.Edition{}
}

// RecordedIn is the version of Pulumi whose verdicts a file records: its member "reference".
func RecordedIn(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var head struct{ Reference string }
	if err := json.Unmarshal(text, &head); err != nil || head.Reference == "" {
		t.Fatalf("%s does not say which version it records: %v", file, err)
	}
	return head.Reference
}

// Mode is the mode of a fixture.
func Mode(t testing.TB, archive *txtar.Archive) analysis.Mode {
	t.Helper()
	mode, err := analysis.ParseMode(ModeText(archive))
	if err != nil {
		t.Fatal(err)
	}
	return mode
}
