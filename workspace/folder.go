package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file holds what is known about one directory: its files and its program.

// staleness says what must be refreshed. The zero value says nothing.
type staleness struct {
	rebuild bool            // rebuild the program from the known files and the open documents
	paths   bool            // ask again about the paths that the program names
	stack   bool            // read the stack files again
	list    bool            // list the directory; read files whose size or time changed
	read    map[string]bool // read these files whatever their size and time
}

func (s staleness) none() bool { return !s.rebuild && !s.list && len(s.read) == 0 }

// and combines two kinds of staleness.
func (s staleness) and(o staleness) staleness {
	both := staleness{rebuild: s.rebuild || o.rebuild, paths: s.paths || o.paths, stack: s.stack || o.stack, list: s.list || o.list, read: s.read}
	if len(o.read) > 0 {
		both.read = maps.Clone(o.read)
		maps.Copy(both.read, s.read)
	}
	return both
}

// folder is one directory in the snapshots between which nothing about it changed. The
// first caller reads it; others wait for that.
//
// Invariant: a folder that was read refers to no snapshot. A program lives as long as
// somebody uses it; if it led to a snapshot with all programs of that moment, it would
// keep every earlier state alive.
type folder struct {
	dir   string
	stale staleness                   // what is outdated in base
	base  atomic.Pointer[folderState] // of an earlier snapshot; nil if there is none, or when read
	from  atomic.Pointer[Snapshot]    // what it is read from; nil when read

	once  sync.Once
	state atomic.Pointer[folderState]
}

func newFolder(dir string, from *Snapshot) *folder {
	f := &folder{dir: dir}
	f.from.Store(from)
	return f
}

// own returns the folder that a new snapshot uses. A folder that was read never changes again, so both snapshots share it. An unread folder is replaced by a
// copy that only the new snapshot has: a request to an earlier snapshot may read the old one at the same time, and would miss what became stale since.
func (f *folder) own(by *Snapshot) *folder {
	if f.isRead() {
		return f
	}
	return f.renewed(by, staleness{})
}

// renewed is the folder in a later snapshot in which something about it is stale. A
// folder that was never read passes its own base on, so that they form no chain.
func (f *folder) renewed(from *Snapshot, stale staleness) *folder {
	next := newFolder(f.dir, from)
	base := f.base.Load()
	if state := f.state.Load(); state != nil { // loaded last: reading sets the state before it removes the base
		base = state
	} else {
		stale = f.stale.and(stale)
	}
	next.stale = stale
	next.base.Store(base)
	return next
}

func (f *folder) isRead() bool { return f.state.Load() != nil }

// pathFacts are the latest known ones; nil if there are none.
func (f *folder) pathFacts() *pathFacts {
	state := f.base.Load()
	if now := f.state.Load(); now != nil { // loaded last, as in renewed
		state = now
	}
	if state == nil {
		return nil
	}
	return state.paths
}

// hasFiles reports whether the folder is known to have program files of its own.
func (f *folder) hasFiles() bool {
	state := f.state.Load()
	return state != nil && state.files.size() > 0
}

// used are the known directories on which the findings of the program depend.
func (f *folder) used() []string {
	if state := f.state.Load(); state != nil {
		return state.used()
	}
	return nil
}

// used are the directories of components, and those below the program.
func (s *folderState) used() []string { return slices.Concat(s.components, s.below) }

func (f *folder) read() *folderState {
	f.once.Do(func() {
		from := f.from.Load()
		b := builder{Snapshot: from, fsys: from.fsys, folder: f, base: f.base.Load(), next: &folderState{}}
		if from.session.options.Record {
			b.next.reads = disk.Watch(from.fsys)
			b.fsys = b.next.reads
		}
		defer func() { // also after a panic: later callers get what there is
			f.state.Store(b.next)
			f.base.Store(nil)
			f.from.Store(nil)
		}()
		b.build()
	})
	return f.state.Load()
}

type folderState struct {
	seen       *disk.Seen // what listing the directory looked at; nil for an unsaved document
	reads      *disk.Seen // everything that was read for the program, if the session records it
	asked      *askedSchemas
	disk       listing
	files      byPath[*syntax.File] // all files ending in .pp, open or not
	size       size                 // of those that are parsed
	project    stackfile.Project
	settings   settings.File
	stackDir   string            // where the files of its stacks are; empty if it is no program of a project
	stacks     *stackfile.Set    // the project file and those of stacks; nil without stackDir
	stack      *analysis.Stack   // nil for none
	unread     []Problem         // files of stacks that could not be read
	pcl        []*syntax.File    // the PCL files, by path
	program    *analysis.Program // nil if there is no such directory or nothing in it
	components []string
	below      []string // the directories with .pp files below that of a program of a project, sorted
	upgraded   *upgradedPrograms
	book       *ruleBook // nil if settings name no rules
	linked     *links    // where the components are
	// componentsVersion changes when a component changes.
	componentsVersion *version
	paths             *pathFacts // what the program asked about other files; nil without a program
}

type listing struct {
	entries int
	files   map[string]diskFile // those ending in .pp, by path
	err     error               // why the directory could not be listed
}

