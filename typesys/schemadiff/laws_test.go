package schemadiff_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/schemachanges"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// The schemas that are compared with changed ones: those of the repository, and real ones where they are.
func schemaTexts(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for _, pattern := range []string{"../../testdata/schemas/*.json", "../../../shared/schemas/*.json.gz"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || !testsize.Long() && info.Size() > 100_000 {
				continue
			}
			texts[filepath.Base(file)] = readSchema(t, file)
		}
	}
	return texts
}

func readSchema(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file, ".gz") {
		return text
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(unpacked); err != nil {
		t.Fatal(err)
	}
	return text
}

func open(t *testing.T, text []byte) *schema.Package {
	t.Helper()
	p, err := schema.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func compare(t *testing.T, before, after *schema.Package) []schemadiff.Change {
	t.Helper()
	d, err := schemadiff.Compare(t.Context(), before, after)
	if err != nil {
		t.Fatal(err)
	}
	return d.Changes
}

// A schema has not changed from itself.
func TestNothingChanges(t *testing.T) {
	for name, text := range schemaTexts(t) {
		if changes := compare(t, open(t, text), open(t, text)); len(changes) > 0 {
			t.Errorf("%s: %+v", name, changes[0])
		}
	}
}

// The way back is the mirror image of the way.
var mirrored = map[schemadiff.Kind]schemadiff.Kind{
	schemadiff.Removed: schemadiff.Added, schemadiff.NowRequired: schemadiff.NowOptional, schemadiff.NowSecret: schemadiff.NotSecret,
	schemadiff.NowReplaces: schemadiff.NotReplaces, schemadiff.NowPlain: schemadiff.NotPlain, schemadiff.Deprecated: schemadiff.NotDeprecated,
	schemadiff.EnumRemoved: schemadiff.EnumAdded,
}

func TestMirrored(t *testing.T) {
	for name, text := range schemaTexts(t) {
		s := schemachanges.New(rand.New(rand.NewPCG(7, 7)), text)
		s.Change(40)
		before, after := open(t, text), open(t, s.Text())
		there, back := counts(compare(t, before, after)), counts(compare(t, after, before))
		for kind, other := range mirrored {
			if there[kind] != back[other] || there[other] != back[kind] {
				t.Errorf("%s: %d %s there, %d %s back; %d %s there, %d %s back", name, there[kind], kind, back[other], other, there[other], other, back[kind], kind)
			}
		}
	}
}

// counts counts changes, on whatever sides, of members that are not compared with a renamed one.
func counts(all []schemadiff.Change) map[schemadiff.Kind]int {
	n, seen := map[schemadiff.Kind]int{}, map[key]bool{}
	for _, c := range all {
		k := key{string(c.Kind), string(c.Section), c.Token, c.Property + c.Before + c.After}
		if c.Kind == schemadiff.Removed || c.Kind == schemadiff.Added {
			k.property = c.Property
		}
		if c.NewToken == "" && !seen[k] {
			n[c.Kind]++
			seen[k] = true
		}
	}
	return n
}

type key struct{ kind, section, token, property string }

// Of changes that are known, all are found, as what they are, and no others.
func TestKnownChanges(t *testing.T) {
	missed, wrong, done, found := 0, 0, 0, 0
	renames, renamesFound, renamesWrong := 0, 0, 0
	byKind := map[string]int{}
	for name, text := range schemaTexts(t) {
		before := open(t, text)
		for seed := range uint64(testsize.SchemaChanges) {
			s := schemachanges.New(rand.New(rand.NewPCG(seed, 1)), text)
			s.Change(1 + int(seed%30))
			injected, to := map[key]bool{}, map[key]string{}
			for _, c := range s.Done {
				k := key{c.Kind, c.Section, c.Token, c.Property}
				if c.Kind == "renamed" {
					to[k] = c.To
					continue
				}
				injected[k] = true
				byKind[c.Kind]++
			}
			reported := map[key]bool{}
			for _, c := range compare(t, before, open(t, s.Text())) {
				k := key{string(c.Kind), string(c.Section), c.Token, c.Property}
				if c.NewToken != "" && before.Resource(c.NewToken) != nil {
					continue // another resource lists the token
				}
				if c.Kind != schemadiff.Renamed {
					reported[k] = true
				} else if to[k] == c.After {
					renamesFound++
				} else {
					renamesWrong++
					t.Logf("%s, seed %d: wrong rename %v to %s (%.2f); it is %q", name, seed, k, c.After, c.Confidence, to[k])
				}
			}
			renames += len(to)
			done, found = done+len(injected), found+len(reported)
			for k := range injected {
				if !reported[k] {
					missed++
					t.Logf("%s, seed %d: missed %v", name, seed, k)
				}
			}
			for k := range reported {
				if !injected[k] {
					wrong++
					t.Logf("%s, seed %d: wrong %v", name, seed, k)
				}
			}
		}
	}
	kinds := []string{}
	for kind, n := range byKind {
		kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
	}
	slices.Sort(kinds)
	t.Logf("%d changes (%s): %d missed, %d of %d reported wrong; %d renames: %d found, %d wrong", done, strings.Join(kinds, ", "), missed, wrong, found, renames, renamesFound, renamesWrong)
	if done == 0 || missed*100 > done || wrong*100 > found {
		t.Error("of all changes, at least 99 of 100 have to be found, and as many reports have to be right")
	}
	if renamesFound == 0 || renamesWrong*10 > renamesFound+renamesWrong {
		t.Error("of all renames that are reported, nine of ten have to be right")
	}
}
