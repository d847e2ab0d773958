package workspace

import (
	"cmp"
	"maps"
	"path"
	"slices"
)

// This file finds changes of the disk that nobody told of: events get lost, and what is
// reached through a symbolic link, or only named by a program, has none.

// lookedAt is how many directories one look compares with the disk, beside those of the
// open documents and what these use.
const lookedAt = 32

// CatchUp compares what is known with the disk, and applies a change where something is
// not as it was. It reports whether it has done that. Names, sizes, times and modes are
// compared, and project, settings and stack files; no program is read. Each call looks at the
// programs of open documents and what they use, and at some other directories, the next
// call at the next ones. It looks at the disk, so it is not for those who may not wait.
func (s *Session) CatchUp() bool {
	now := s.Snapshot()
	var missed []string
	for _, f := range now.toLookAt(int(s.looks.Add(1) - 1)) {
		missed = append(missed, now.missedIn(f)...)
	}
	if len(missed) == 0 {
		return false
	}
	slices.Sort(missed)
	s.Apply(DiskChanged{Paths: slices.Compact(missed)})
	return true
}

// toLookAt are the directories that a look compares: those in use, and those whose turn
// it is.
func (s *Snapshot) toLookAt(turn int) []*folder {
	s.mu.Lock()
	known := maps.Clone(s.folders)
	s.mu.Unlock()
	var found []*folder
	take := func(dir string) bool {
		f := known[dir]
		delete(known, dir)
		if f == nil || f.toBeListed() {
			return false
		}
		found = append(found, f)
		return true
	}
	var inUse []string
	for name := range s.overlays {
		inUse = append(inUse, dirOf(name))
	}
	for i := 0; i < len(inUse); i++ {
		if f := known[inUse[i]]; take(inUse[i]) {
			inUse = append(inUse, f.known().components...)
		}
	}
	if rest := slices.Sorted(maps.Keys(known)); len(rest) > 0 {
		for i := range min(lookedAt, len(rest)) {
			take(rest[(turn*lookedAt+i)%len(rest)])
		}
	}
	return found
}

// known is what is known of a folder: of now, or of an earlier snapshot; nil for
// nothing.
func (f *folder) known() *folderState {
	before := f.base.Load()
	return cmp.Or(f.state.Load(), before) // asked last, as in renewed
}

// toBeListed reports whether the folder will be compared with the disk anyway when
// somebody asks for it.
func (f *folder) toBeListed() bool {
	return f.known() == nil || !f.isRead() && f.stale.list
}

// missedIn are paths at which a folder is not on disk as it is known.
func (s *Snapshot) missedIn(f *folder) []string {
	if !isFilePath(f.dir) {
		return nil
	}
	known := f.known()
	b := builder{Snapshot: s, folder: &folder{dir: f.dir}, base: known, next: &folderState{}}
	b.list()
	now := b.next
	missed := now.disk.missed(known.disk, s.isOpen)
	if (now.disk.entries == 0) != (known.disk.entries == 0) || message(now.disk.err) != message(known.disk.err) {
		missed = append(missed, f.dir)
	}
	if !now.project.equal(known.project) {
		missed = append(missed, cmp.Or(now.project.path, known.project.path))
	}
	if !now.settings.equal(known.settings) {
		missed = append(missed, cmp.Or(now.settings.path, known.settings.path))
	}
	missed = append(missed, now.missedStacks(known)...)
	if f.isRead() || !f.stale.around { // else they will be asked anew anyway
		missed = append(missed, known.around.missed()...)
	}
	return missed
}

// missed are the files that are not what they were. Of open ones the disk does not
// count.
func (l listing) missed(before listing, isOpen func(string) bool) []string {
	var missed []string
	all := maps.Clone(l.files)
	maps.Copy(all, before.files)
	for name := range all {
		now, there := l.files[name]
		then, was := before.files[name]
		changed := there != was || now.stamp != then.stamp || now.stamp == (stamp{}) && message(now.err) != message(then.err)
		if changed && !isOpen(name) {
			missed = append(missed, name)
		}
	}
	return missed
}

// missed are the paths that a program has asked about and that have another answer now.
func (s *surroundings) missed() []string {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	kinds, spellings := maps.Clone(s.kinds), maps.Clone(s.spellings)
	s.mu.Unlock()
	var missed []string
	for full, kind := range kinds {
		if s.look(full) != kind {
			missed = append(missed, full)
		}
	}
	for written, spelled := range spellings {
		if s.spell(written) != spelled {
			missed = append(missed, path.Join(s.dir, written))
		}
	}
	return missed
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
