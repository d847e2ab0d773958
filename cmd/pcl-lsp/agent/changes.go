package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the tools that edit programs: fix, format, rename and upgrade.

// Edited says what a tool changed, or would change.
type Edited struct {
	Written bool     `json:"written,omitempty" jsonschema:"the files on disk are changed; otherwise make the edits yourself"`
	Notes   []string `json:"notes,omitempty" jsonschema:"what to know about the files that were written"`
	Changes []Change `json:"changes" jsonschema:"by file; the edits of a file are from top to bottom and refer to its lines as they were"`
}

// Change is what changes in a file.
type Change struct {
	Path  string `json:"path"`
	Edits []Edit `json:"edits"`
}

// Edit replaces whole lines.
type Edit struct {
	Line   int    `json:"line" jsonschema:"the first line, from 1; with delete 0, the text goes before it"`
	Delete int    `json:"delete" jsonschema:"how many lines go"`
	Insert string `json:"insert" jsonschema:"the new lines"`
}

// edited writes the files that are on disk if the server may, and returns the changes.
func (c *call) edited(ctx context.Context, files []replace.File) (Edited, error) {
	files = slices.DeleteFunc(files, func(f replace.File) bool { return f.Old == f.New })
	slices.SortFunc(files, func(a, b replace.File) int { return strings.Compare(a.Path, b.Path) })
	done := Edited{Changes: []Change{}}
	for _, f := range files {
		if err := c.allowed(f.Path, c.name(f.Path)); err != nil {
			return done, fmt.Errorf("nothing was changed: %w", err)
		}
		done.Changes = append(done.Changes, Change{c.name(f.Path), lineEdits(f.Old, f.New)})
	}
	isUnsaved := func(f replace.File) bool {
		return slices.Contains(c.unsaved, f.Path) || slices.Contains(c.inEditor, f.Path)
	}
	if !c.options.Write || len(files) == 0 || slices.ContainsFunc(files, isUnsaved) {
		return done, nil // the author of unsaved texts makes all edits, or none of them fit
	}
	notes, err := replace.All(ctx, files)
	if err != nil {
		return Edited{Changes: []Change{}}, fmt.Errorf("nothing was written: %w", err)
	}
	done.Written, done.Notes = true, notes
	return done, nil
}

func lineEdits(before, after string) []Edit {
	var all []Edit
	for _, e := range udiff.Lines(before, after) {
		all = append(all, Edit{
			Line:   strings.Count(before[:e.Start], "\n") + 1,
			Delete: lines(before[e.Start:e.End]), Insert: e.New,
		})
	}
	return all
}

// lines is the number of lines in a text, of which the last may have no end.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

func (e Edited) text() string {
	if len(e.Changes) == 0 {
		return "Nothing to change."
	}
	var out strings.Builder
	if e.Written {
		out.WriteString("Written:\n")
		for _, note := range e.Notes {
			out.WriteString("Note: " + note + "\n")
		}
	} else {
		out.WriteString("Edits to make (lines as they are now; nothing is written):\n")
	}
	for _, c := range e.Changes {
		for _, edit := range c.Edits {
			fmt.Fprintf(&out, "%s:%d delete %d insert\n%s", c.Path, edit.Line, edit.Delete, edit.Insert)
			if edit.Insert != "" && !strings.HasSuffix(edit.Insert, "\n") {
				out.WriteByte('\n')
			}
		}
	}
	return out.String()
}

// FixArguments are the arguments of fix.
type FixArguments struct {
	Programs
	All bool `json:"all,omitempty" jsonschema:"also apply obvious fixes that change what the program does, but keep all that was written"`
}

// Fixed is what was fixed.
type Fixed struct {
	Edited
	Fixed int `json:"fixed" jsonschema:"how many findings are repaired"`
	Left  int `json:"left" jsonschema:"how many errors and warnings are left; check lists them once the edits are made"`
}

