package workspace

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds programs below given paths.

// Target is one program that was found.
type Target struct {
	// Dir is the program's directory, the path of a file of inputs, or that of an export or of Markdown.
	Dir string
	// Files are the files of the program that were named; empty if the whole program was.
	Files []string
}

// Embeds reports whether the target is no program, but the export of a stack or Markdown, in which programs may stand.
func (t Target) Embeds() bool { return len(t.Files) == 1 && t.Files[0] == t.Dir && mayEmbed(t.Dir) }

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
// node_modules, symbolic links to directories, and what git ignores. A directory that is named or used
// under several names has the first one; so circular links do no harm and nothing is
// found twice.
//
// The error names the path that cannot be used and says why: nothing exists there, it is
// no .pp file, it is not PCL, or no program is at or below it.
func (s *Snapshot) Discover(paths ...string) (*Discovery, error) {
	search, err := s.Search(paths...)
	if err != nil {
		return nil, err
	}
	search.ReadAll()
	return search.Found()
}

// Search finds programs in two steps: it lists the places where programs may be, and
// learns what is there when a caller has read them. So a caller with thousands of programs
// need not hold all of them at once. It is safe for concurrent use.
type Search struct {
	*Snapshot
	roots []string // the named paths

	mu       sync.Mutex             // guards what follows
	dirs     map[string]*programDir // by directory
	order    []string               // directories as they were listed
	names    map[string]string      // of directories, by their paths without links
	problems map[string]Problem     // by path
	reached  map[string]bool        // named paths with programs at or below them
	troubled map[string]bool        // named paths with problems at or below them
}

// programDir is a directory that may have a program.
type programDir struct {
	Target
	roots    []string            // the named paths that lead here
	projects []stackfile.Project // those whose `main` leads here
	found    bool                // it was read and has a program
	left     bool                // to somebody else
}

// SearchOpen is a search for the program of an open document, which need not exist on disk.
func (s *Snapshot) SearchOpen(document string) *Search {
	d := s.newSearch()
	d.add(dirOf(document), document).Files = []string{document}
	for _, p := range s.Problems(dirOf(document)) {
		d.trouble(nil, p)
	}
	return d
}

func (s *Snapshot) newSearch() *Search {
	return &Search{Snapshot: s, dirs: map[string]*programDir{}, names: map[string]string{}, problems: map[string]Problem{}, reached: map[string]bool{}, troubled: map[string]bool{}}
}

// Search lists the places where programs at or below some paths may be. It reads the named
// files, and otherwise only the names of files, and project files. The error is that of
// [Snapshot.Discover], as far as it is known before programs are read.
func (s *Snapshot) Search(paths ...string) (*Search, error) {
	d := s.newSearch()
	confined, isConfined := s.fsys.(*disk.Confined)
	for _, p := range paths {
		p = disk.Clean(p)
		if isConfined {
			confined.Name(p)
		}
		d.roots = append(d.roots, p)
		if err := d.path(p); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Roots are the named paths.
func (d *Search) Roots() []string { return d.roots }

// Targets are the places that were listed, by directory. They may have no program.
func (d *Search) Targets() []Target {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make([]Target, len(d.order))
	for i, dir := range d.order {
		all[i] = d.dirs[dir].Target
	}
	lists.SortStable(all, func(a, b Target) int { return cmp.Compare(a.Dir, b.Dir) })
	return all
}

// Only leaves out the places for which a function returns false, because somebody else reads them.
// Call it before places are read.
func (d *Search) Only(keep func(Target) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.order = slices.DeleteFunc(d.order, func(dir string) bool {
		at := d.dirs[dir]
		if keep(at.Target) {
			return false
		}
		at.left = true
		for _, root := range at.roots {
			d.reached[root] = true
		}
		return true
	})
}

// Settings are the settings files that apply to the listed places, each once.
func (d *Search) Settings() []settings.File {
	if chosen := d.session.options.Settings; chosen != "" {
		return []settings.File{settings.For(chosen, d.fsys, d.openText, "")}
	}
	above := map[string]bool{} // directories that were looked at
	var files []settings.File
	for _, t := range d.Targets() {
		for dir := standsIn(t.Dir); !above[dir]; dir = path.Dir(dir) {
			above[dir] = true
			file := disk.Join(dir, settings.FileName)
			if _, open := d.openText(file); open || disk.MayBeFile(d.fsys.Stat(file)) {
				files = append(files, settings.For("", d.fsys, d.openText, dir))
				break
			}
		}
	}
	return files
}

// IsConfirmed reports whether every named path has led to a program or a problem.
func (d *Search) IsConfirmed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !slices.ContainsFunc(d.roots, func(root string) bool { return !d.reached[root] && !d.troubled[root] })
}

// Read notes what is at a place, whose program the snapshot must still have. It returns the
// components of the program that are not listed yet, to be read as well. There are none for
// a program of which only files were named.
func (d *Search) Read(t Target) (components []Target) {
	program := d.ProgramIn(t.Dir)
	problems := d.Snapshot.Problems(t.Dir)
	d.mu.Lock()
	defer d.mu.Unlock()
	at := d.dirs[t.Dir]
	if !t.Embeds() && len(t.Files) == 0 {
		for _, problem := range problems {
			d.trouble(at.roots, Problem{Path: cmp.Or(problem.Path, t.Dir), Err: problem.Err})
		}
		if program == nil || len(program.Files) == 0 {
			return nil
		}
	}
	if t.Embeds() {
		return d.reach(t, nil)
	}
	return d.reach(t, program.ComponentDirs())
}

// ReadAll reads all places and the components of their programs, and keeps them.
func (d *Search) ReadAll() {
	for targets := d.Targets(); len(targets) > 0; {
		d.Each(len(targets), func(i int) { d.ProgramIn(targets[i].Dir) })
		components := slices.Concat(lists.Map(targets, d.Read)...)
		targets = components
	}
}

// WithoutLinks is the state on disk without what links lead to outside of the repository, for commands that have
// followed links to change files. It is not ok if no file of the programs is behind such a link.
func (s *Snapshot) WithoutLinks(programs []Target) (now *Snapshot, ok bool) {
	confined, ok := s.fsys.(*disk.Confined)
	if !ok || !slices.ContainsFunc(programs, func(t Target) bool {
		return slices.ContainsFunc(s.ProgramIn(t.Dir).Files, func(f *syntax.File) bool { return confined.Leaves(f.Path) })
	}) {
		return nil, false
	}
	confined.Follows.Store(false)
	changes := []Change{DiskChanged{}}
	changes = append(changes, lists.Map(s.Open(), func(p string) Change { return Close{p} })...)
	return s.session.Apply(changes...), true
}

// Restore notes what an earlier search read at a place, in place of Read: a program with some
// components, or no program.
func (d *Search) Restore(t Target, found bool, uses []string) (components []Target) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !found {
		return nil
	}
	return d.reach(t, uses)
}

