package workspace

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds programs below given paths.

// Target is one program that was found.
type Target struct {
	// Dir is the program's directory, the path of a file of inputs, or that of an export.
	Dir string
	// Files are the files of the program that were named; empty if the whole program was.
	Files []string
	// Component says that another program that was found uses it as a component.
	Component bool
}

// IsExport reports whether the target is the export of a stack and no program.
func (t Target) IsExport() bool { return len(t.Files) == 1 && t.Files[0] == t.Dir && isExport(t.Dir) }

// Discovery is what was found.
type Discovery struct {
	// Targets are the programs, by directory. Each is listed once.
	Targets []Target
	// Problems are files and directories that could not be read, by path. Their content
	// is missing.
	Problems []Problem
}

// Discover finds the programs at or below paths of directories and .pp files, and the
// programs that those use as components, wherever they are.
//
// A program is a directory with PCL files, or the directory that `main` of a Pulumi.yaml
// names. Below a named directory, Discover does not enter hidden directories,
// node_modules, and symbolic links to directories. A directory that is named or used
// under several names has the first one; so circular links do no harm and nothing is
// found twice.
//
// The error names the path that cannot be used and says why: nothing exists there, it is
// no .pp file, it is not PCL, or no program is at or below it.
func (s *Snapshot) Discover(paths ...string) (*Discovery, error) {
	d := &discoverer{Snapshot: s, targets: map[string]*Target{}, names: map[string]string{}, problems: map[string]Problem{}}
	for _, p := range paths {
		if err := d.path(disk.Clean(p)); err != nil {
			return nil, err
		}
	}
	d.components()
	return d.result(), nil
}

// NotPCL is the error for a readable path with no PCL at or below it.
type NotPCL struct{ message string }

// Error names the path.
func (e *NotPCL) Error() string { return e.message }

type discoverer struct {
	*Snapshot
	targets  map[string]*Target // by directory
	problems map[string]Problem // by path
	order    []string           // directories as they were found
	names    map[string]string  // of directories, by their paths without links
}

// path finds the programs at or below one named path.
func (d *discoverer) path(p string) error {
	info, err := d.fsys.Stat(p)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", p, cause(err))
	}
	if !info.IsDir() {
		return d.file(p)
	}
	if _, err := d.fsys.ReadDir(p); err != nil {
		return fmt.Errorf("cannot read %s: %w", p, cause(err))
	}
	before, problems := len(d.order), len(d.problems)
	d.walk(p)
	if len(d.order) == before && len(d.problems) == problems && !d.covers(p) {
		return &NotPCL{fmt.Sprintf("no PCL program at or below %s: there is no .pp file that is PCL", p)}
	}
	return nil
}

// file finds the program of one named file.
func (d *discoverer) file(p string) error {
	if d.session.exports && isExport(p) {
		if e := d.export(p); e.err != nil {
			return fmt.Errorf("cannot read %s: %w", p, cause(e.err))
		}
		if d.targets[p] == nil {
			d.add(p).Files = []string{p}
		}
		return nil
	}
	if !IsProgramFile(p) {
		return fmt.Errorf("%s is not a .pp or .pcl file; name a directory or such a file", p)
	}
	if !syntax.IsInputs(p) {
		p = path.Join(d.name(dirOf(p)), path.Base(p))
	}
	program := d.Program(p)
	for _, problem := range d.Snapshot.Problems(dirOf(p)) {
		switch {
		case problem.Path != p:
		case program == nil:
			return fmt.Errorf("cannot read %s: %w", p, cause(problem.Err))
		default:
			d.problems[p] = problem
		}
	}
	if program == nil {
		return &NotPCL{fmt.Sprintf("%s does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` beside it", p)}
	}
	t, known := d.targets[dirOf(p)]
	if !known {
		t = d.add(dirOf(p))
		t.Files = []string{p}
	} else if len(t.Files) > 0 && !slices.Contains(t.Files, p) {
		t.Files = append(t.Files, p)
	}
	return nil
}

// covers reports whether a program at or below a directory was found earlier.
func (d *discoverer) covers(dir string) bool {
	return slices.ContainsFunc(d.order, func(found string) bool { return disk.Inside(d.real(found), d.real(dir)) })
}

// walk finds the programs in a directory and below. It reads and parses in parallel and
// then reports in order.
func (d *discoverer) walk(dir string) {
	dirs := d.candidates(dir)
	for _, c := range dirs {
		if c.err != nil {
			d.problems[c.path] = Problem{Path: c.path, Err: c.err}
		}
	}
	d.session.workers.each(len(dirs), func(i int) {
		if dirs[i].hasFiles {
			d.ProgramIn(dirs[i].path)
		}
		for _, file := range dirs[i].inputs {
			d.ProgramIn(file)
		}
	})
	for _, c := range dirs {
		if c.hasFiles {
			d.whole(c.path)
		}
		for _, file := range c.inputs {
			d.whole(file)
		}
		if p := stackfile.ProjectIn(d.fsys, c.path); p.Path != "" {
			d.project(p)
		}
	}
}

