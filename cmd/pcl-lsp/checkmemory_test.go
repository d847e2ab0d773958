package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// remembering is a directory with a program, and an environment with a memory.
func remembering(t *testing.T) (dir string, env environment) {
	t.Helper()
	dir = t.TempDir()
	putIn(t, dir, "infra/main.pp", "config size int {}\noutput total { value = siz }\n")
	putIn(t, dir, "other/main.pp", "output two { value = 1 + 1 }\n")
	putIn(t, dir, ".git/HEAD", "")
	return dir, environment{
		dir: dir, cache: filepath.Join(t.TempDir(), "pcl-lsp", "index"),
		variable: func(name string) string { return map[string]string{"PULUMI_HOME": filepath.Join(dir, "home")}[name] },
	}
}

func putIn(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wasRemembered carries out a check, and reports whether no program was checked again.
func wasRemembered(t *testing.T, env environment, line string) (outcome, bool) {
	t.Helper()
	got := runWith(t, append(words(line), "--timings"), env)
	var kept, all int
	for said := range strings.Lines(got.stderr) {
		if n, _ := fmt.Sscanf(said, "%d of %d programs remembered", &kept, &all); n == 2 {
			got.stderr = ""
			return got, kept == all
		}
	}
	if got.code != exitUsage {
		t.Fatalf("%s: %+v", line, got)
	}
	got.stderr, _, _ = strings.Cut(got.stderr, "discover")
	return got, false
}

// A check that sees what the last one saw prints the same, and looks at nothing again.
func TestCheckIsRemembered(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"check", "check infra", "check --format json", "check --format sarif --absolute-paths", "check --max-findings 1", "check --fail-on hint infra/main.pp"} {
		_, env := remembering(t)
		first, was := wasRemembered(t, env, line)
		if was {
			t.Errorf("%s: the first is remembered", line)
		}
		again, was := wasRemembered(t, env, line)
		if !was || again != first {
			t.Errorf("%s: remembered %t\n%+v\nwant\n%+v", line, was, again, first)
		}
		fresh, was := wasRemembered(t, env, line+" --no-cache")
		if was || fresh != first {
			t.Errorf("%s --no-cache: remembered %t, %+v", line, was, fresh)
		}
	}
}

// Whatever may lead to another result is noticed, and the result is that of a check
// that remembers nothing.
func TestCheckNoticesChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(dir string, env *environment)
	}{
		{"a text", func(dir string, _ *environment) { putIn(t, dir, "infra/main.pp", "output total { value = 1 }\n") }},
		{"a text of the same length", func(dir string, _ *environment) {
			putIn(t, dir, "infra/main.pp", "config size int {}\noutput total { value = sizz}\n")
		}},
		{"a new file", func(dir string, _ *environment) { putIn(t, dir, "infra/more.pp", "siz = 3\n") }},
		{"a new program", func(dir string, _ *environment) { putIn(t, dir, "third/main.pp", "output x { value = y }\n") }},
		{"a file that is gone", func(dir string, _ *environment) { _ = os.Remove(filepath.Join(dir, "other", "main.pp")) }},
		{"settings", func(dir string, _ *environment) {
			putIn(t, dir, ".pcl-lsp.yaml", "rules:\n  name.undefined: warning\n")
		}},
		{"a project", func(dir string, _ *environment) {
			putIn(t, dir, "infra/Pulumi.yaml", "name: p\nruntime: pcl\nmain: ./none\n")
		}},
		{"a variable", func(dir string, env *environment) {
			env.variable = func(name string) string {
				return map[string]string{"PULUMI_HOME": filepath.Join(dir, "elsewhere")}[name]
			}
		}},
		{"another directory", func(dir string, env *environment) { env.dir = filepath.Join(dir, "infra") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir, env := remembering(t)
			if _, was := wasRemembered(t, env, "check"); was {
				t.Error("the first is remembered")
			}
			test.change(dir, &env)
			got, _ := wasRemembered(t, env, "check")
			if want, _ := wasRemembered(t, env, "check --no-cache"); got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}

// Flags that change what is found belong to the question; those that only say where it
// goes do not.
func TestFlagsOfRememberedChecks(t *testing.T) {
	t.Parallel()
	_, env := remembering(t)
	wasRemembered(t, env, "check")
	for line, want := range map[string]bool{
		"check --rule unused.*=off": false, "check --mode lenient": false, "check --stack dev": false, "check infra": true, "check infra/main.pp": false, "check in*": true, "check --max-findings 1": true,
		"check --exit-zero": true, "check --fail-on hint": true, "check --quiet": true, "check --jobs 1": true,
		"check --format concise": false, // which needs no fixes
		"check --allow-plugins":  false,
	} {
		if _, was := wasRemembered(t, env, line); was != want {
			t.Errorf("%s: remembered %t", line, was)
		}
	}
}

// What is kept has no texts of programs in it, nor values of variables.
func TestRememberedChecksHaveNoTexts(t *testing.T) {
	t.Parallel()
	dir, env := remembering(t)
	putIn(t, dir, "infra/secret.pp", "# hunter2-in-a-comment\npassword = \"hunter2-in-a-value\"\noutput p { value = passwort }\n")
	env.variable = func(name string) string {
		return map[string]string{"PULUMI_HOME": filepath.Join(dir, "hunter2-in-a-variable")}[name]
	}
	putIn(t, dir, "Pulumi.yaml", "name: p\nruntime: pcl\nmain: infra\nconfig:\n  x: hunter2-in-a-project\n")
	if got, _ := wasRemembered(t, env, "check"); !strings.Contains(got.stdout, "passwort") {
		t.Fatalf("nothing was found: %+v", got)
	}
	if _, was := wasRemembered(t, env, "check"); !was {
		t.Fatal("nothing was kept")
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(env.cache), "checks", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.Index(text, []byte("hunter2")); at >= 0 {
			t.Errorf("%s has %q", filepath.Base(file), text[at:min(at+40, len(text))])
		}
	}
}

// A memory that is damaged or cannot be written is as good as none.
func TestDamagedMemoryOfChecks(t *testing.T) {
	t.Parallel()
	_, env := remembering(t)
	want, _ := wasRemembered(t, env, "check")
	files, err := filepath.Glob(filepath.Join(filepath.Dir(env.cache), "checks", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %q, %v", files, err)
	}
	if err := os.WriteFile(files[0], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, was := wasRemembered(t, env, "check"); was || got != want {
		t.Errorf("remembered %t, %+v", was, got)
	}
	if got, was := wasRemembered(t, env, "check"); !was || got != want {
		t.Errorf("remembered %t, %+v", was, got)
	}
	env.cache = filepath.Join(files[0], "no", "folder")
	if got, was := wasRemembered(t, env, "check"); was || got != want {
		t.Errorf("without a place: remembered %t, %+v", was, got)
	}
}
