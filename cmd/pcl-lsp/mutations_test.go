package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file tests the tests that a document names: for each sentence, a mutation breaks the code behind it in a way that the sentence forbids, and one of
// the tests of the sentence must fail.
//
// testdata/mutations has the mutations, and what came of them. The document has the score.

var mutate = flag.String("mutate", "", "make the mutations of the `FILES` that match a pattern and have no recorded result, record what comes of them, and write the scores into the documents")

// mutated are the documents with mutations for every sentence.
var mutated = []string{"security"}

const mutationFolder = root + "/testdata/mutations/"

// mutation breaks the code behind a sentence.
type mutation struct {
	claim          claim
	file, old, new string
	none           string // why there is none
}

// key identifies a mutation in the records.
func (m mutation) key() string {
	sum := sha256.Sum256([]byte(m.claim.says + "\x00" + m.file + "\x00" + m.old + "\x00" + m.new))
	return hex.EncodeToString(sum[:8])
}

// mutationsOf reads the mutations of a document.
func mutationsOf(t *testing.T, document string) []mutation {
	t.Helper()
	claims := claimsIn(packaged(t, "docs/"+document+".md"))
	var all []mutation
	for _, part := range strings.Split("\n"+packaged(t, "testdata/mutations/"+document+".txt"), "\nrow: ")[1:] {
		row, rest, _ := strings.Cut(part, "\n")
		at := slices.IndexFunc(claims, func(c claim) bool { return strings.HasPrefix(c.says, row) })
		if at < 0 {
			t.Errorf("docs/%s.md has no sentence that begins with: %s", document, row)
			continue
		}
		m := mutation{claim: claims[at]}
		var body string
		if reason, none := strings.CutPrefix(rest, "none: "); none {
			m.none = strings.TrimSpace(reason)
		} else if m.file, body, _ = strings.Cut(strings.TrimPrefix(rest, "file: "), "\n<<<\n"); body != "" {
			m.old, m.new, _ = strings.Cut(body, "\n===\n")
			m.new, _, _ = strings.Cut("\n"+m.new, "\n>>>")
			m.new = strings.TrimPrefix(m.new, "\n")
		}
		all = append(all, m)
	}
	for _, c := range claims {
		if !slices.ContainsFunc(all, func(m mutation) bool { return m.claim == c }) {
			t.Errorf("docs/%s.md:%d: no mutation breaks the code behind: %s", document, c.line, c.says)
		}
	}
	return all
}

// broken is the file with the mutation.
func (m mutation) broken(t *testing.T) string {
	t.Helper()
	text := packaged(t, m.file)
	if n := strings.Count(text, m.old); n != 1 || m.old == m.new || m.old == "" {
		t.Errorf("%s has the snippet of a mutation %d times; it breaks the code behind: %s\n%s", m.file, n, m.claim.says, m.old)
		return text
	}
	return strings.Replace(text, m.old, m.new, 1)
}

// recordedMutations are the results, by key: the test that noticed, or survived.
func recordedMutations(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(packaged(t, "testdata/mutations/results.txt")) {
		key, result, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[key] = result
	}
	return all
}

const survived = "survived"

// noticed runs the tests of the sentence with the mutation, package by package, and returns one that fails.
func (m mutation) noticed(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "broken.go"), m.broken(t))
	overlay, _ := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(top, m.file): filepath.Join(dir, "broken.go")}}) // of texts
	put(t, filepath.Join(dir, "overlay.json"), string(overlay))
	var packages []string
	tests := map[string][]string{}
	for _, name := range inCode.FindAllStringSubmatch(m.claim.by, -1) {
		if goTest := goTestName.FindStringSubmatch(name[1]); goTest != nil {
			packages = append(packages, goTest[1])
			tests[goTest[1]] = append(tests[goTest[1]], goTest[2])
		}
	}
	slices.SortStableFunc(packages, func(a, b string) int { return len(commonPath(b, m.file)) - len(commonPath(a, m.file)) }) // the quickest to build first
	for _, p := range slices.Compact(packages) {
		cmd := exec.CommandContext(context.Background(), "go", "test", "-vet=off", "-count=1", "-timeout=2m", "-overlay="+filepath.Join(dir, "overlay.json"), "-run=^("+strings.Join(tests[p], "|")+")$", "./"+p)
		cmd.Dir = top
		out, err := cmd.CombinedOutput()
		switch {
		case err == nil:
		case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
			t.Errorf("a mutation of %s does not compile: %s", m.file, out)
		default:
			for _, test := range tests[p] {
				if bytes.Contains(out, []byte("--- FAIL: "+test+" ")) {
					return p + "." + test
				}
			}
			return p
		}
	}
	return survived
}

