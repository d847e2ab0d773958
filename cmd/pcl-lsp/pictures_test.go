package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/pictures.md shows every picture of the tour, each in both themes, and VS Code takes each of them.
func TestPicturesDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs/pictures.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "docs/images/tour/*.png"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var there, linked, taken []string
	for _, f := range files {
		there = append(there, filepath.Base(f))
	}
	for _, m := range regexp.MustCompile(`\(images/tour/([^)]+)\)`).FindAllSubmatch(text, -1) {
		linked = append(linked, string(m[1]))
	}
	steps, err := os.ReadFile(filepath.Join(root, "editors/vscode/e2e/pictures.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\{ name: "([^"]+)"`).FindAllSubmatch(steps, -1) {
		taken = append(taken, string(m[1])+"-dark.png", string(m[1])+"-light.png")
	}
	slices.Sort(linked)
	slices.Sort(taken)
	if diff := cmp.Diff(there, linked); diff != "" {
		t.Errorf("(-files +links) %s", diff)
	}
	if diff := cmp.Diff(there, taken); diff != "" {
		t.Errorf("(-files +taken) %s", diff)
	}
}
