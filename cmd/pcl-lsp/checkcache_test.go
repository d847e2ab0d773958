package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// cachedPrograms are programs whose findings depend on much: components of components, settings
// above, project and stack files, schemas beside them, and files that they name.
func cachedPrograms() fixture.Files {
	return fixture.Files{
		"Pulumi.yaml":                  "name: all\nruntime: pcl\nconfig:\n  size: 3\n",
		"Pulumi.dev.yaml":              "config:\n  all:size: 4\n",
		"infra/one/main.pp":            "config size int {}\n\ncomponent part \"../parts/a\" {\n  size = size\n}\n",
		"infra/two/main.pp":            "component part \"../parts/a\" {\n  size = \"many\"\n}\n\noutput text { value = readFile(\"../files/text.txt\") }\n",
		"infra/three/main.pp":          "resource cat \"zoo:index:Animal\" {\n  legs = four\n}\n",
		"infra/four/main.pp":           "output o { value = nope }\nunused = 1\n",
		"infra/parts/a/main.pp":        "config size int {}\n\ncomponent deep \"../b\" {\n  size = size\n}\n",
		"infra/parts/b/main.pp":        "config size number {}\n\noutput double { value = size * two }\n",
		"infra/files/text.txt":         "text",
		"infra/puppet/site.pp":         "include foo\n",
		"infra/schemas/zoo-1.0.0.json": `{"name":"zoo","version":"1.0.0","resources":{"zoo:index:Animal":{"inputProperties":{"legs":{"type":"integer"}},"properties":{"legs":{"type":"integer"}}}}}` + "\n",
	}
}

// cachedTexts are what a file may be changed to; empty removes it.
var cachedTexts = map[string][]string{
	"infra/one/main.pp":            {"config size int {}\n\ncomponent part \"../parts/b\" {\n  size = size\n}\n", "a = b\n", ""},
	"infra/two/main.pp":            {"output text { value = readFile(\"../files/other.txt\") }\n"},
	"infra/three/more.pp":          {"four = 4\n", "four = \"4\"\n", ""},
	"infra/three/main.pp":          {"resource cat \"zoo:index:Anima\" {\n  legs = four\n}\n", "resource cat \"cat:index:Animal\" {\n}\n"},
	"infra/parts/a/main.pp":        {"config size string {}\n", "config other int {}\n", ""},
	"infra/parts/b/main.pp":        {"config size number {}\n", "output double { value = 2 }\n", ""},
	"infra/parts/b/two.pp":         {"two = 2\n", "two = [2]\n", ""},
	"infra/files/other.txt":        {"other", ""},
	"infra/files/text.txt":         {""},
	"infra/puppet/Pulumi.yaml":     {"name: p\nruntime: pcl\n", ""},
	"infra/mods/mod.pp":            {"mod m {\n}\n", ""},
	"infra/mods/sub/a.pp":          {"variable \"x\" {\n}\n", "one two three\nfour five six\n", ""},
	"infra/.pcl-lsp.yaml":          {"rules:\n  unused.*: error\n", "exclude: [four]\n", "failOn: hint\nschemas: [\"../more\"]\n", "mode: lenient\n", ""},
	"infra/four/.pcl-lsp.yaml":     {"rules:\n  name.undefined: warning\n", ""},
	"infra/four/Pulumi.yaml":       {"name: four\nruntime: pcl\nmain: ../one\n", "name: four\nruntime: pcl\n", "name: [\n", ""},
	"infra/schemas/zoo-1.0.0.json": {`{"name":"zoo","version":"1.0.0","resources":{}}` + "\n", ""},
	"infra/schemas/cat-1.0.0.json": {`{"name":"cat","version":"1.0.0","resources":{"cat:index:Animal":{}}}` + "\n", ""},
	"more/zoo-2.0.0.json":          {`{"name":"zoo","version":"2.0.0","resources":{"zoo:index:Animal":{"inputProperties":{"legs":{"type":"string"}}}}}` + "\n", ""},
	"Pulumi.dev.yaml":              {"config:\n  all:size: many\n", ""},
	"Pulumi.yaml":                  {"name: all\nruntime: pcl\n", "name: other\nruntime: pcl\n", ""},
	"infra/new/main.pp":            {"output o { value = infra }\n", ""},
	"infra/one/notes.txt":          {"of no interest", ""},
}

// Whatever changes, a check that remembers reports what one does that does not.
func TestRememberedChecksEqualFreshOnes(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: cachedPrograms()})
	env := environment{dir: dir, cache: filepath.Join(t.TempDir(), "pcl-lsp", "index"), variable: noVariable}
	random := rand.New(rand.NewPCG(23, 1))
	names := slices.Sorted(maps.Keys(cachedTexts))
	kept, lines := 0, []string{"check infra", "check --format json infra", "check --stack dev --format json infra/one infra/three", "check --shard 1/2 infra", "check infra/*/main.pp"}
	for step := range 150 {
		var changed []string
		for range 1 + random.IntN(2) {
			name := names[random.IntN(len(names))]
			texts := append([]string{cachedPrograms()[name]}, cachedTexts[name]...)
			text := texts[random.IntN(len(texts))]
			changed = append(changed, fmt.Sprintf("%s: %q", name, text))
			if text == "" {
				_ = os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
			} else {
				putIn(t, dir, name, text)
			}
		}
		line := lines[random.IntN(len(lines))]
		got := runWith(t, append(words(line), "--timings"), env)
		for said := range strings.Lines(got.stderr) {
			var n, all int
			if _, err := fmt.Sscanf(said, "%d of %d programs remembered", &n, &all); err == nil {
				kept += n
				if n > all {
					t.Errorf("step %d: %s", step, said)
				}
			}
		}
		got.stderr = runWith(t, words(line), env).stderr
		if want := runWith(t, append(words(line), "--no-cache"), env); got != want {
			t.Fatalf("step %d, after %s, %s (-fresh +remembered):\n%s", step, strings.Join(changed, ", "), line, cmp.Diff(want, got, cmp.AllowUnexported(want)))
		}
	}
	if kept < 100 {
		t.Errorf("%d programs were remembered", kept)
	}
}