// reach notes that a place has a program with some components, and lists those that are not listed
// yet. The lock is held.
func (d *Search) reach(t Target, uses []string) (components []Target) {
	at := d.dirs[t.Dir]
	at.found = true
	for _, root := range at.roots {
		d.reached[root] = true
	}
	for _, dir := range uses {
		if dir = d.name(dir); dir != t.Dir && d.dirs[dir] == nil && len(t.Files) == 0 {
			components = append(components, d.add(dir, "").Target)
		}
	}
	return components
}

// Found is the result, after all places were read.
func (d *Search) Found() (*Discovery, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := &Discovery{}
	for _, at := range d.dirs {
		if at.found {
			slices.Sort(at.Files)
			found.Targets = append(found.Targets, at.Target)
			continue
		}
		if at.left {
			continue
		}
		for _, p := range at.projects {
			d.trouble(at.roots, Problem{Path: p.Path, Err: fmt.Errorf("`main: %s` names no directory with a PCL program", p.Main)})
		}
	}
	for _, root := range d.roots {
		if !d.reached[root] && !d.troubled[root] {
			return nil, &NotPCL{fmt.Sprintf("no PCL program at or below %s: there is no .pp file that is PCL", root)}
		}
	}
	for _, p := range d.problems {
		found.Problems = append(found.Problems, p)
	}
	lists.SortStable(found.Targets, func(a, b Target) int { return cmp.Compare(a.Dir, b.Dir) })
	lists.SortStable(found.Problems, func(a, b Problem) int { return cmp.Compare(a.String(), b.String()) })
	return found, nil
}

// NotPCL is the error for a readable path with no PCL at or below it.
type NotPCL struct{ message string }

// Error names the path.
func (e *NotPCL) Error() string { return e.message }

// path lists the places at or below one named path.
func (d *Search) path(p string) error {
	info, err := d.fsys.Stat(p)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", p, disk.WithoutPath(err))
	}
	if !info.IsDir() {
		return d.file(p)
	}
	if _, err := d.fsys.ReadDir(p); err != nil {
		return fmt.Errorf("cannot read %s: %w", p, disk.WithoutPath(err))
	}
	d.walk(p)
	return nil
}

// pages lists the Markdown files with PCL among those in a directory and below, if it has no program: those beside programs have parts of them more
// often than whole ones, and are checked when they are named.
func (d *Search) pages(root string, found []candidate) {
	if d.session.options.Embedded == nil || slices.ContainsFunc(d.order, func(dir string) bool { return slices.Contains(d.dirs[dir].roots, root) }) {
		return
	}
	for _, c := range found {
		for _, page := range c.pages {
			if len(d.embedding(page).programs) > 0 {
				d.add(page, root).Files = []string{page}
			}
		}
	}
}

