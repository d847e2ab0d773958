package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
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

// mutatedDocuments have mutations for every sentence.
var mutatedDocuments = []string{"reliability", "security"}

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
	byDocument := map[string][]mutation{}
	var every []mutation
	for _, document := range mutatedDocuments {
		byDocument[document] = mutationsOf(t, document)
		every = append(every, byDocument[document]...)
	}
	code := newMutants(t, every)
	for _, m := range every {
		before, recorded := results[m.key()]
		if m.none != "" || !testsize.Long() && (recorded || !chosen(m.file)) {
			continue
		}
		result, ok := code.noticed(t, m)
		if !ok {
			continue
		}
		t.Logf("%s: %s", result, m.claim.says)
		if recorded && (before == survived) != (result == survived) {
			t.Errorf("a mutation of %s was %s and is now %s; it breaks the code behind: %s", m.file, before, result, m.claim.says)
		}
		results[m.key()] = result
		recordMutations(t, results, every)
	}
	if *mutate != "" {
		recordMutations(t, results, every) // without those of mutations that are gone
	}
	for _, document := range mutatedDocuments {
		all := byDocument[document]
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

// recordMutations writes the results of mutations, sorted.
func recordMutations(t *testing.T, results map[string]string, all []mutation) {
	t.Helper()
	var lines []string
	for _, m := range all {
		if result, recorded := results[m.key()]; recorded {
			lines = append(lines, m.key()+" "+result+"\n")
		}
	}
	slices.Sort(lines)
	put(t, mutationFolder+"results.txt", strings.Join(lines, ""))
}