// countRemembered is the number of programs that a check with a shared folder does not check again.
func countRemembered(t *testing.T, dir string, line string, variables ...string) (n int, got outcome) {
	t.Helper()
	got = runIn(t, dir, words(line), variables...)
	_, _ = fmt.Sscanf(got.stderr, "pcl-lsp: %d of", &n)
	got.stderr = ""
	return n, got
}

// What one machine remembers is valid on another, where the files are in another folder and have
// other times, and only there where their content is the same.
func TestCacheIsPortable(t *testing.T) {
	t.Parallel()
	shared := filepath.Join(t.TempDir(), "cache")
	line := "check --cache-dir " + filepath.ToSlash(shared) + " --format json infra"
	here := unpacked(t, &fixture.Fixture{Files: cachedPrograms()})
	_, want := countRemembered(t, here, line)
	there := unpacked(t, &fixture.Fixture{Files: cachedPrograms()})
	n, got := countRemembered(t, there, line)
	if n != 7 || got != want {
		t.Errorf("%d of 7 programs are remembered (-here +there):\n%s", n, cmp.Diff(want, got, cmp.AllowUnexported(want)))
	}
	putIn(t, there, "infra/parts/b/main.pp", "config size number {}\n\noutput double { value = size * 2 }\n")
	n, got = countRemembered(t, there, line)
	if fresh := runIn(t, there, words("check --no-cache --format json infra")); n != 3 || got.stdout != fresh.stdout || got.code != fresh.code {
		t.Errorf("after a change: %d of 3 programs are remembered (-fresh +got):\n%s", n, cmp.Diff(fresh.stdout, got.stdout))
	}
	deep := filepath.Join(t.TempDir(), "a", "b", "c", "d", "e", "f", "g", "h")
	(&fixture.Fixture{Files: cachedPrograms()}).WriteTo(t, deep)
	if n, got = countRemembered(t, deep, line); n != 0 || got.code != want.code {
		t.Errorf("in a deeper folder, where settings may be in more folders above: %d programs are remembered", n)
	}
}

// A damaged result, one of another key, and one of another question are not used, and the user is
// told when results are.
func TestForgedCache(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: cachedPrograms()})
	const line, key = "check --cache-dir cache infra", "PCL_LSP_CACHE_KEY=secret"
	_, want := countRemembered(t, dir, line, key)
	if n, got := countRemembered(t, dir, line, key); n != 7 || got != want {
		t.Fatalf("%d remembered, %+v", n, got)
	}
	for _, other := range []string{"PCL_LSP_CACHE_KEY=other", "PCL_LSP_CACHE_KEY="} {
		saved := readAll(t, filepath.Join(dir, "cache"))
		if n, got := countRemembered(t, dir, line, other); n != 0 || got != want {
			t.Errorf("%s: %d remembered", other, n)
		}
		for name, text := range saved {
			putIn(t, dir, "cache/"+name, text)
		}
	}
	countRemembered(t, dir, line+" --mode lenient", key)
	files := readAll(t, filepath.Join(dir, "cache"))
	if len(files) != 2 {
		t.Fatalf("%d files", len(files))
	}
	names := slices.Sorted(maps.Keys(files))
	putIn(t, dir, "cache/"+names[0], files[names[1]])
	putIn(t, dir, "cache/"+names[1], files[names[0]])
	for _, flags := range []string{"", " --mode lenient"} {
		if n, _ := countRemembered(t, dir, line+flags, key); n != 0 {
			t.Errorf("the results of another question were used for %q", flags)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "cache")); err != nil {
		t.Fatal(err)
	}
	countRemembered(t, dir, line, key)
	for name, text := range readAll(t, filepath.Join(dir, "cache")) {
		for at := 0; at < len(text); at += 1 + len(text)/50 {
			damaged := []byte(text)
			damaged[at] ^= 4
			for _, bad := range []string{string(damaged), text[:at]} {
				putIn(t, dir, "cache/"+name, bad)
				if n, got := countRemembered(t, dir, line, key); n != 0 || got != want {
					t.Errorf("damaged at %d of %d: %d remembered", at, len(text), n)
				}
			}
		}
	}
	if n, got := countRemembered(t, dir, line, key); got != want {
		t.Errorf("%d remembered after damage: %+v", n, got)
	}
	if got := runIn(t, dir, words("check --cache-dir cache --no-cache infra")); got.code != exitUsage {
		t.Errorf("--cache-dir with --no-cache: %+v", got)
	}
}

// readAll is the files of a folder.
func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}
