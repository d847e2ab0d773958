package workspace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, path   string
		isDir        bool
		ignored, yes bool
	}{
		{"build\n", "build", true, true, true},
		{"build\n", "a/build", false, true, true},
		{"/build\n", "a/build", true, false, false},
		{"build/\n", "build", false, false, false},
		{"build/\n", "a/build", true, true, true},
		{"a/b\n", "a/b", false, true, true},
		{"a/b\n", "x/a/b", false, false, false},
		{"**/a/b\n", "x/a/b", false, true, true},
		{"a/**\n", "a", true, false, false},
		{"a/**\n", "a/b", true, true, true},
		{"a/**/b\n", "a/b", true, true, true},
		{"*.pp\n!main.pp\n", "x/main.pp", false, false, true},
		{"*.pp\r\n# x\r\n\r\n", "x/main.pp", false, true, true},
		{"\\#a\n", "#a", false, true, true},
		{"\\!a\n", "!a", false, true, true},
		{"a  \n", "a", false, true, true},
		{"a\\ \n", "a ", false, true, true},
		{"{a,b}\n", "a", false, false, false},
		{"{a,b}*\n", "{a,b}c", false, true, true},
		{"[\n", "[", false, false, false},
		{"\ufeffa\n", "a", false, true, true},
		{"!\n/\n", "a", false, false, false},
	} {
		if ignored, yes := parseIgnored(test.text).Decide(test.path, test.isDir); ignored != test.ignored || yes != test.yes {
			t.Errorf("%q for %s (directory: %v): got %v, %v", test.text, test.path, test.isDir, ignored, yes)
		}
	}
}

// starsAfterPrefix is what git takes for any directories, and this package for a star, as git documents
// it: two stars right after the plain beginning of a path.
var starsAfterPrefix = regexp.MustCompile(`(?m)^!?/?[ab]+\*\*+`)

// Verdicts are those of git, for random patterns and paths.
func TestDecideAsGit(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(among ...string) string { return among[random.IntN(len(among))] }
	for round := range 40 {
		dir := t.TempDir()
		var text strings.Builder
		for range 1 + random.IntN(4) {
			text.WriteString(pick("", "", "!") + pick("", "", "/", "**/"))
			for range 1 + random.IntN(3) {
				text.WriteString(pick("a", "b", "ab", "*", "a*", "*b", "?", "[ab]", "[!a]", "\\a", "{a,b}", "**", "a**", "/", "/", "/**/"))
			}
			text.WriteString(pick("", "", "/", "/**", " ") + "\n")
		}
		if starsAfterPrefix.MatchString(text.String()) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		var paths []string
		isDir := map[string]bool{}
		for range 12 {
			p := pick("a", "b", "ab", "ba", "c", "{a,b}")
			for range random.IntN(3) {
				isDir[p] = true
				paths = append(paths, p)
				p += "/" + pick("a", "b", "ab", "ba", "c")
			}
			paths = append(paths, p)
		}
		for d := range isDir {
			if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(git, "-c", "core.excludesFile=", "check-ignore", "--no-index", "--verbose", "--non-matching", "--stdin")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(strings.Join(paths, "\n")+"\n")
		if out, err := exec.Command(git, "-C", dir, "init", "--quiet").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, _ := cmd.Output() // fails if nothing matches
		lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if len(lines) != len(paths) {
			t.Fatalf("git says %q about %v", out, paths)
		}
		patterns := parseIgnored(text.String())
		for i, p := range paths {
			source, _, _ := strings.Cut(lines[i], "\t")
			want := strings.HasPrefix(source, ".gitignore:") && !strings.HasPrefix(strings.SplitN(source, ":", 3)[2], "!")
			if got := ignoredWithin(patterns, p, isDir); got != want {
				t.Errorf("round %d: %s: got %v, git says %v with\n%s", round, p, got, want, text.String())
			}
		}
	}
}

// ignoredWithin also looks at the directories above a path.
func ignoredWithin(patterns ignorePatterns, p string, isDir map[string]bool) bool {
	for i := range p {
		if p[i] == '/' {
			if ignored, _ := patterns.Decide(p[:i], true); ignored {
				return true
			}
		}
	}
	ignored, _ := patterns.Decide(p, isDir[p])
	return ignored
}

func FuzzDecide(f *testing.F) {
	f.Add("a/**/[b]\n!c\\ \n", "a/b/c")
	f.Fuzz(func(t *testing.T, text, p string) {
		patterns := parseIgnored(text)
		ignored, decided := patterns.Decide(p, true)
		if ignored && !decided {
			t.Errorf("%q: %q is ignored by no pattern", text, p)
		}
		if again, _ := parseIgnored(fmt.Sprintf("%s\n!*\n", text)).Decide(p, true); again && !strings.ContainsAny(p, "/\n") && len(text) < mostIgnoreText {
			t.Errorf("%q: %q is ignored although the last pattern takes it back", text, p)
		}
	})
}
