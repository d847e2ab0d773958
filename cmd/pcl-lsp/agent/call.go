package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements what a call sees: the disk, and the texts that it brings along.

// Unsaved are texts of files that are not on disk, or not like that.
type Unsaved struct {
	Texts []Text `json:"texts,omitempty" jsonschema:"unsaved files, which count instead of those on disk; never written"`
}

// Text is the text of a file.
type Text struct {
	Path string `json:"path" jsonschema:"the .pp or .pcl file that the text stands for; need not exist"`
	Text string `json:"text"`
}

const (
	mostTexts   = 200
	longestText = 1 << 20
)

// call is one call of a tool.
type call struct {
	reach
	options  Options
	places   *places
	session  *workspace.Session
	snapshot *workspace.Snapshot
	unsaved  []string // paths of texts
	inEditor []string // paths of the documents that are open in the editor
	progress func(done, total int, about string)
}

// files are what the call may read.
func (r reach) files() *disk.Confined {
	return &disk.Confined{FS: disk.LookOnce(within{r.real}), Folders: func() []string { return r.roots }}
}

// open gives the call a session over the disk and some texts.
func (c *call) open(u Unsaved) error {
	if len(u.Texts) > mostTexts {
		return fmt.Errorf("%d texts are more than %d; name files by their paths instead", len(u.Texts), mostTexts)
	}
	options := c.options.Workspace
	options.FS, options.Places = c.files(), c.places.in(c.reach, c.options)
	c.session = workspace.New(options)
	var changes []workspace.Change
	changes, c.inEditor = c.options.openDocuments(c.reach)
	for _, t := range u.Texts {
		p, err := c.path(t.Path)
		switch {
		case err != nil:
			return err
		case !workspace.IsProgramFile(p):
			return fmt.Errorf("%s is not a .pp or .pcl file, so its text is not taken", t.Path)
		case len(t.Text) > longestText:
			return fmt.Errorf("the text of %s is longer than %d MiB; save the file and name its path", t.Path, longestText>>20)
		case !utf8.ValidString(t.Text):
			return fmt.Errorf("the text of %s is not UTF-8", t.Path)
		case slices.Contains(c.unsaved, p):
			return fmt.Errorf("%s has two texts", t.Path)
		}
		c.unsaved = append(c.unsaved, p)
		changes = append(changes, workspace.Open{Path: p, Text: t.Text})
	}
	c.snapshot = c.session.Apply(changes...)
	return nil
}

// Programs names programs.
type Programs struct {
	Paths []string `json:"paths,omitempty" jsonschema:"files and directories; without paths and texts, everything below the roots"`
	Unsaved
}

// programs finds the programs that the arguments name.
func (c *call) programs(p Programs) (*workspace.Discovery, error) {
	if err := c.open(p.Unsaved); err != nil {
		return nil, err
	}
	named := p.Paths
	if len(named) == 0 && len(c.unsaved) == 0 {
		named = c.roots
	}
	found := &workspace.Discovery{}
	if len(named) > 0 {
		var paths []string
		for _, written := range named {
			path, err := c.path(written)
			if err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
		var err error
		if found, err = c.snapshot.Discover(paths...); err != nil {
			return nil, errors.New(c.inText(err.Error()))
		}
	}
	for _, path := range c.unsaved {
		dir := workspace.DirOf(path)
		if !slices.ContainsFunc(found.Targets, func(t workspace.Target) bool { return t.Dir == dir }) {
			found.Targets = append(found.Targets, workspace.Target{Dir: dir})
		}
	}
	found.Targets = slices.DeleteFunc(found.Targets, func(t workspace.Target) bool {
		p := c.snapshot.ProgramIn(t.Dir)
		return p == nil || !slices.ContainsFunc(p.Files, func(f *syntax.File) bool { return !c.snapshot.Excluded(f.Path) })
	})
	return found, nil
}

// program returns the program of a file or directory.
func (c *call) program(written string, u Unsaved) (*analysis.Program, error) {
	if err := c.open(u); err != nil {
		return nil, err
	}
	if written == "" {
		written = c.roots[0]
		if len(c.unsaved) > 0 {
			written = c.unsaved[0]
		}
	}
	path, err := c.path(written)
	if err != nil {
		return nil, err
	}
	p := c.snapshot.ProgramIn(path)
	if workspace.IsProgramFile(path) {
		p = c.snapshot.Program(path)
	}
	if p == nil || len(p.Files) == 0 {
		return nil, fmt.Errorf("no PCL program in %s; name a .pp file or the directory of a program", written)
	}
	return p, nil
}

// each works on programs and reports progress.
func (c *call) each(ctx context.Context, targets []workspace.Target, do func(i int, t workspace.Target, p *analysis.Program) error) error {
	for i, t := range targets {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.progress(i, len(targets), c.name(t.Dir))
		if p := c.snapshot.ProgramIn(t.Dir); p != nil {
			if err := do(i, t, p); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
