package house

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

//go:generate go test . -run TestRoomsDocument -update

var update = flag.Bool("update", false, "write the table of rooms in docs/packages.md")

const (
	roomsBegin = "<!-- rooms -->\n"
	roomsEnd   = "<!-- end of rooms -->\n"
)

// TestRoomsDocument: the table of rooms in docs/packages.md says what the package comments and the table of imports say.
func TestRoomsDocument(t *testing.T) {
	t.Parallel()
	file := filepath.Join(root, "docs", "packages.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), roomsBegin)
	_, after, ends := strings.Cut(rest, roomsEnd)
	if !begins || !ends {
		t.Fatalf("%s has no place for the table of rooms", file)
	}
	want := before + roomsBegin + roomsTable(t) + roomsEnd + after
	if want == string(text) {
		return
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is stale; run go generate ./internal/house\n--- document\n+++ packages\n%s", file, cmp.Diff(string(text), want))
}

// roomsTable is one row for each package.
func roomsTable(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var table bytes.Buffer
	if features, ok := roomOf("analysis/ide/feature"); ok {
		fmt.Fprintf(&table, "\nEvery feature, that is, every package below `analysis/ide` without a list of its own, may import `%s`.\n\n", strings.Join(features.inside, "`, `"))
	}
	table.WriteString("| package | what it does | may import |\n|---|---|---|\n")
	for line := range strings.Lines(string(out)) {
		path, comment, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		name := strings.TrimPrefix(path, module+"/")
		row, ok := roomOf(name)
		if !ok {
			continue // TestImports reports it
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", name, strings.ReplaceAll(saysOf(comment), "|", `\|`), importsOf(row))
	}
	return table.String()
}

// docLink is a link of a Go comment, such as [hclsyntax.ParseConfig].
var docLink = regexp.MustCompile(`\[(\w+\.\w+|[A-Z]\w*)\]`)

// saysOf is the first sentence of a package comment without its subject: "Package wire reads messages." says "reads messages".
func saysOf(comment string) string {
	sentence := new(doc.Package).Synopsis(comment)
	words := strings.SplitN(sentence, " ", 3)
	if len(words) == 3 && (words[0] == "Package" || words[0] == "Command") {
		sentence = words[2]
	}
	return docLink.ReplaceAllString(strings.TrimSuffix(sentence, "."), "$1")
}

// importsOf is what a row allows. The list of all features is long, and stands above the table.
func importsOf(row room) string {
	switch {
	case len(row.inside) == 0:
		return "–"
	case strings.HasSuffix(row.name, "/"):
		return "what every feature may"
	}
	return "`" + strings.Join(row.inside, "`, `") + "`"
}