// diskFile is a file as it was last read.
type diskFile struct {
	stamp disk.Stamp
	text  string
	cut   bool // the file is longer than may be parsed, and text only its beginning
	read  bool
	err   error
}

// problems are the files that could not be read or are too large, by path.
func (s *folderState) problems() []Problem {
	found := slices.Clone(s.unread)
	if s.disk.err != nil {
		found = append(found, Problem{Err: s.disk.err})
	}
	for path, f := range s.disk.files {
		if f.err != nil && s.files.at(path) == nil {
			found = append(found, Problem{Path: path, Err: f.err})
		}
	}
	for _, f := range s.pcl {
		if f.IsLarge() && s.disk.files[f.Path].err == nil && !isDoubtful(f) {
			found = append(found, Problem{Path: f.Path, Err: ErrTooLarge})
		}
	}
	lists.SortStable(found, func(a, b Problem) int { return cmp.Compare(a.Path, b.Path) })
	return found
}

// builder computes the state of a folder.
type builder struct {
	*Snapshot
	fsys   disk.FS // that of the snapshot, or one that records what is read of it
	folder *folder
	base   *folderState // nil if the directory is new
	next   *folderState
}

func (b *builder) build() {
	switch {
	case b.base == nil || b.folder.stale.list:
		b.list()
		b.readFiles()
	case !b.takeOver():
		b.next.disk.files = maps.Clone(b.next.disk.files)
		b.readFiles()
	}
	b.buildProgram()
}

// takeOver takes over the known state of the directory, except for open documents. It returns
// false if these may decide which files are parsed, or which are PCL.
func (b *builder) takeOver() bool {
	next := b.next
	next.seen, next.disk, next.project, next.settings = b.base.seen, b.base.disk, b.base.project, b.base.settings
	next.book, next.stackDir, next.stacks, next.stack, next.unread = b.base.book, b.base.stackDir, b.base.stacks, b.base.stack, b.base.unread
	next.below = b.base.below
	if b.folder.stale.stack {
		b.readStacks(disk.Watch(b.fsys), nil)
	}
	files, pcl, all := b.base.files, b.base.pcl, b.base.size
	for _, path := range b.opened.in(b.folder.dir) {
		o := b.overlays.at(path)
		before := files.at(path)
		if !isProgramFile(path) || before == o.file() {
			continue
		}
		if before == nil {
			return false
		}
		if now := b.languages().verdict(o.file()); now != b.languages().verdict(before) || now == inDoubt {
			return false
		}
		all = all.without(before).with(o.file())
		files = files.with(path, o.file())
		if i, found := slices.BinarySearchFunc(pcl, path, func(f *syntax.File, path string) int { return cmp.Compare(f.Path, path) }); found {
			pcl = slices.Concat(pcl[:i], []*syntax.File{o.file()}, pcl[i+1:])
		}
	}
	if !all.isWhole() || !b.programLimit().Allows(all.bytes, all.lines) {
		return false
	}
	next.files, next.pcl, next.size = files, pcl, all
	return true
}

// languages tells which files are PCL.
func (b *builder) languages() recognizer {
	return recognizer{dir: standsIn(b.folder.dir), seen: b.next.seen, project: b.next.project, settings: &b.next.settings}
}

const listedEndings = ".pp .pcl .yaml .yml"

func (b *builder) list() {
	listed := &b.next.disk
	listed.files = map[string]diskFile{}
	if !disk.IsPath(b.folder.dir) {
		return
	}
	seen := disk.Watch(b.fsys)
	b.next.seen = seen
	stands := standsIn(b.folder.dir)
	b.next.project, b.next.settings = stackfile.ProjectOf(seen, stands), settings.For(b.session.options.Settings, seen, b.openText, stands)
	if b.next.book = b.session.books.of(b.next.settings, seen); b.next.book != nil {
		b.next.settings.Faults = slices.Concat(b.next.settings.Faults, b.next.book.missing)
	}
	if stands != b.folder.dir && b.listInputs() {
		return
	}
	entries, err := seen.ReadNames(b.folder.dir, listedEndings)
	if err != nil && !disk.IsAbsent(err) {
		listed.err = err
	}
	listed.entries = len(entries)
	b.readStacks(seen, entries)
	if b.next.project.IsPCL && b.next.stackDir != "" {
		b.next.below = listBelow(seen, b.folder.dir, entries)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".pp") && !e.IsDir() {
			b.listFile(path.Join(b.folder.dir, e.Name()))
		}
	}
}

// listInputs records the file of inputs that the folder stands for. It returns false if
// something else has its name.
func (b *builder) listInputs() bool {
	info, err := b.next.seen.StatPath(b.folder.dir)
	if err == nil && info.IsDir() {
		return false
	}
	if err == nil {
		b.listFile(b.folder.dir)
	}
	b.next.disk.entries = len(b.next.disk.files)
	return true
}

