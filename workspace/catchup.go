package workspace

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file says which directories are in use, and finds changes of the disk that no client
// reported: events get lost, and files behind symbolic links, or only named by a program, have
// none.

// polledAtOnce is how many directories one poll compares with the disk, in addition to
// those of open documents and what they use.
const polledAtOnce = 32

// CatchUp compares what is known with the disk, and applies a change where something is
// different. It reports whether it did. It compares what [disk.Check] compares, and
// reads no program. Each call checks the programs of open documents and what they use,
// and some other directories; the next call checks the next ones. It looks at the disk,
// so callers that must not wait cannot use it.
func (s *Session) CatchUp() bool {
	now := s.Snapshot()
	c := &catchUp{Snapshot: now, check: disk.NewCheck(now.fsys)}
	for _, f := range now.polled(int(s.polls.Add(1) - 1)) {
		c.compare(f)
	}
	var changes []Change
	if len(c.paths) > 0 {
		slices.Sort(c.paths)
		changes = append(changes, DiskChanged{Paths: slices.Compact(c.paths)})
	}
	if len(c.relisted) > 0 {
		changes = append(changes, namesChanged{c.relisted})
	}
	if paths := now.states.Changed(now.fsys); len(paths) > 0 {
		changes = append(changes, statesChanged{paths})
	}
	if len(changes) == 0 {
		return false
	}
	s.Apply(changes...)
	return true
}

// catchUp collects what changed on disk.
type catchUp struct {
	*Snapshot
	check    *disk.Check
	paths    []string
	relisted []string // directories whose names changed
}

// namesChanged says that files came or went that count for the programs in some
// directories.
type namesChanged struct{ dirs []string }

func (namesChanged) change() {}

// polled are the directories that a poll compares: those in use, and those whose turn it
// is.
func (s *Snapshot) polled(turn int) []*folder {
	s.mu.Lock()
	known := maps.Clone(s.folders)
	s.mu.Unlock()
	var found []*folder
	take := func(dir string) {
		f := known[dir]
		delete(known, dir)
		if f != nil && !f.toBeListed() {
			found = append(found, f)
		}
	}
	var open []string
	for name := range s.overlays.all() {
		open = append(open, dirOf(name))
	}
	for dir := range inUse(known, open) {
		take(dir)
	}
	if rest := slices.Sorted(maps.Keys(known)); len(rest) > 0 {
		for i := range min(polledAtOnce, len(rest)) {
			take(rest[(turn*polledAtOnce+i)%len(rest)])
		}
	}
	return found
}

// known is what is known of a folder: of now, or of an earlier snapshot; nil for
// nothing.
func (f *folder) known() *folderState {
	before := f.base.Load()
	return cmp.Or(f.state.Load(), before) // loaded last, as in renewed
}

// toBeListed reports whether the folder will be compared with the disk anyway when
// somebody asks for it.
func (f *folder) toBeListed() bool {
	return f.known() == nil || !f.isRead() && f.stale.list
}

// compare collects what is on disk differently from what a folder knows.
func (c *catchUp) compare(f *folder) {
	if !disk.IsPath(f.dir) {
		return
	}
	known := f.known()
	for _, l := range c.check.Changes(known.seen) {
		switch {
		case l.Kind == disk.Names:
			c.relisted = append(c.relisted, f.dir)
		case !isProgramFile(l.Path) || !c.isOpen(l.Path): // the disk does not count for open programs
			c.paths = append(c.paths, l.Path)
		}
	}
	if f.isRead() || !f.stale.paths { // otherwise they are asked again anyway
		c.paths = append(c.paths, known.paths.changed(c.check)...)
	}
}

// usedDirectly are the directories with open documents, those whose programs open documents
// configure, and those to keep.
func (s *Snapshot) usedDirectly(keep func(dir string) bool) []string {
	var dirs []string
	for path := range s.overlays.all() {
		dirs = append(dirs, dirOf(path))
	}
	open := byDirectory(s.overlays.paths())
	for dir, f := range s.folders {
		if keep != nil && keep(dir) || f.known().configuredByOne(open) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// inUse are the folders of some directories and of the components that their programs use.
func inUse(folders map[string]*folder, dirs []string) map[string]*folder {
	used := map[string]*folder{}
	for i := 0; i < len(dirs); i++ {
		f := folders[dirs[i]]
		if f == nil || used[dirs[i]] != nil {
			continue
		}
		used[dirs[i]] = f
		if known := f.known(); known != nil {
			dirs = append(dirs, known.used()...)
		}
	}
	return used
}

// isCurrent reports whether a directory has a program that somebody has asked for since it
// changed.
func (d dirtySet) isCurrent(dir string) bool {
	state := d.snapshot.folders[dir].state.Load()
	return state != nil && state.program != nil && d.stale[dir].none()
}

// evictExcept removes what is not used from the next snapshot.
func (d dirtySet) evictExcept(keep func(dir string) bool) {
	next := d.snapshot
	used := inUse(next.folders, next.usedDirectly(keep))
	maps.DeleteFunc(next.folders, func(dir string, _ *folder) bool { return used[dir] == nil })
	next.schemas = next.schemas.restrictedTo(used)
	next.session.reports.evictExcept(used)
}
