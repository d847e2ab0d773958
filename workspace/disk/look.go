package disk

import (
	"crypto/sha256"
	"io/fs"
	"strings"
)

// This file defines looks and views: what can be asked about a path, and the answer. It
// tells the states of a file apart without reading it.

// Kind is what a caller relies on when it looks at a path.
type Kind uint8

const (
	Existence Kind = iota // what exists at the path
	FileStamp             // what exists there, and the stamp if it is not a directory
	PathStamp             // the stamp of a file or directory
	Names                 // the names in a directory, with their types
	Text                  // the text of a file
	Target                // where the path leads through links
)

// Look is one way of looking at a path.
type Look struct {
	Path string
	Kind Kind
	// Endings restrict Names to files whose names end in one of them, separated by
	// blanks; empty for all names. Whether the directory is empty counts anyway.
	Endings string
}

// What is the kind of thing at a path.
type What uint8

const (
	Absent     What = iota // nothing
	Directory              // a directory
	File                   // a regular file
	Other                  // something else, such as a pipe
	Unreadable             // something that cannot be looked at in this way
)

// View is what a look showed. The zero value means that nothing is there.
type View struct {
	What  What
	Stamp Stamp             // the zero value where it does not count or cannot be trusted
	Sum   [sha256.Size]byte // of the names, of the text, or of the error
}

func (k Kind) viewAt(info fs.FileInfo, err error) View {
	if err != nil {
		return failed(err)
	}
	v := View{What: Other}
	switch {
	case info.IsDir():
		v.What = Directory
	case info.Mode().IsRegular():
		v.What = File
	}
	if k == PathStamp || k == FileStamp && v.What != Directory {
		v.Stamp = StampOf(info)
	}
	return v
}

// viewOfNames is the view of a directory with some entries, which are sorted.
func (l Look) viewOfNames(entries []fs.DirEntry, err error) View {
	if err != nil {
		return failed(err)
	}
	var list []byte
	for _, e := range entries {
		if l.counts(e.Name()) {
			list = append(append(list, e.Name()...), 0, byte(e.Type()>>24), byte(e.Type()>>16))
		}
	}
	if len(entries) > 0 {
		list = append(list, '/')
	}
	return View{What: Directory, Sum: sha256.Sum256(list)}
}

func (l Look) counts(name string) bool {
	for ending := range strings.FieldsSeq(l.Endings) {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return l.Endings == ""
}

// viewOfText is the view of a text. The stamp must be older than the text, if there is
// one: then a change between the two makes the stamp useless, but not wrong.
func viewOfText(stamp Stamp, text []byte, err error) View {
	if err != nil {
		return failed(err)
	}
	return View{What: File, Stamp: stamp, Sum: sha256.Sum256(text)}
}

// viewOfTarget is the view of where a path leads. A path that leads to itself looks the same
// wherever it is.
func viewOfTarget(path, real string, err error) View {
	switch {
	case err != nil:
		return failed(err)
	case path == real:
		return View{What: Other}
	}
	return View{What: Other, Sum: sha256.Sum256([]byte(real))}
}

func failed(err error) View {
	if IsAbsent(err) {
		return View{}
	}
	return View{What: Unreadable, Sum: sha256.Sum256([]byte(err.Error()))}
}

func (l Look) take(fsys FS) View {
	switch l.Kind {
	case Names:
		return l.viewOfNames(fsys.ReadDir(l.Path))
	case Text:
		_, v, _ := readText(fsys, l.Path)
		return v
	case Target:
		real, err := RealPath(fsys, l.Path)
		return viewOfTarget(l.Path, real, err)
	default:
		return l.Kind.viewAt(statAs(fsys, l.Kind, l.Path))
	}
}

// sameAs reports whether a view later shows the same. Texts are the same whatever their
// stamps.
func (v View) sameAs(later View, kind Kind) bool {
	if kind == Text {
		v.Stamp, later.Stamp = Stamp{}, Stamp{}
	}
	return v == later
}

// stampHolds reports whether the stamp alone says that a text is unchanged.
func (v View) stampHolds(fsys FS, l Look) bool {
	if l.Kind != Text || v.Stamp == (Stamp{}) {
		return false
	}
	info, err := fsys.Stat(l.Path)
	return err == nil && StampOf(info) == v.Stamp
}

// RealPath resolves all links in a path. File systems without links have none to resolve.
func RealPath(fsys FS, path string) (string, error) {
	if links, ok := fsys.(Linked); ok {
		return links.RealPath(path)
	}
	return path, nil
}

func readText(fsys FS, path string) ([]byte, View, error) {
	var stamp Stamp
	if info, err := fsys.Stat(path); err == nil {
		stamp = StampOf(info)
	}
	text, err := fsys.ReadFile(path)
	return text, viewOfText(stamp, text, err), err
}

// Stamp is the state of a file as the system describes it. Stamps are comparable. The
// zero value means no stamp.
//
// Two states of a file have the same stamp only if they have the same length and
// followed each other faster than the clock of the file system ticks. Callers that
// cannot accept that use [Stamp.DetectsChangesAfter].
type Stamp struct {
	Size     int64
	Modified int64  // when the content changed, in nanoseconds
	Changed  int64  // when the content or the description changed; Modified where the system does not tell
	Inode    uint64 // 0 where files have no inodes
	Mode     fs.FileMode
}

// StampOf is the stamp of a file.
func StampOf(info fs.FileInfo) Stamp {
	return Stamp{info.Size(), info.ModTime().UnixNano(), changeTime(info), inode(info), info.Mode()}
}

// Content is the part of a stamp that changes with the content only, and not with the
// owner, the rights or the name.
func (s Stamp) Content() Stamp { return Stamp{Size: s.Size, Modified: s.Modified, Inode: s.Inode} }

// coarse is the coarsest clock of a file system, in nanoseconds: FAT counts in steps of
// two seconds.
const coarse = 2_000_000_000

// DetectsChangesAfter reports whether every change after a time, in nanoseconds, gives the file
// another stamp: the file had been unchanged for a while. A file from the future has
// no such stamp, nor has one without a time.
func (s Stamp) DetectsChangesAfter(now int64) bool {
	return s.Modified > 0 && max(s.Modified, s.Changed) < now-coarse
}
