package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unsafe"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file reads and parses the files of a directory, as far as limits allow. A file above
// the limit of a file is not parsed, nor are the last files of a program above the limit of a
// program. They belong to the program all the same: see [syntax.File.IsLarge].

// DefaultLimit is the limit of a file where nothing else is set: the default of the setting.
var DefaultLimit = func() syntax.Limit {
	setting, _ := settings.Named("limits.fileSize")
	return syntax.LimitOf(int(setting.Default.(float64)))
}()

// ErrTooLarge is the problem of a file that is not parsed. A check reports a finding instead.
var ErrTooLarge = errors.New("the file or its program is too large; raise --max-file-size")

// WhyUnparsed is the reason why a file is not parsed.
func WhyUnparsed(f *syntax.File) error {
	switch {
	case isDoubtful(f):
		return errors.New(f.Errors[0].Message)
	case len(f.Errors) > 0 && f.Errors[0].Message == disk.ErrLeaves.Error():
		return disk.ErrLeaves
	}
	return ErrTooLarge
}

// mostLimits is how many files of the largest size a program may have.
const mostLimits = 4

// size is the size of the parsed files of a directory, and how many others it has.
type size struct{ bytes, lines, unparsed int }

func (s size) with(f *syntax.File) size    { return s.plus(f, 1) }
func (s size) without(f *syntax.File) size { return s.plus(f, -1) }

func (s size) plus(f *syntax.File, sign int) size {
	switch {
	case f == nil:
		return s
	case f.IsLarge():
		return size{s.bytes, s.lines, s.unparsed + sign}
	}
	return size{s.bytes + sign*f.Len(), s.lines + sign*f.LineCount(), s.unparsed}
}

func (s size) isWhole() bool { return s.unparsed == 0 }

func (b *builder) programLimit() syntax.Limit { return b.limit.Times(mostLimits) }

// readFiles takes all files of the directory, open or not.
func (b *builder) readFiles() {
	r := fileReader{builder: b, open: map[string]*syntax.File{}, files: map[string]*syntax.File{}}
	for _, path := range b.opened.in(b.folder.dir) {
		if o := b.overlays.at(path); isProgramFile(path) && o.blocks == nil {
			r.open[path] = o.file()
		}
	}
	for name := range b.next.disk.files {
		if !b.isOpen(name) && !b.openAs(name) {
			r.closed = append(r.closed, name)
		}
	}
	slices.Sort(r.closed)
	r.read()
	r.parse()
	var all []*syntax.File
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		all = append(all, r.files[path])
		b.next.size = b.next.size.with(r.files[path])
	}
	b.next.pcl = b.languages().pclAmong(all)
	r.leave()
	b.next.files = byPathFrom(r.files)
}

type fileReader struct {
	*builder
	open   map[string]*syntax.File
	closed []string // sorted
	files  map[string]*syntax.File
	beyond []string // files that a program of this size may not have
}

// read reads the closed files, but those at the end that the program has no room for.
func (r *fileReader) read() {
	most, sum := r.programLimit().Bytes, 0
	var wanted []string
	r.closed = slices.DeleteFunc(r.closed, func(path string) bool {
		bytes := int(r.next.disk.files[path].stamp.Size)
		if bytes <= r.limit.Bytes {
			sum += bytes
			if sum > most {
				r.beyond = append(r.beyond, path)
				return true
			}
		}
		wanted = append(wanted, path)
		return false
	})
	now := make([]diskFile, len(wanted))
	r.session.workers.Each(len(wanted), func(i int) { now[i] = r.readDisk(wanted[i]) })
	for i, path := range wanted {
		r.next.disk.files[path] = now[i]
	}
}

// readDisk reads a file on disk. Of one above the limit it keeps the beginning.
func (b *builder) readDisk(path string) diskFile {
	f := b.next.disk.files[path]
	if f.read && !(f.cut && b.limit.Allows(int(f.stamp.Size), 0)) {
		return f
	}
	text, err := b.fsys.ReadFile(path)
	if err != nil { // if it fails again, somebody looks whether it still does
		text, err = b.next.seen.ReadFile(path)
	}
	f.text, f.err, f.read, f.cut = unsafe.String(unsafe.SliceData(text), len(text)), err, true, false // a copy of a large file takes as long as reading it
	if !b.limit.Allows(len(text), 0) {
		f.text, f.cut = strings.Clone(beginning(f.text)), true
	}
	return f
}