func fixFindings(ctx context.Context, c *call, in FixArguments) (Fixed, string, error) {
	found, err := c.programs(in.Programs)
	if err != nil {
		return Fixed{}, "", err
	}
	if err := c.fixable(found); err != nil {
		return Fixed{}, "", err
	}
	before := c.snapshot
	checkEach := func(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
		now := *c
		now.snapshot = snapshot
		all := make([][]analysis.Diagnostic, len(targets))
		err := now.each(ctx, targets, func(i int, t workspace.Target, p *analysis.Program) (err error) {
			all[i], err = now.findings(ctx, workspace.Target{Dir: t.Dir}, p)
			return err
		})
		return all, err
	}
	results, err := checkEach(ctx, before, found.Targets)
	if err != nil {
		return Fixed{}, "", err
	}
	fixer := checking.NewFixer(checking.FixJob{
		Session: c.session, Targets: found.Targets, Check: checkEach,
		MayChange: func(path string) bool { return c.allowed(path, path) == nil },
		Fixes:     func(codes.Code) bool { return true },
	}, before, results)
	choice := fix.SafeOnly
	if in.All {
		choice = fix.Best
	}
	if err := fixer.Fix(ctx, choice); err != nil {
		return Fixed{}, "", err
	}
	out := Fixed{Left: severe(fixer.Findings)}
	for _, byCode := range fixer.Fixed {
		for _, n := range byCode {
			out.Fixed += max(n, 0)
		}
	}
	out.Edited, err = c.edited(ctx, fixer.Rewrites(before, c.name))
	return out, fmt.Sprintf("%d repaired, %d errors and warnings left. %s", out.Fixed, out.Left, out.Edited.text()), err
}

// fixable refuses programs that fixes would not understand.
func (c *call) fixable(found *workspace.Discovery) error {
	if len(found.Problems) > 0 {
		return fmt.Errorf("nothing is fixed: %s", c.inText(found.Problems[0].String()))
	}
	for _, t := range found.Targets {
		for _, file := range c.snapshot.ProgramIn(t.Dir).Files {
			if at, broken := file.FirstError(); broken {
				return fmt.Errorf("nothing is fixed: %s has a syntax error at line %d; check says which", c.name(file.Path), file.Line(at)+1)
			}
		}
	}
	return nil
}

func severe(findings [][]analysis.Diagnostic) (n int) {
	for _, d := range slices.Concat(findings...) {
		if d.Severity == codes.Error || d.Severity == codes.Warning {
			n++
		}
	}
	return n
}

// Formatted is what formatting changed.
type Formatted struct {
	Edited
	Broken []string `json:"broken,omitempty" jsonschema:"FILE:LINE of a syntax error; these files are not formatted"`
}

func formatFiles(ctx context.Context, c *call, in Programs) (Formatted, string, error) {
	found, err := c.programs(in)
	if err != nil {
		return Formatted{}, "", err
	}
	out := Formatted{}
	var files []replace.File
	err = c.each(ctx, found.Targets, func(_ int, t workspace.Target, p *analysis.Program) error {
		for _, file := range p.Files {
			if file.IsLarge() || len(t.Files) > 0 && !slices.Contains(t.Files, file.Path) || c.allowed(file.Path, file.Path) != nil {
				continue
			}
			if at, broken := file.FirstError(); broken {
				out.Broken = append(out.Broken, fmt.Sprintf("%s:%d", c.name(file.Path), file.Line(at)+1))
				continue
			}
			files = append(files, replace.File{Path: file.Path, Name: c.name(file.Path), Old: file.Text(), New: format.Text(file)})
		}
		return nil
	})
	if err != nil {
		return out, "", err
	}
	out.Edited, err = c.edited(ctx, files)
	text := out.Edited.text()
	for _, at := range out.Broken {
		text += "\n" + at + " has a syntax error, so the file is not formatted"
	}
	return out, text, err
}

// RenameArguments are the arguments of rename.
type RenameArguments struct {
	At string `json:"at" jsonschema:"FILE:LINE:COLUMN counted from 1, or FILE:LINE:WORD for the first such word of the line"`
	Unsaved
	To string `json:"to" jsonschema:"the new name"`
}