func commonPath(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

const (
	scoreStart = "<!-- mutations -->\n"
	scoreEnd   = "<!-- end of mutations -->\n"
)

// score is the section of a document about its mutations.
func score(all []mutation, results map[string]string) (section string, killed, made int) {
	var survivors, without []string
	untried := 0
	for _, m := range all {
		switch result, recorded := results[m.key()]; {
		case m.none != "":
			without = append(without, fmt.Sprintf("- Not mutated, because %s: %s\n", m.none, m.claim.says))
		case result == survived:
			made++
			survivors = append(survivors, fmt.Sprintf("- Not noticed: a mutation of `%s` behind: %s\n", m.file, m.claim.says))
		case !recorded:
			untried++
		default:
			made++
			killed++
		}
	}
	section = fmt.Sprintf("Mutations break the code behind these sentences in ways that they forbid. The named tests notice %d of %d.", killed, made)
	if untried > 0 {
		section += fmt.Sprintf(" %d more have not been tried yet.", untried)
	}
	section += "\n\n"
	return section + strings.Join(survivors, "") + strings.Join(without, ""), killed, made
}

// Every sentence has a mutation or a reason why it has none, every mutation still fits the code, the tests notice nearly all that were tried, and the
// documents have the score. With -mutate=. this tries those that have no result yet; in the long size it tries all of them again.
func TestMutations(t *testing.T) {
	results := recordedMutations(t)
	pattern, err := regexp.Compile(*mutate)
	if err != nil {
		t.Fatal(err)
	}
	chosen := func(file string) bool { return *mutate != "" && pattern.MatchString(file) }
	for _, document := range mutated {
		all := mutationsOf(t, document)
		for _, m := range all {
			if m.none != "" {
				continue
			}
			m.broken(t)
			if before, recorded := results[m.key()]; !recorded && chosen(m.file) || testsize.Long() {
				result := m.noticed(t)
				t.Logf("%s: %s", result, m.claim.says)
				if recorded && (before == survived) != (result == survived) {
					t.Errorf("a mutation of %s was %s and is now %s; it breaks the code behind: %s", m.file, before, result, m.claim.says)
				}
				results[m.key()] = result
				recordMutations(t, results)
			}
		}
		section, killed, made := score(all, results)
		if killed*100 < made*95 {
			t.Errorf("docs/%s.md: the tests notice only %d of %d mutations", document, killed, made)
		}
		text := packaged(t, "docs/"+document+".md")
		before, rest, found := strings.Cut(text, scoreStart)
		was, after, ended := strings.Cut(rest, scoreEnd)
		switch {
		case !found || !ended:
			t.Errorf("docs/%s.md has no place for the score", document)
		case *mutate != "":
			put(t, filepath.Join(root, "docs", document+".md"), before+scoreStart+"\n"+section+"\n"+scoreEnd+after)
		case was != "\n"+section+"\n":
			t.Errorf("docs/%s.md has another score; run this test with -mutate=.\n%s", document, section)
		}
	}
}

// recordMutations writes the results, sorted.
func recordMutations(t *testing.T, results map[string]string) {
	t.Helper()
	var lines []string
	for key, result := range results {
		lines = append(lines, key+" "+result+"\n")
	}
	slices.Sort(lines)
	put(t, mutationFolder+"results.txt", strings.Join(lines, ""))
}
