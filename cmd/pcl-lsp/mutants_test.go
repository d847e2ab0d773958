package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file runs tests on mutated code.
//
// All mutations are compiled at once: a function that a mutation changes begins with the changed body, which runs in place of the rest while a file names
// the mutation. A file reaches the processes that a test starts with an environment of its own.

// mutants is the code with all mutations.
type mutants struct {
	top, dir string
	built    map[string]bool // the packages whose tests were built with it
}

// activeFile declares what tells the mutations of a package which of them is tried.
const activeFile = `package %s

import "os"

var activeMutant = func() string { name, _ := os.ReadFile(%q); return string(name) }()
`

// newMutants writes the code with mutations. It builds nothing yet.
func newMutants(t *testing.T, all []mutation) *mutants {
	t.Helper()
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	m := &mutants{top: top, dir: t.TempDir(), built: map[string]bool{}}
	replaced := map[string]string{}
	for file, text := range mutated(t, all) {
		folder := path.Dir(file)
		kept := filepath.Join(m.dir, strings.ReplaceAll(file, "/", "-"))
		put(t, kept, text)
		replaced[filepath.Join(top, file)] = kept
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		active := filepath.Join(m.dir, strings.ReplaceAll(folder, "/", "-")+"-active.go")
		put(t, active, fmt.Sprintf(activeFile, parsed.Name, m.active()))
		replaced[filepath.Join(top, folder, "active_mutant.go")] = active
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	put(t, m.overlay(), string(overlay))
	return m
}

func (m *mutants) active() string  { return filepath.Join(m.dir, "active") }
func (m *mutants) overlay() string { return filepath.Join(m.dir, "overlay.json") }

// noticed runs the tests of the sentence with the mutation, package by package, and returns one that fails. It fails without a result if that test fails
// without the mutation too.
func (m *mutants) noticed(t *testing.T, one mutation) (result string, ok bool) {
	t.Helper()
	tests := one.claim.goTests()
	packages := slices.SortedFunc(maps.Keys(tests), func(a, b string) int {
		return cmp.Or(commonPath(b, one.file)-commonPath(a, one.file), strings.Compare(a, b)) // probably the quickest first
	})
	for _, p := range packages {
		out, failed := m.run(t, p, tests[p], one.key())
		if !failed {
			continue
		}
		result, blamed := p, tests[p]
		for _, test := range tests[p] {
			if bytes.Contains(out, []byte("--- FAIL: "+test+" ")) || bytes.Contains(out, []byte("\t"+test+" (")) { // or it has run for too long
				result, blamed = p+"."+test, []string{test}
				break
			}
		}
		if out, failed := m.run(t, p, blamed, ""); failed {
			t.Errorf("%s fails without a mutation:\n%s", result, out)
			return "", false
		}
		return result, true
	}
	return survived, true
}

// run runs tests of a package with a mutation.
func (m *mutants) run(t *testing.T, p string, tests []string, active string) (out []byte, failed bool) {
	t.Helper()
	program := filepath.Join(m.dir, strings.ReplaceAll(p, "/", "-")+".test")
	if !m.built[p] {
		cmd := exec.CommandContext(context.Background(), "go", "test", "-vet=off", "-c", "-overlay="+m.overlay(), "-o="+program, "./"+p)
		cmd.Dir = m.top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("the mutations cannot be compiled: %v\n%s", err, out)
		}
		m.built[p] = true
	}
	put(t, m.active(), active)
	cmd := exec.CommandContext(context.Background(), program, "-test.run=^("+strings.Join(tests, "|")+")$", "-test.failfast", "-test.timeout=2m")
	cmd.Dir = filepath.Join(m.top, p)
	cmd.Env = append(os.Environ(), testsize.Variable+"=full")
	out, err := cmd.CombinedOutput()
	return out, err != nil
}

// goTests are the tests in Go that show a sentence, by package.
func (c claim) goTests() map[string][]string {
	tests := map[string][]string{}
	for _, name := range inCode.FindAllStringSubmatch(c.by, -1) {
		if goTest := goTestName.FindStringSubmatch(name[1]); goTest != nil {
			tests[goTest[1]] = append(tests[goTest[1]], goTest[2])
		}
	}
	return tests
}

// commonPath is how long the beginning is that two paths share.
func commonPath(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// mutated returns the files that mutations change, with all their mutations.
func mutated(t *testing.T, all []mutation) map[string]string {
	t.Helper()
	type insertion struct {
		at   int
		text string
	}
	insertions := map[string][]insertion{} // by file
	for _, m := range all {
		if m.none != "" {
			continue
		}
		text := packaged(t, m.file)
		if n := strings.Count(text, m.old); n != 1 || m.old == m.new || m.old == "" {
			t.Errorf("%s has the snippet of a mutation %d times; it breaks the code behind: %s\n%s", m.file, n, m.claim.says, m.old)
			continue
		}
		at := strings.Index(text, m.old)
		broken := strings.Replace(text, m.old, m.new, 1)
		before, after := functionAt(t, m.file, text, at), functionAt(t, m.file, broken, at)
		if before == nil || after == nil {
			t.Errorf("a mutation of %s is not inside a function; it breaks the code behind: %s\n%s", m.file, m.claim.says, m.old)
			continue
		}
		leave := ""
		if after.Type.Results == nil {
			leave = "\nreturn"
		}
		body := broken[after.Body.Lbrace : after.Body.Rbrace-1] // positions count from 1
		changed := fmt.Sprintf("\nif activeMutant == %q {%s%s\n}\n", m.key(), body, leave)
		insertions[m.file] = append(insertions[m.file], insertion{int(before.Body.Lbrace), changed})
	}
	files := map[string]string{}
	for file, all := range insertions {
		text := packaged(t, file)
		slices.SortFunc(all, func(a, b insertion) int { return b.at - a.at })
		for _, i := range all {
			text = text[:i.at] + i.text + text[i.at:]
		}
		files[file] = text
	}
	return files
}

// functionAt returns the function in which a part of a file begins, nil if there is none.
func functionAt(t *testing.T, file, text string, at int) *ast.FuncDecl {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
	if err != nil {
		t.Errorf("a mutation of %s does not parse: %v", file, err)
		return nil
	}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && int(f.Body.Lbrace) <= at && at < int(f.Body.Rbrace) {
			return f
		}
	}
	return nil
}
