package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This file tests files that are small and would become large, or deep, when they are read.
// Whoever unfolded the aliases of one of them would never end.

// laughs are YAML anchors of which each stands for ten of the one before; *l stands for
// 10¹² texts.
var laughs = func() string {
	var b strings.Builder
	b.WriteString("a: &a [x,x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c <= 'l'; c++ {
		fmt.Fprintf(&b, "%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 10), ","))
	}
	return b.String()
}()

// TestBombs: whatever file of a workspace is a bomb, programs are checked, settings are
// shown and packages are listed, and what is wrong elsewhere is found.
func TestBombs(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 30_000)
	deepMap := strings.Repeat("a: {", 15_000)
	bombs := map[string][]string{"Pulumi.yaml": nil, "Pulumi.dev.yaml": nil, ".pcl-lsp.yaml": nil}
	add := func(file, text string) { bombs[file] = append(bombs[file], text) }
	for _, key := range []string{"name", "runtime", "main", "plugins", "packages", "config", "stackConfigDir"} {
		add("Pulumi.yaml", "runtime: pcl\n"+laughs+key+": *l\n")
		add("Pulumi.yaml", "runtime: pcl\n"+laughs+key+": {p:c: *l, providers: *l, moon: *l}\n")
		add("Pulumi.yaml", "runtime: pcl\nr: &r {"+key+": *r}\n"+key+": *r\n")
	}
	for _, key := range []string{"exclude", "failOn", "include", "mode", "overrides", "rules", "schemas", "secrets", "stack", "suppressions"} {
		add(".pcl-lsp.yaml", laughs+key+": *l\n")
		add(".pcl-lsp.yaml", laughs+key+": {"+key+": *l, paths: *l, unused.local: *l}\n")
		add(".pcl-lsp.yaml", "r: &r {<<: *r, "+key+": *r}\n"+key+": *r\n")
	}
	add("Pulumi.dev.yaml", laughs+"config:\n  p:c: *l\n  p:d: {secure: *l}\n")
	add("Pulumi.dev.yaml", laughs+"config: *l\nencryptionsalt: *l\n")
	add("Pulumi.dev.yaml", "config: &r\n  p:c: *r\n  <<: *r\n")
	for file := range bombs {
		add(file, deep)
		add(file, deepMap)
		add(file, "runtime: pcl\nconfig: "+deep)
	}
	for file, texts := range bombs {
		for i, text := range texts {
			t.Run(fmt.Sprintf("%s/%d", file, i), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				putIn(t, dir, "main.pp", "config c string {}\noutput o { value = undeclared }\n")
				putIn(t, dir, "Pulumi.yaml", "name: p\nruntime: pcl\n")
				putIn(t, dir, file, text)
				env := environment{dir: dir, variable: func(string) string { return "" }}
				got := runWith(t, words("check --no-cache --format concise --stack dev"), env)
				if got.code != exitUsage && !strings.Contains(got.stdout, "`undeclared` is not declared") || strings.Contains(got.stderr, "internal error") {
					t.Errorf("check: %.2000v", got)
				}
				for _, line := range []string{"config show", "schema list", "fmt --check"} {
					if got := runWith(t, words(line), env); len(got.stdout)+len(got.stderr) > 1<<20 || strings.Contains(got.stderr, "internal error") {
						t.Errorf("%s: %d bytes: %.2000s", line, len(got.stdout)+len(got.stderr), got.stderr)
					}
				}
			})
		}
	}
}

// packedBomb is a compressed text that is a thousand times as long when it is read.
func packedBomb(t *testing.T, start, more string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(start))
	for chunk := []byte(strings.Repeat(more, 1<<20/len(more))); err == nil && b.Len() < 64<<10; {
		_, err = w.Write(chunk)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// packed is a compressed text.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A package whose schema cannot be used, for whatever reason, has exactly one finding,
// nothing is said about its resources, and all else is checked.
func TestUnusableSchemas(t *testing.T) {
	t.Parallel()
	whole := `{"name":"moon","version":"1.0.0","resources":{"moon:index:Crater":{"inputProperties":{"depth":{"type":"number"}},"properties":{"depth":{"type":"number"}}}}}`
	bomb := packedBomb(t, `{"name":"moon","version":"1.0.0","resources":{`, " ")
	for name, file := range map[string]struct{ name, text string }{
		"missing":         {"other.json", `{"name":"other","version":"1.0.0"}`},
		"empty":           {"moon.json", ""},
		"truncated":       {"moon.json", whole[:len(whole)-10]},
		"no JSON":         {"moon.json", strings.ReplaceAll(whole, ":", "=")},
		"wrong bracket":   {"moon.json", strings.Replace(whole, `}},"properties"`, `]},"properties"`, 1)},
		"zeroes":          {"moon.json", strings.Repeat("\x00", len(whole))},
		"another kind":    {"moon.json", `["moon","1.0.0"]`},
		"deep":            {"moon.json", `{"name":"moon","version":"1.0.0","resources":` + strings.Repeat("[", 500_000)},
		"deep member":     {"moon.json", `{"name":"moon","version":"1.0.0","resources":` + strings.Repeat(`{"a":`, 500_000)},
		"cut in the tail": {"moon.json", whole + strings.Repeat(" ", 100) + "{"},
		"no gzip":         {"moon.json.gz", whole},
		"half a gzip":     {"moon.json.gz", string(bomb[:len(bomb)/2])},
		"bomb":            {"moon.json.gz", string(bomb)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, kept := t.TempDir(), t.TempDir()
			putIn(t, dir, "main.pp", `resource a "moon:index:Crater" { depth = true }
resource b "moon:index:Crater" { wrong = a.depth.x.y }
resource c "moon:other:Thing" {}
r = invoke("moon:index:get", {})
output o { value = [a.depth, b.anything, c, r.any] }
output p { value = undeclared }
`)
			schemas := t.TempDir()
			putIn(t, schemas, file.name, file.text)
			env := environment{dir: dir, home: kept, cache: filepath.Join(kept, "cache", "index"), variable: func(string) string { return "" }}
			got := runWith(t, words("check --format concise --schema "+schemas), env)
			lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
			if len(lines) != 2 || strings.Count(got.stdout, "moon") == 0 || !strings.Contains(lines[1], "`undeclared` is not declared") {
				t.Errorf("got %+v", got)
			}
			left, _ := filepath.Glob(filepath.Join(kept, "cache", "index", "*"))
			for _, file := range left {
				if info, err := os.Stat(file); err == nil && info.Size() > 1<<20 {
					t.Errorf("%s with %d bytes is left", file, info.Size())
				}
			}
		})
	}
}
