// Package suite has the programs with which the reference tests the hosts of all languages, and their packages.
package suite

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi/pkg/v3/testing/pulumi-test-language/tests"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// Names returns the names of all programs, in order. A test whose runs have programs of their own is several.
func Names() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(tests.LanguageTests)) {
		if test := tests.LanguageTests[name]; len(test.Runs) > 1 && !test.RunsShareSource {
			for i := range test.Runs {
				names = append(names, path.Join(name, strconv.Itoa(i)))
			}
		} else {
			names = append(names, name)
		}
	}
	return names
}

// test returns the test that a program is of.
func test(name string) tests.LanguageTest {
	if t, ok := tests.LanguageTests[name]; ok {
		return t
	}
	return tests.LanguageTests[path.Dir(name)]
}

// Packages returns the packages of a program.
func Packages(name string) (*packages.Set, error) {
	var all []packages.Package
	for _, provider := range test(name).Providers {
		p, err := packages.Of(provider)
		if err != nil {
			return nil, fmt.Errorf("the provider %T of %s: %w", provider(), name, err)
		}
		all = append(all, p)
	}
	return packages.New(all...), nil
}

// Program returns a program that was written to a directory, with the configuration of its first run, or of the run whose program it is.
func Program(name, dir string) (running.Program, error) {
	set, err := Packages(name)
	if err != nil {
		return running.Program{}, err
	}
	project, run := name, 0
	if _, whole := tests.LanguageTests[name]; !whole {
		project = path.Dir(name)
		if run, err = strconv.Atoi(path.Base(name)); err != nil {
			return running.Program{}, err
		}
	}
	values := tests.LanguageTests[project].Runs[run].Config
	if values == nil {
		values = config.Map{}
	}
	return running.Program{Dir: dir, Packages: set, Project: project, Config: values}, nil
}

// Write writes a program to a directory, and the schemas of its packages into the folder schemas of that directory.
func Write(name, dir string) error {
	root := path.Join("testdata", name)
	err := fs.WalkDir(tests.LanguageTestdata, root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		if entry.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		text, err := fs.ReadFile(tests.LanguageTestdata, file)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		return err
	}
	set, err := Packages(name)
	if err != nil {
		return err
	}
	return set.Write(context.Background(), filepath.Join(dir, "schemas"), binding.Descriptors(dir))
}
