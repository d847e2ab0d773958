package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// This file runs the Bazel rule without Bazel: its implementation is called with the context that
// Bazel would give it, and the test that it declares is run in a folder of links, as Bazel does.

// starlarkFields is a struct of Starlark.
func starlarkFields(fields starlark.StringDict) *starlarkstruct.Struct {
	return starlarkstruct.FromStringDict(starlarkstruct.Default, fields)
}

// starlarkFunction is a function whose keyword arguments are the fields of its result.
func starlarkFunction(name string) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		fields := starlark.StringDict{"positional": args}
		for _, kw := range kwargs {
			fields[string(kw[0].(starlark.String))] = kw[1]
		}
		return starlarkFields(fields), nil
	})
}

// bazelFile is a file as rules see it.
func bazelFile(name string) starlark.Value {
	return starlarkFields(starlark.StringDict{
		"short_path": starlark.String(name), "extension": starlark.String(strings.TrimPrefix(path.Ext(name), ".")),
	})
}

func bazelFiles(names ...string) *starlark.List {
	var all []starlark.Value
	for _, name := range names {
		all = append(all, bazelFile(name))
	}
	return starlark.NewList(all)
}

// pclTest is the rule of .ci/bazel/defs.bzl.
func pclTest(t *testing.T) *starlarkstruct.Struct {
	t.Helper()
	attrs := starlark.StringDict{}
	for _, kind := range []string{"label", "label_list", "string", "string_list"} {
		attrs[kind] = starlarkFunction(kind)
	}
	globals, err := starlark.ExecFileOptions(&syntax.FileOptions{}, &starlark.Thread{}, "defs.bzl", packaged(t, ".ci/bazel/defs.bzl"), starlark.StringDict{
		"rule": starlarkFunction("rule"), "attr": starlarkFields(attrs), "Label": starlarkFunction("Label"), "DefaultInfo": starlarkFunction("DefaultInfo"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return globals["pcl_test"].(*starlarkstruct.Struct)
}

func starlarkField(t *testing.T, of starlark.Value, name string) starlark.Value {
	t.Helper()
	value, err := of.(starlark.HasAttrs).Attr(name)
	if err != nil || value == nil {
		t.Fatalf("no %s: %v", name, err)
	}
	return value
}

// bazelTest runs the rule for a target, and then its test.
func bazelTest(t *testing.T, repository string, srcs, data, schemas []string, failOn string, flags ...string) (code int, out string) {
	t.Helper()
	var script string
	write := starlark.NewBuiltin("write", func(_ *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, kw := range kwargs {
			if kw[0] == starlark.String("content") {
				script = string(kw[1].(starlark.String))
			}
		}
		return starlark.None, nil
	})
	var given []starlark.Value
	for _, flag := range flags {
		given = append(given, starlark.String(flag))
	}
	const checker = "tools/it's/pcl-lsp"
	ctx := starlarkFields(starlark.StringDict{
		"label":      starlarkFields(starlark.StringDict{"name": starlark.String("pcl")}),
		"files":      starlarkFields(starlark.StringDict{"srcs": bazelFiles(srcs...), "data": bazelFiles(data...), "schemas": bazelFiles(schemas...)}),
		"attr":       starlarkFields(starlark.StringDict{"fail_on": starlark.String(failOn), "flags": starlark.NewList(given)}),
		"executable": starlarkFields(starlark.StringDict{"checker": bazelFile(checker)}),
		"actions":    starlarkFields(starlark.StringDict{"declare_file": starlarkFunction("declare_file"), "write": write}),
		"runfiles":   starlarkFunction("runfiles"),
	})
	result, err := starlark.Call(&starlark.Thread{}, starlarkField(t, pclTest(t), "implementation"), starlark.Tuple{ctx}, nil)
	if err != nil {
		t.Fatal(err)
	}
	info := result.(*starlark.List).Index(0)
	files := starlarkField(t, starlarkField(t, info, "runfiles"), "files").(*starlark.List)
	runfiles := t.TempDir()
	for i := range files.Len() {
		name := string(starlarkField(t, files.Index(i), "short_path").(starlark.String))
		from := filepath.Join(repository, filepath.FromSlash(name))
		if name == checker {
			from = filepath.Join(t.TempDir(), "pcl-lsp")
			program, err := filepath.Abs(os.Args[0])
			if err == nil {
				err = os.WriteFile(from, []byte("#!/bin/sh\nexport "+runAsProgram+"=1\nexec "+program+" \"$@\"\n"), 0o755)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		to := filepath.Join(runfiles, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, to); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = runfiles
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TEST_TMPDIR=" + t.TempDir(), "HOME=" + t.TempDir()}
	said, err := cmd.CombinedOutput()
	if exit, failed := err.(*exec.ExitError); failed {
		return exit.ExitCode(), string(said)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(said)
}

// The rule's test fails for a program with findings, as check does, and sees only what it declares.
func TestBazelRule(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("its test is a shell script")
	}
	repository := unpacked(t, &fixture.Fixture{Files: fixture.Files{
		"good/main.pp":             "component part \"../parts/a b\" {\n  size = 3\n}\n",
		"bad/main.pp":              "resource cat \"zoo:index:Animal\" {\n  leggs = 4\n}\n",
		"bad/.pcl-lsp.yaml":        "failOn: none\n",
		"parts/a b/main.pp":        "config size int {}\n\noutput twice { value = 2 * size }\n",
		"schemas/zoo's-1.0.0.json": `{"name":"zoo","version":"1.0.0","resources":{"zoo:index:Animal":{"inputProperties":{"legs":{"type":"integer"}}}}}` + "\n",
	}})
	good, bad, part, zoo := []string{"good/main.pp"}, []string{"bad/main.pp"}, []string{"parts/a b/main.pp"}, []string{"schemas/zoo's-1.0.0.json"}
	for name, test := range map[string]struct {
		srcs, data, schemas []string
		failOn              string
		flags               []string
		code                int
		says                string
	}{
		"no findings":            {srcs: good, data: part, code: 0, says: "no findings in 2 files"},
		"a part is not declared": {srcs: good, code: exitFindings, says: "good/main.pp:1:16"},
		"findings":               {srcs: bad, schemas: zoo, code: exitFindings, says: "2 |   leggs = 4"},
		"settings":               {srcs: append(slices.Clone(bad), "bad/.pcl-lsp.yaml"), schemas: zoo, code: 0, says: "did you mean `legs`?"},
		"fail_on":                {srcs: append(slices.Clone(bad), "bad/.pcl-lsp.yaml"), schemas: zoo, failOn: "hint", code: exitFindings, says: "attr.unknown"},
		"flags":                  {srcs: bad, schemas: zoo, flags: []string{"--rule", "attr.unknown=off"}, code: 0, says: "1 file"},
		"no schema":              {srcs: bad, flags: []string{"--require-schemas"}, code: exitUnchecked, says: "package zoo has no usable schema"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if code, out := bazelTest(t, repository, test.srcs, test.data, test.schemas, test.failOn, test.flags...); code != test.code || !strings.Contains(out, test.says) {
				t.Errorf("status %d, want %d and %q:\n%s", code, test.code, test.says, out)
			}
		})
	}
}

// What docs/ci.md loads and sets is what the rule has.
func TestBazelDocument(t *testing.T) {
	t.Parallel()
	rule := pclTest(t)
	attrs := starlarkField(t, rule, "attrs").(*starlark.Dict)
	_, rest, _ := strings.Cut(packaged(t, "docs/ci.md"), "load(\"//tools:pcl.bzl\", \"pcl_test\")\n")
	text, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/ci.md does not show the rule")
	}
	called := 0
	target := starlark.NewBuiltin("pcl_test", func(_ *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		called++
		for _, kw := range kwargs {
			if _, known, _ := attrs.Get(kw[0]); !known && kw[0] != starlark.String("name") {
				t.Errorf("the rule has no attribute %s", kw[0])
			}
		}
		return starlark.None, nil
	})
	_, err := starlark.ExecFileOptions(&syntax.FileOptions{}, &starlark.Thread{}, "BUILD", text, starlark.StringDict{"pcl_test": target, "glob": starlarkFunction("glob")})
	if err != nil || called != 1 {
		t.Errorf("%d targets, %v", called, err)
	}
}