// file finds the program of one named file.
func (d *Search) file(p string) error {
	if d.session.options.Embedded != nil && mayEmbed(p) {
		switch e := d.embedding(p); {
		case e.err != nil:
			return fmt.Errorf("cannot read %s: %w", p, disk.WithoutPath(e.err))
		case e.isProse && len(e.programs) == 0:
			return &NotPCL{fmt.Sprintf("%s has no PCL: no code block whose fence says `pcl` or `pp`", p)}
		}
		d.add(p, p).Files = []string{p}
		return nil
	}
	if !IsProgramFile(p) {
		return fmt.Errorf("%s is not a .pp or .pcl file; name a directory or such a file", p)
	}
	root := p
	if !syntax.IsInputs(p) {
		p = path.Join(d.name(dirOf(p)), path.Base(p))
	}
	program := d.Program(p)
	for _, problem := range d.Snapshot.Problems(dirOf(p)) {
		switch {
		case problem.Path != p:
		case program == nil:
			return fmt.Errorf("cannot read %s: %w", p, disk.WithoutPath(problem.Err))
		default:
			d.trouble([]string{root}, problem)
		}
	}
	if program == nil {
		return &NotPCL{fmt.Sprintf("%s does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` beside it", p)}
	}
	known := d.dirs[dirOf(p)] != nil
	at := d.add(dirOf(p), root)
	if !known || len(at.Files) > 0 && !slices.Contains(at.Files, p) {
		at.Files = append(at.Files, p)
	}
	return nil
}

// walk lists the places in a directory and below.
func (d *Search) walk(root string) {
	real := d.real(root)
	found := d.candidates(root, d.dirLister().ignoringAbove(root))
	for _, c := range found {
		if c.err != nil {
			d.trouble([]string{root}, Problem{Path: c.path, Err: c.err})
		}
		if c.hasFiles {
			at := c.path
			if real != root { // links are not followed below the root, so the rest of the path has none
				at = path.Join(real, strings.TrimPrefix(c.path, root))
			}
			d.add(d.nameOf(at, c.path), root).Files = nil
		}
		for _, file := range c.inputs { // several names of a file are several files
			d.add(file, root).Files = nil
		}
		switch p := stackfile.ProjectIn(d.fsys, c.path); {
		case p.Err != nil:
			d.trouble([]string{root}, Problem{Path: p.Path, Err: p.Err})
		case p.IsPCL && p.Main != "":
			at := d.add(d.name(p.ProgramDir()), root)
			at.Files, at.projects = nil, append(at.projects, p)
		}
	}
	d.pages(root, found)
}

// trouble notes a problem at or below some of the named paths.
func (d *Search) trouble(roots []string, p Problem) {
	d.problems[p.Path] = p
	for _, root := range roots {
		d.troubled[root] = true
	}
}

// add lists a directory that a named path leads to; empty for a component.
func (d *Search) add(dir, root string) *programDir {
	at := d.dirs[dir]
	if at == nil {
		at = &programDir{Target: Target{Dir: dir}}
		d.dirs[dir] = at
		d.order = append(d.order, dir)
	}
	if root != "" && !slices.Contains(at.roots, root) {
		at.roots = append(at.roots, root)
	}
	return at
}

type candidate struct {
	path     string
	hasFiles bool     // it has program files, going by names
	inputs   []string // files of inputs
	pages    []string // Markdown files
	err      error    // why it could not be listed
}

// candidates are a directory and those below, listed in parallel.
func (d *Search) candidates(dir string, above *ignoring) []candidate {
	l, err := d.dirLister().listed(dir, above)
	here := candidate{path: dir}
	if err != nil {
		here.err = disk.WithoutPath(err)
	}
	here.hasFiles, here.inputs = programsAmong(dir, l.entries)
	for _, e := range l.entries {
		if IsMarkdown(e.Name()) && !e.IsDir() {
			here.pages = append(here.pages, disk.Join(dir, e.Name()))
		}
	}
	inside := lists.Map(lists.Where(l.entries, entered), func(e fs.DirEntry) string { return disk.Join(dir, e.Name()) })
	if len(inside) == 0 {
		return []candidate{here}
	}
	below := make([][]candidate, len(inside))
	d.session.workers.Each(len(inside), func(i int) { below[i] = d.candidates(inside[i], l.ignoring) })
	return append([]candidate{here}, slices.Concat(below...)...)
}

// programsAmong looks at the entries of a directory: whether it has program files, and which
// files of inputs it has, each of which is a program of its own.
func programsAmong(dir string, entries []fs.DirEntry) (hasFiles bool, inputs []string) {
	for _, e := range entries {
		switch name := e.Name(); {
		case !IsProgramFile(name):
		case syntax.IsInputs(name) && !e.IsDir():
			inputs = append(inputs, disk.Join(dir, name))
		default:
			hasFiles = true
		}
	}
	return hasFiles, inputs
}

// real is the path of a directory without links, or as it is if that is unknown.
func (d *Search) real(dir string) string {
	if real, err := disk.RealPath(d.fsys, dir); err == nil {
		return real
	}
	return dir
}

// name is the first name under which a directory was met.
func (d *Search) name(dir string) string { return d.nameOf(d.real(dir), dir) }

func (d *Search) nameOf(real, dir string) string {
	if d.names[real] == "" {
		d.names[real] = dir
	}
	return d.names[real]
}