// candidate is a directory that may have a program.
type candidate struct {
	path     string
	hasFiles bool     // it has program files, going by names
	inputs   []string // files of inputs
	err      error    // why it could not be listed
}

// candidates are a directory and those below, listed in parallel.
func (d *discoverer) candidates(dir string) []candidate {
	entries, err := d.fsys.ReadDir(dir)
	here := candidate{path: dir}
	if err != nil {
		here.err = cause(err)
	}
	here.hasFiles, here.inputs = programsAmong(dir, entries)
	entries = slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return !entered(e) })
	below := make([][]candidate, len(entries))
	d.session.workers.each(len(entries), func(i int) { below[i] = d.candidates(path.Join(dir, entries[i].Name())) })
	return slices.Concat([]candidate{here}, slices.Concat(below...))
}

// programsAmong looks at the entries of a directory: whether it has program files, and which
// files of inputs it has, each of which is a program of its own.
func programsAmong(dir string, entries []fs.DirEntry) (hasFiles bool, inputs []string) {
	for _, e := range entries {
		switch p := path.Join(dir, e.Name()); {
		case !isProgramFile(p):
		case syntax.IsInputs(p) && !e.IsDir():
			inputs = append(inputs, p)
		default:
			hasFiles = true
		}
	}
	return hasFiles, inputs
}

// entered reports whether the search enters an entry of a directory.
func entered(e fs.DirEntry) bool {
	return e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules"
}

// project adds the program that a project file names.
func (d *discoverer) project(p stackfile.Project) {
	if p.Err != nil {
		d.problems[p.Path] = Problem{Path: p.Path, Err: p.Err}
		return
	}
	if !p.IsPCL || p.Main == "" || d.whole(p.ProgramDir()) {
		return
	}
	d.problems[p.Path] = Problem{Path: p.Path, Err: fmt.Errorf("`main: %s` names no directory with a PCL program", p.Main)}
}

// real is the path of a directory without links, or as it is if that is unknown.
func (d *discoverer) real(dir string) string {
	if real, err := disk.RealPath(d.fsys, dir); err == nil {
		return real
	}
	return dir
}

// name is the first name under which a directory was met.
func (d *discoverer) name(dir string) string {
	real := d.real(dir)
	if d.names[real] == "" {
		d.names[real] = dir
	}
	return d.names[real]
}

// whole adds the program of a directory, if there is one.
func (d *discoverer) whole(dir string) bool {
	if !syntax.IsInputs(dir) { // several names of a file are several files
		dir = d.name(dir)
	}
	program := d.ProgramIn(dir)
	for _, problem := range d.Snapshot.Problems(dir) {
		d.problems[cmp.Or(problem.Path, dir)] = problem
	}
	if program == nil || len(program.Files) == 0 {
		return false
	}
	if t := d.targets[dir]; t != nil {
		t.Files = nil
	} else {
		d.add(dir)
	}
	return true
}

func (d *discoverer) add(dir string) *Target {
	t := &Target{Dir: dir}
	d.targets[dir] = t
	d.order = append(d.order, dir)
	return t
}

// components adds and marks the programs that the found programs use. It adds none for a
// program of which only files were named.
func (d *discoverer) components() {
	for i := 0; i < len(d.order); i++ {
		t := d.targets[d.order[i]]
		if t.IsExport() {
			continue
		}
		for _, dir := range d.ProgramIn(t.Dir).ComponentDirs() {
			if dir = d.name(dir); dir == t.Dir {
				continue
			}
			if d.targets[dir] == nil && len(t.Files) == 0 {
				d.whole(dir)
			}
			if inner := d.targets[dir]; inner != nil {
				inner.Component = true
			}
		}
	}
}

func (d *discoverer) result() *Discovery {
	found := &Discovery{}
	for _, t := range d.targets {
		slices.Sort(t.Files)
		found.Targets = append(found.Targets, *t)
	}
	for _, p := range d.problems {
		found.Problems = append(found.Problems, p)
	}
	slices.SortFunc(found.Targets, func(a, b Target) int { return cmp.Compare(a.Dir, b.Dir) })
	slices.SortFunc(found.Problems, func(a, b Problem) int { return cmp.Compare(a.String(), b.String()) })
	return found
}

// cause is an error without its path, which the message names already.
func cause(err error) error {
	if withPath, ok := err.(*fs.PathError); ok {
		return withPath.Err
	}
	return err
}