// listFile records a file, with its text if it was read before and did not change.
func (b *builder) listFile(path string) {
	info, err := b.next.seen.StatFile(path)
	if err != nil {
		b.next.disk.files[path] = diskFile{err: err, read: true}
		return
	}
	if info.IsDir() {
		return
	}
	now := diskFile{stamp: disk.StampOf(info)}
	if b.base != nil && !b.folder.stale.read[path] {
		if before := b.base.disk.files[path]; before.stamp == now.stamp && before.err == nil {
			if _, err := disk.RealPath(b.Snapshot.fsys, path); err == nil { // otherwise trust was withdrawn
				now = before
			}
		}
	}
	b.next.disk.files[path] = now
}

func (b *builder) buildProgram() {
	next := b.next
	if next.disk.entries == 0 && next.files.size() == 0 {
		return
	}
	var before *analysis.Program
	if b.base != nil {
		before = b.base.program
	}
	linked := &links{session: b.session, folders: map[string]*folder{}}
	schemas := b.schemas.in(standsIn(b.folder.dir))
	versionOfSchemas := version{of: schemas}
	if remembered, ok := schemas.(*rememberedSchemas); ok && b.session.options.Record {
		next.asked = &askedSchemas{rememberedSchemas: remembered, refs: map[string]schema.Ref{}}
		schemas = next.asked
	}
	next.paths = b.pathFacts()
	world := analysis.World{
		Schemas: schemas, SchemasVersion: versionOfSchemas, Component: linked.program, Below: next.below, Directory: next.paths.directory, File: next.paths.file, Spelling: next.paths.spelling, Names: next.paths.names, Content: next.paths.content, Mode: b.forgiving(), Language: languageOf(b.pulumi, &next.settings, next.project, b.session.options.Installed), Stack: next.stack,
		PublicNames: b.publicNames(), Targets: cmp.Or(b.targets, next.settings.Targets), SuppressionReasons: next.settings.RequireReasons,
		OptIns:       b.next.settings.OptIns(b.policy),
		FilesVersion: next.paths, ComponentsVersion: b.componentsVersion(), Each: b.session.workers.Each, Final: b.session.options.Record,
	}
	next.program = analysis.NewProgram(b.folder.dir, next.pcl, world, before)
	if next.upgraded = (&upgradedPrograms{}); b.base != nil {
		next.upgraded = b.base.upgraded.after()
	}
	next.linked, next.components = linked, next.program.ComponentDirs()
	next.componentsVersion = world.ComponentsVersion.(*version)
	for _, dir := range next.used() {
		linked.folders[dir] = b.Snapshot.folder(dir)
	}
}

// hasRules reports whether settings name rule files. Nothing may be known of the directory.
func (s *folderState) hasRules() bool { return s != nil && s.book != nil }

// upgradedBy is the program with a later version of a package, here and in its components.
func (s *folderState) upgradedBy(c *impact.Changes) *analysis.Program {
	return s.upgraded.by(c, s.program, func(now *analysis.Program) *analysis.Program {
		if f := s.linked.folders[now.Dir]; f != nil {
			return f.read().upgradedBy(c)
		}
		return now // only in a text that is tried out
	})
}

// publicNames are those of the client, or else those of the settings file.
func (b *builder) publicNames() analysis.PublicNames {
	if b.names != (analysis.PublicNames{}) {
		return b.names
	}
	return b.next.settings.PublicNames
}

// forgiving is the mode of the session if one was chosen, or else that of the settings
// file for this directory.
func (b *builder) forgiving() analysis.Mode {
	if b.modeChosen {
		return b.mode
	}
	return b.next.settings.ModeFor(standsIn(b.folder.dir))
}

// pathFacts are those of the base if only texts changed.
func (b *builder) pathFacts() *pathFacts {
	if b.base != nil && b.base.paths != nil && !b.folder.stale.list && !b.folder.stale.paths && b.base.paths.opened == b.opened {
		return b.base.paths
	}
	return newPathFacts(b.fsys, b.opened, b.folder.dir, b.next.project)
}

// version identifies a state of the answers of a world.
type version struct{ of any }

// componentsVersion is that of the base as long as the used directories are the same.
func (b *builder) componentsVersion() *version {
	if b.base == nil || b.base.linked == nil || !b.base.paths.namesAs(b.next.paths) {
		return &version{}
	}
	if !slices.Equal(b.base.below, b.next.below) {
		return &version{}
	}
	for _, dir := range b.base.used() {
		if b.Snapshot.folder(dir) != b.base.linked.folders[dir] {
			return &version{}
		}
	}
	return b.base.componentsVersion
}

// links are the directories that a program uses as components.
type links struct {
	session *Session
	folders map[string]*folder // nil for what can be no directory
}

// program is the program of another directory. A directory that the program does not use,
// such as one in a text that is only tried out, is taken from the current snapshot.
func (l *links) program(dir string) *analysis.Program {
	f, linked := l.folders[dir]
	switch {
	case !linked:
		return l.session.Snapshot().ProgramIn(dir)
	case f == nil:
		return nil
	}
	return f.read().program
}

// String says what cannot be read and why.
func (p Problem) String() string {
	if p.Path == "" || strings.Contains(p.Err.Error(), p.Path) {
		return p.Err.Error()
	}
	return fmt.Sprintf("%s: %v", p.Path, p.Err)
}