// parse parses the files in the order of their paths, as long as the program has room.
func (r *fileReader) parse() {
	var texts []string // of closed files, by path
	all := size{}
	room := func(path string, bytes, lines int) bool {
		if !r.limit.Allows(bytes, lines) {
			return true // it is not parsed and says why
		}
		with := size{bytes: all.bytes + bytes, lines: all.lines + lines}
		if !r.programLimit().Allows(with.bytes, with.lines) {
			r.beyond = append(r.beyond, path)
			return false
		}
		all = with
		return true
	}
	for _, path := range slices.Sorted(r.paths()) {
		if f := r.open[path]; f != nil {
			if room(path, f.Len(), f.LineCount()) {
				r.files[path] = f
			}
			continue
		}
		f := r.next.disk.files[path]
		switch {
		case errors.Is(f.err, disk.ErrLeaves):
			r.files[path] = r.kept(syntax.Unparsed(path, "", disk.ErrLeaves.Error()))
		case f.err != nil:
		case f.cut:
			r.files[path] = r.kept(syntax.Unparsed(path, f.text, r.limit.Exceeded(int(f.stamp.Size))))
		case room(path, len(f.text), syntax.CountLines(f.text)):
			texts = append(texts, path)
		}
	}
	parsed := make([]*syntax.File, len(texts))
	r.session.workers.Each(len(texts), func(i int) { parsed[i] = r.parseText(texts[i], r.next.disk.files[texts[i]].text) })
	for i, path := range texts {
		r.files[path] = parsed[i]
	}
}

// paths are those of the files that may be parsed.
func (r *fileReader) paths() func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for path := range r.open {
			if !yield(path) {
				return
			}
		}
		for _, path := range r.closed {
			if !yield(path) {
				return
			}
		}
	}
}

// parseText parses a text from disk. An unchanged text keeps its tree, and a changed one the
// trees of its unchanged items.
func (b *builder) parseText(path, text string) *syntax.File {
	var before *syntax.File
	if b.base != nil {
		before = b.base.files.at(path)
	}
	if before != nil && before.Limit() == b.limit && before.Text() == text {
		return before
	}
	f := b.Snapshot.parser(b.session.workers.Each)(path, text, before)
	b.session.parsed.tell(before, f, false)
	return f
}

// leave adds the files that are not parsed because the program is too large. The first of them
// says so. They are PCL if anything else is, as nobody looked at those on disk.
func (r *fileReader) leave() {
	if len(r.next.pcl) == 0 {
		return
	}
	slices.Sort(r.beyond)
	message := "This program is too large to be checked as a whole: this file is not checked"
	if others := len(r.beyond) - 1; others > 0 {
		message += fmt.Sprintf(", nor are %d behind it", others)
	}
	message += "; to check all, raise the setting `limits.fileSize`, or the option `--max-file-size` of a command."
	for _, path := range r.beyond {
		text := ""
		if f := r.open[path]; f != nil {
			text = f.Text()
		}
		f := r.kept(syntax.Unparsed(path, text, message))
		r.files[path], message = f, ""
		r.next.size = r.next.size.with(f)
		if r.languages().verdict(f) != isForeign {
			r.next.pcl = append(r.next.pcl, f)
		}
	}
	lists.SortStable(r.next.pcl, func(a, b *syntax.File) int { return cmp.Compare(a.Path, b.Path) })
}

// kept is the file of the base if it is the same as a new one that is not parsed.
func (b *builder) kept(f *syntax.File) *syntax.File {
	if b.base == nil {
		return f
	}
	before := b.base.files.at(f.Path)
	if before == nil || !before.IsLarge() || before.Text() != f.Text() || !slices.EqualFunc(before.Errors, f.Errors, sameError) {
		return f
	}
	return before
}

func sameError(a, b syntax.Error) bool { return a.Message == b.Message }

// setLimit sets another limit. Files that are open are parsed again, if at all, and others
// are read again.
func (d dirtySet) setLimit(limit syntax.Limit) {
	if d.snapshot.limit == limit {
		return
	}
	d.snapshot.limit = limit
	overlays := map[string]overlay{}
	for path, o := range d.snapshot.overlays.all() {
		overlays[path] = o.with(d.limited(o.file()), o.version)
	}
	d.snapshot.overlays = byPathFrom(overlays)
	d.markAll(staleness{list: true})
}

// limited is a file with the limit of the snapshot. An edit may have been made before the limit
// was set.
func (d dirtySet) limited(f *syntax.File) *syntax.File {
	if f.Limit() == d.snapshot.limit || f.Limit() == unparsed {
		return f
	}
	return d.snapshot.parser(syntax.OneByOne)(f.Path, f.Text(), f)
}
