package disk

import (
	"encoding/binary"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// This file keeps the names in directories for other processes. A directory that still has the stamp
// that it had before it was listed has the same names, so that an unchanged tree is not listed again.
//
//	number of directories | name, record…
//
// A record is the stamp of a directory, and its entries: how many, and the name and type of each.

// Listings are the names in directories as earlier processes saw them.
type Listings struct {
	records map[string]string // by the names of the directories
	// name is the name of a path in the form, and path the path behind it.
	name, path func(string) string
}

// NewListings is a list of no directories. Functions return the names to use for paths, and the paths
// for names.
func NewListings(name, path func(string) string) *Listings {
	return &Listings{map[string]string{}, name, path}
}

// Read reads the form at the beginning of a text, and returns what follows. It is false for another
// text.
func (l *Listings) Read(text string) (rest string, ok bool) {
	r := Reader{Text: text}
	n := r.Number(len(r.Text))
	l.records = make(map[string]string, n)
	for range n {
		name := r.String()
		l.records[name] = r.String()
	}
	return r.Text, !r.Failed
}

// Append appends the form.
func (l *Listings) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(l.records)))
	for _, name := range slices.Sorted(maps.Keys(l.records)) {
		b = appendText(appendText(b, name), l.records[name])
	}
	return b
}

// in returns the entries of a directory with some stamp. It is false if they may be others now.
func (l *Listings) in(dir string, stamp Stamp) (entries []fs.DirEntry, ok bool) {
	record, ok := l.records[l.name(dir)]
	r := Reader{Text: record}
	if !ok || r.stamp() != stamp {
		return nil, false
	}
	n := r.Number(len(r.Text))
	listed := make([]listed, n)
	entries = make([]fs.DirEntry, n)
	for i := range listed {
		listed[i].dir, listed[i].name, listed[i].mode = dir, r.String(), fs.FileMode(r.Number(int(fs.ModeType>>typeShift)))<<typeShift
		entries[i] = &listed[i]
	}
	return entries, !r.Failed
}

// typeShift is the lowest bit of types.
const typeShift = 16

// recordOf is the record of a directory with a stamp. It is empty if a later change may leave the
// stamp as it is: one that follows quickly, or anywhere but on file systems with inodes, which
// give a directory another time whenever a name comes or goes.
func recordOf(stamp Stamp, since int64, entries []fs.DirEntry) string {
	if stamp.Inode == 0 || !stamp.DetectsChangesAfter(since) {
		return ""
	}
	b := binary.AppendUvarint(stamp.append(nil), uint64(len(entries)))
	for _, e := range entries {
		b = binary.AppendUvarint(appendText(b, e.Name()), uint64(e.Type()>>typeShift))
	}
	return string(b)
}

// listed is an entry of a directory that was not listed again.
type listed struct {
	dir, name string
	mode      fs.FileMode
}

func (l *listed) Name() string               { return l.name }
func (l *listed) IsDir() bool                { return l.mode.IsDir() }
func (l *listed) Type() fs.FileMode          { return l.mode }
func (l *listed) Info() (fs.FileInfo, error) { return os.Lstat(l.dir + "/" + l.name) }

// HasNewListings reports whether keeping [Once.Listings] saves more than it costs, because many are new.
func (o *Once) HasNewListings(below []string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := 0
	for dir, record := range o.records {
		if record != "" && isBelow(dir, below) {
			n++
		}
	}
	return 8*n > len(o.earlier.records)
}

// Listings are those of directories at or below some paths that were listed, and the earlier ones of
// others.
func (o *Once) Listings(below []string) *Listings {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := &Listings{maps.Clone(o.earlier.records), o.earlier.name, o.earlier.path}
	maps.DeleteFunc(all.records, func(name, _ string) bool {
		dir := all.path(name)
		return o.folders[dir] == nil && o.missing(dir)
	})
	for dir, record := range o.records {
		delete(all.records, all.name(dir))
		if record != "" && isBelow(dir, below) {
			all.records[all.name(dir)] = record
		}
	}
	return all
}

func isBelow(dir string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return Inside(dir, root) })
}
