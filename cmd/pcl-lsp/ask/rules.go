package ask

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds the rule files of teams, and runs their tests.

// RuleTests runs the tests in rule files, which are called by a function in the report.
func RuleTests(
	ctx context.Context, snapshot *workspace.Snapshot, files []string, call func(path string) string,
) (all report.RuleTests, err error) {
	for _, name := range files {
		text, err := snapshot.ReadFile(name)
		if err != nil {
			return all, Unanswered{fmt.Errorf("%s cannot be read: %w", call(name), disk.WithoutPath(err))}
		}
		file, mistakes := rules.Parse(name, string(text))
		schemas := snapshot.Schemas(path.Dir(name))
		mistakes = append(mistakes, file.CheckNames(schemas)...)
		results, err := rules.RunTests(ctx, file, schemas)
		if err != nil {
			return all, Unanswered{checking.ErrInterrupted}
		}
		all.Files = append(all.Files, report.RuleFile{Path: call(name), Source: file.Source, Mistakes: mistakes, Results: results})
	}
	return all, nil
}

// RuleFiles lists the rule files that the arguments name, in order and each once.
func (d Dir) RuleFiles(args []string) ([]string, error) {
	paths, err := d.Paths(args)
	if err != nil {
		return nil, err
	}
	var files []string
	seen := map[string]bool{}
	for _, p := range paths {
		err := filepath.WalkDir(filepath.FromSlash(p), func(at string, e fs.DirEntry, err error) error {
			name, below := filepath.ToSlash(at), filepath.ToSlash(at) != p
			switch {
			case err != nil:
				return err
			case e.IsDir() && below && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
				return filepath.SkipDir
			case !e.IsDir() && strings.HasSuffix(name, rules.Ending) && !seen[name]:
				seen[name] = true
				files = append(files, name)
			case !e.IsDir() && !below && !strings.HasSuffix(name, rules.Ending):
				return fmt.Errorf("%s is no rule file; its name would end in %s", d.Relative(name), rules.Ending)
			}
			return nil
		})
		if err != nil {
			if errors.As(err, new(*fs.PathError)) {
				return nil, Unanswered{fmt.Errorf("%s cannot be read: %w", d.Relative(p), disk.WithoutPath(err))}
			}
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no rule files; their names end in %s", rules.Ending)
	}
	return files, nil
}
