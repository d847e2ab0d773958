//go:build cgo && unix

package grammar

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated files")

// generatorVersion is the version that wrote the committed parser; others write other tables.
const generatorVersion = "tree-sitter 0.22.6"

// TestGenerated: the committed parser is what the generator makes of the grammar. The variable names the generator; make test-grammar and
// make grammar install it.
func TestGenerated(t *testing.T) {
	t.Parallel()
	generator := os.Getenv("PCL_LSP_TREE_SITTER")
	if generator == "" {
		t.Skip("there is no generator; make test-grammar installs it")
	}
	version, err := exec.Command(generator, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(version)); got != generatorVersion {
		t.Skipf("the generator is %s, not %s", got, generatorVersion)
	}
	dir := t.TempDir()
	grammar, err := os.ReadFile(filepath.Join(sources, "../grammar.js"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "grammar.js"), grammar, 0o644); err != nil {
		t.Fatal(err)
	}
	generate := exec.Command(generator, "generate", "--no-bindings")
	generate.Dir = dir
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"parser.c", "grammar.json", "node-types.json", "tree_sitter/parser.h"} {
		text, err := os.ReadFile(filepath.Join(dir, "src", name))
		if err != nil {
			t.Fatal(err)
		}
		same(t, filepath.Join(sources, name), text)
	}
}

// same compares a file with what it should be. With -update it writes it.
func same(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run make grammar (%v)", strings.TrimPrefix(path, root+"/"), err)
	}
}
