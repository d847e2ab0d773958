package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// linkedWorkspace is a folder, of which links lead out, and what is outside.
func linkedWorkspace(t *testing.T) (env environment, outside map[string]string) {
	t.Helper()
	top := t.TempDir()
	const text = "unused   =   1\noutput o { value=\"${toJSON(2)}\" }\n"
	for name, text := range map[string]string{
		"w/Pulumi.yaml": "name: w\nruntime: pcl\n", "w/main.pp": text + "component c \"./linked\" {}\ncomponent d \"../shared\" {}\n", "w/own/main.pp": text,
		"outside.pp": text, "linked/main.pp": text, "shared/main.pp": text,
	} {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"w/a.pp": "../outside.pp", "w/linked": "../linked"} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Skip("there are no links:", err)
		}
	}
	outside = map[string]string{}
	for _, name := range []string{"outside.pp", "linked/main.pp", "shared/main.pp"} {
		outside[filepath.Join(top, name)] = text
	}
	return environment{dir: filepath.Join(top, "w"), variable: func(string) string { return "" }}, outside
}

// Nothing outside of what was named is written, wherever links and components lead, and
// nothing is made there. The commands print what they skip.
func TestNothingIsWrittenThroughLinks(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"fmt", "fmt .", "fmt *.pp", "fmt **", "fmt main.pp", "check --fix", "check --fix=all .", "check --fix=all *.pp", "check --add-ignores", "check --add-ignores **",
	} {
		env, outside := linkedWorkspace(t)
		got := runWith(t, words(line), env)
		for path, want := range outside {
			if text, err := os.ReadFile(path); err != nil || string(text) != want {
				t.Errorf("%s: %s is %q, %v", line, path, text, err)
			}
		}
		var all []string
		err := filepath.WalkDir(filepath.Dir(env.dir), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				all = append(all, path)
			}
			return err
		})
		if err != nil || len(all) != 8 {
			t.Errorf("%s: there are now %q, %v", line, all, err)
		}
		if line == "fmt main.pp" {
			continue
		}
		if !strings.Contains(got.stderr, "a.pp is skipped: it is a link to ") {
			t.Errorf("%s: nobody is told: %+v", line, got)
		}
		main, err := os.ReadFile(filepath.Join(env.dir, "main.pp"))
		untidy, unfixed := strings.HasPrefix(string(main), "unused   ="), strings.Contains(string(main), "${")
		if err != nil || untidy && strings.HasPrefix(line, "fmt") || unfixed && strings.HasPrefix(line, "check --fix=all") {
			t.Errorf("%s: main.pp is %q, %v", line, main, err)
		}
	}
}

// Whoever names a link means what it leads to, and the link stays.
func TestNamedLinkIsWritten(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"fmt a.pp", "check --fix=all a.pp", "fmt linked"} {
		env, outside := linkedWorkspace(t)
		got := runWith(t, words(line), env)
		changed := 0
		for path, was := range outside {
			if text, err := os.ReadFile(path); err != nil {
				t.Error(err)
			} else if string(text) != was {
				changed++
			}
		}
		if info, err := os.Lstat(filepath.Join(env.dir, "a.pp")); err != nil || info.Mode().Type() != fs.ModeSymlink || changed != 1 {
			t.Errorf("%s: %d files were changed, a.pp is %v: %+v", line, changed, info, got)
		}
	}
}

// What --fix changes through a link is not shown afterwards.
func TestFixedLinkIsNotShown(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"check --fix=all a.pp", "check --fix=all .", "check --fix a.pp --format json", "check --add-ignores a.pp"} {
		env, outside := linkedWorkspace(t)
		for path := range outside {
			if strings.Contains(filepath.ToSlash(path), "/shared/") {
				continue // no link leads there
			}
			text := "unused   =   1\nleft = " + leak.Stored + "_name\noutput " + leak.Stored + " { value=left }\n"
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := runWith(t, words(line), env); !strings.Contains(got.stdout+got.stderr, "a link leads out of the repository") {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// What leaves a project by a link, by .. or by its whole path is reported, for components
// and for files, and a link inside is not.
func TestPathsThatLeaveTheProject(t *testing.T) {
	t.Parallel()
	env, _ := linkedWorkspace(t)
	if err := os.Symlink("own/main.pp", filepath.Join(env.dir, "inner.pp")); err != nil {
		t.Fatal(err)
	}
	const text = `component a "./linked" {}
component b "../shared" {}
component c "./own" {}
output d { value = fileAsset("./a.pp") }
output e { value = readFile("linked/main.pp") }
output f { value = fileAsset("./inner.pp") }
output g { value = fileAsset("../outside.pp") }
output h { value = fileAsset("/dev/zero") }
output i { value = readFile("/proc/self/environ") }
output j { value = filebase64("own/../../outside.pp") }
`
	if err := os.WriteFile(filepath.Join(env.dir, "main.pp"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got := runWith(t, words("check --format concise main.pp"), env)
	var lines []string
	for line := range strings.Lines(got.stdout) {
		for _, code := range []string{"[component.source-outside]", "[asset.outside]"} {
			if strings.Contains(line, code) {
				lines = append(lines, strings.Split(line, ":")[1])
			}
		}
	}
	if at := strings.Join(lines, " "); at != "1 2 4 5 7 8 9 10" {
		t.Errorf("reported in the lines %s: %+v", at, got)
	}
}