func renameAt(ctx context.Context, c *call, in RenameArguments) (Edited, string, error) {
	none := Edited{Changes: []Change{}}
	p, err := c.at(in.At, in.Unsaved)
	if err != nil {
		return none, "", err
	}
	texts := map[string]string{} // of stack files
	set, err := rename.Rename(ctx, rename.Surroundings{
		Users: c.mayUse, Runs: c.snapshot.Runs,
		Keys: func(dir, key string) ([]rename.Key, error) {
			found, err := c.snapshot.ConfigKeys(dir, key)
			var keys []rename.Key
			for _, k := range found {
				texts[k.Path] = k.Text
				keys = append(keys, rename.Key{Path: k.Path, Span: k.Span})
			}
			return keys, err
		},
	}, p.program, p.file.Path, p.offset, in.To)
	switch {
	case err != nil:
		return none, "", err
	case set == nil:
		return none, "", errors.New("there is no name here that can be renamed")
	}
	files, err := c.applied(set.Edits, texts)
	if err != nil {
		return none, "", err
	}
	out, err := c.edited(ctx, files)
	return out, out.text(), err
}

// applied makes edits in files of programs and in other texts. Formatted files stay formatted.
func (c *call) applied(edits []change.Edit, texts map[string]string) ([]replace.File, error) {
	byPath := map[string][]change.Edit{}
	for _, e := range edits {
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	var files []replace.File
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		own := byPath[path]
		file, _, _, ok := c.snapshot.File(path)
		if text, isOther := texts[path]; isOther {
			file = syntax.Unparsed(path, text, "")
		} else if !ok {
			return nil, fmt.Errorf("%s cannot be read", c.name(path))
		} else {
			own = format.LaidOut(file, own)
		}
		files = append(files, replace.File{Path: path, Name: c.name(path), Old: file.Text(), New: change.Applied(file, own).Text()})
	}
	return files, nil
}

// UpgradeArguments are the arguments of upgrade.
type UpgradeArguments struct {
	Package string `json:"package" jsonschema:"NAME or NAME@VERSION; without a version, the newest one with a schema"`
	Programs
	From string `json:"from,omitempty" jsonschema:"the version that the programs are written for, if nothing in them says so"`
}

// Upgraded is what an upgrade did.
type Upgraded struct {
	Edited
	Before []string      `json:"before" jsonschema:"the versions that the programs had"`
	After  string        `json:"after"`
	Done   []string      `json:"done,omitempty" jsonschema:"what was rewritten"`
	Left   []UpgradeLeft `json:"left,omitempty" jsonschema:"what is left to do by hand"`
}

// UpgradeLeft is something that is left.
type UpgradeLeft struct {
	At      string `json:"at" jsonschema:"FILE:LINE:COLUMN after the edits"`
	Level   string `json:"level" jsonschema:"breaking, silent or compatible"`
	Message string `json:"message"`
}

func upgradePrograms(ctx context.Context, c *call, in UpgradeArguments) (Upgraded, string, error) {
	out := Upgraded{Edited: Edited{Changes: []Change{}}, Before: []string{}}
	ref, err := ask.ParsePackage(in.Package)
	if err != nil {
		return out, "", err
	}
	found, err := c.programs(in.Programs)
	if err != nil {
		return out, "", err
	}
	where := "the roots"
	if len(in.Paths) > 0 {
		where = strings.Join(in.Paths, ", ")
	}
	done, files, err := ask.Upgrade{
		Snapshot: c.snapshot, Found: found, Where: where, Package: ref.Name, Version: ref.Version, From: in.From,
		Confidence: float64(upgrade.WrittenFrom) / 100, Shown: ask.Paths{Path: c.name, InText: c.inText},
	}.Run(ctx)
	if err != nil {
		return out, "", err
	}
	if out.Edited, err = c.edited(ctx, files); err != nil {
		return out, "", err
	}
	out.Before, out.After = done.Before, done.After
	for _, w := range done.Written {
		out.Done = append(out.Done, fmt.Sprintf("%s: %s: %s", w.File, w.Item, w.Text))
	}
	for _, l := range done.Left {
		out.Left = append(out.Left, UpgradeLeft{c.position(l.Source, l.Span.Start), l.Level.String(), l.Message()})
	}
	return out, out.text(), nil
}

func (u Upgraded) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s to %s\n", strings.Join(u.Before, ", "), u.After)
	for _, d := range u.Done {
		fmt.Fprintf(&out, "done: %s\n", d)
	}
	for _, l := range u.Left {
		fmt.Fprintf(&out, "left: %s: %s: %s\n", l.At, l.Level, l.Message)
	}
	return out.String() + u.Edited.text()
}
