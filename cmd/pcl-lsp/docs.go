package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/programdoc"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements `pcl-lsp docs`.

type docsCommand struct {
	*app
	programFlags
	format             string
	write, check, diff bool
	untyped            []string // packages without a schema that were mentioned
}

func (a *app) docsCommand() *cobra.Command {
	c := &docsCommand{app: a}
	cmd := command("docs", takes(0, 1, "name one directory: pcl-lsp docs DIR"), c.run)
	formatVar(cmd, &c.format, "markdown", "json")
	cmd.Flags().BoolVar(&c.write, "write", false, "write the pages into the README.md of each program")
	cmd.Flags().BoolVar(&c.check, "check", false, "write nothing, print the names of the README.md files that would change, and exit with 1 if there are any")
	cmd.Flags().BoolVar(&c.diff, "diff", false, "write nothing, and print the changes of README.md files as a unified diff")
	c.schemas.Register(cmd.Flags())
	register(cmd, c.judge.register, c.limit.register)
	return cmd
}

type docsDocument struct {
	Programs []programDocs `json:"programs"`
}

type programDocs struct {
	Directory string `json:"directory"`
	*programdoc.Document
	file string // the README.md of the program
}

func (c *docsCommand) run(ctx context.Context, args []string) error {
	inFiles := c.write || c.check || c.diff
	if inFiles && c.format == "json" {
		return errors.New("--format json prints; it cannot be used with --write, --check or --diff")
	}
	all, named, err := c.documents(ctx, ask.Input{Dir: ask.Dir(c.env.dir), Args: args})
	if err != nil {
		return err
	}
	if inFiles {
		return c.inFiles(ctx, all, named)
	}
	return unwritten("the pages", c.print(all))
}

// documents returns the documents of the programs at or below the directory, and which files
// may be written.
func (c *docsCommand) documents(ctx context.Context, in ask.Input) ([]programDocs, ask.Reach, error) {
	session, err := c.schemas.Session(ctx, c.env.schemas(), c.options())
	if err != nil {
		return nil, ask.Reach{}, err
	}
	snapshot, found, err := in.Discover(session)
	if err != nil {
		return nil, ask.Reach{}, err
	}
	named, err := in.Reach(snapshot)
	if err != nil {
		return nil, ask.Reach{}, err
	}
	all := []programDocs{}
	for _, t := range inScope(snapshot, found).Targets {
		file := path.Join(t.Dir, readmeName)
		p := snapshot.ProgramIn(t.Dir)
		if t.Embeds() || p == nil || p.Files[0].Path == t.Dir || !named.Names(file) {
			continue
		}
		use := programdoc.AsComponent
		if snapshot.Runs(t.Dir) {
			use = programdoc.ByItself
		}
		d, err := programdoc.Of(ctx, p, use)
		if err != nil {
			return nil, ask.Reach{}, uncheckable(errInterrupted)
		}
		if reason := checking.Missing(snapshot, t.Dir); reason != "" {
			return nil, ask.Reach{}, uncheckable(fmt.Errorf("nothing was documented: %s", reason))
		}
		c.noteUntyped(snapshot, t.Dir)
		all = append(all, programDocs{Directory: c.env.relative(t.Dir), Document: d, file: file})
	}
	if len(found.Problems) > 0 {
		return nil, ask.Reach{}, uncheckable(fmt.Errorf("nothing was documented: %v", found.Problems[0]))
	}
	return all, named, nil
}

// noteUntyped tells which types are unknown for want of a schema, once for each package.
func (c *docsCommand) noteUntyped(snapshot *workspace.Snapshot, dir string) {
	for _, use := range snapshot.PackagesOf(dir) {
		if use.Reason == "" || slices.Contains(c.untyped, use.Ref.Name) {
			continue
		}
		c.untyped = append(c.untyped, use.Ref.Name)
		fmt.Fprintf(c.stderr, "pcl-lsp: types are incomplete: %s\n", report.Schema{Package: use.Ref.Name, Problem: use.Reason}.Unusable())
	}
}

func (c *docsCommand) print(all []programDocs) error {
	if c.format == "json" {
		return report.WriteJSON(c.stdout, docsDocument{all})
	}
	pages := lists.Map(all, programDocs.Page)
	_, err := io.WriteString(c.shown(), strings.Join(pages, "\n"))
	return err
}

// inFiles puts the pages into the README.md files, or tells what that would change.
func (c *docsCommand) inFiles(ctx context.Context, documents []programDocs, named ask.Reach) error {
	var all []replace.File
	created := map[string]bool{}
	for _, d := range documents {
		c.noteLinks(named, []string{d.file})
		if named.LeadsTo(d.file) != "" {
			continue
		}
		r, isNew, err := c.withDocs(d)
		switch {
		case err != nil:
			return uncheckable(fmt.Errorf("nothing was changed: %s: %w", r.Name, err))
		case r.Old != r.New:
			all, created[r.Path] = append(all, r), isNew
		}
	}
	slices.SortFunc(all, func(a, b replace.File) int { return strings.Compare(a.Path, b.Path) })
	return rewriter{app: c.app, check: c.check, diff: c.diff, created: created}.finish(ctx, all)
}

// withDocs returns the change of one README.md, and whether the file is new.
func (c *docsCommand) withDocs(d programDocs) (r replace.File, isNew bool, err error) {
	r = replace.File{Path: d.file, Name: c.env.relative(d.file)}
	native := filepath.FromSlash(d.file)
	if info, err := os.Lstat(native); disk.IsAbsent(err) {
		isNew = true
	} else if err != nil {
		return r, false, disk.WithoutPath(err)
	} else if info.IsDir() {
		return r, false, errors.New("it is a folder")
	} else {
		old, err := os.ReadFile(native)
		if err != nil {
			return r, false, disk.WithoutPath(err)
		}
		r.Old = string(old)
	}
	r.New, err = d.Within(r.Old)
	return r, isNew, err
}

const readmeName = "README.md"
