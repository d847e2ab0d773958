package workspace

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file implements snapshots: what callers can ask one, and how the next one is made.

// Snapshot is the state of a session at one moment. It never changes, but reads a
// directory only when that is first needed. It is safe for concurrent use.
type Snapshot struct {
	session  *Session
	number   uint64
	fsys     disk.FS
	mode     analysis.Mode
	pulumi   string // the version that judges all programs; empty if they say it themselves
	stack    string // the selected one; empty for those of settings files
	schemas  *schemaMemory
	policy   codes.Policy         // over those of settings files
	names    analysis.PublicNames // before those of settings files
	targets  targets.Set          // before those of settings files
	limit    syntax.Limit         // of each file
	overlays byPath[overlay]      // by path

	callSites  map[string]*callSiteHints // components, by directory
	states     *stateBook
	modeChosen bool // mode goes before those of settings files

	opened *openPaths // those of the overlays

	mu      sync.Mutex         // guards folders; not held while one is read
	folders map[string]*folder // by directory

	embeddings sync.Map // *embedding by path
}

// Number counts the states of a session.
func (s *Snapshot) Number() uint64 { return s.number }

// Program is the program that a file belongs to; nil if the file does not exist or is not
// PCL.
func (s *Snapshot) Program(path string) *analysis.Program {
	path = disk.Clean(path)
	if !isProgramFile(path) {
		return nil
	}
	p := s.ProgramIn(dirOf(path))
	if p == nil {
		return nil
	}
	if _, ok := p.File(path); !ok {
		return nil
	}
	return p
}

// ProgramIn is the program in a directory. It has no files if none of the files there is
// PCL. It is nil if the directory does not exist or is empty.
func (s *Snapshot) ProgramIn(dir string) *analysis.Program {
	return s.state(disk.Clean(dir)).program
}

// File is the text of a file: of an open document as the editor has it, and otherwise of
// a .pp file, settings file, rule file, project file or stack file as it was read. It is not ok for
// anything else. Files of other languages have a text and places too.
func (s *Snapshot) File(path string) (file *syntax.File, version int, open, ok bool) {
	path = disk.Clean(path)
	if o, open := s.overlays.find(path); open {
		return o.file(), o.version, true, true
	}
	if source := s.stackSource(path); source != nil {
		return source, 0, false, true
	}
	if s.session.options.Embedded != nil && mayEmbed(path) && disk.IsPath(path) {
		e := s.embedding(path)
		return e.source, 0, false, e.source != nil
	}
	if source := s.session.books.source(path); source != nil {
		return source, 0, false, true
	}
	if !disk.IsPath(path) || !isProgramFile(path) && !s.isSettings(path) {
		return nil, 0, false, false
	}
	state := s.folder(dirOf(path)).read()
	if s.isSettings(path) {
		if state.settings.Path != path {
			return nil, 0, false, false
		}
		return syntax.Parse(path, state.settings.Text, nil), 0, false, true
	}
	file = state.files.at(path)
	return file, 0, false, file != nil
}

// Version is the version of an open document, whose path is clean.
func (s *Snapshot) Version(path string) (version int, open bool) {
	o, open := s.overlays.find(path)
	return o.version, open
}

// Stack is the name of the stack selected for all programs; empty for none.
func (s *Snapshot) Stack() string { return s.stack }

// Limit is how long a file may be to be checked.
func (s *Snapshot) Limit() syntax.Limit { return s.limit }

// Open lists the open documents, sorted. Snapshots with the same documents share the list, which must not be changed.
func (s *Snapshot) Open() []string { return slices.Clip(s.opened.sorted) }

// ReadFile reads a file as the session does.
func (s *Snapshot) ReadFile(path string) ([]byte, error) { return s.fsys.ReadFile(path) }

// Problems are the files of a directory that could not be read and are missing from its
// program.
func (s *Snapshot) Problems(dir string) []Problem {
	return s.state(disk.Clean(dir)).problems()
}

// Each does independent work with the workers of the session. It calls a function with
// every number below n, in any order and maybe several at once, and returns after all
// calls. A panic in a call is a panic in Each.
func (s *Snapshot) Each(n int, do func(i int)) { s.session.workers.Each(n, do) }

// Schemas finds packages as the program of a directory does. What was found stays until a
// change.
func (s *Snapshot) Schemas(dir string) analysis.Schemas {
	return s.schemas.in(standsIn(disk.Clean(dir)))
}

// Identity identifies the file or directory that a path leads to.
func (s *Snapshot) Identity(path string) disk.Identity {
	if !disk.IsPath(path) {
		return disk.Identity{}
	}
	return disk.IdentityOf(s.fsys, path)
}

// openAs reports whether a file on disk is open under a name that differs in case or
// composition.
func (s *Snapshot) openAs(path string) bool {
	open, _ := s.opened.places()
	return len(open) > 0 && slices.ContainsFunc(open[disk.Folded(path)], func(other string) bool {
		return other != path && s.Identity(other).Is(s.Identity(path))
	})
}

func (s *Snapshot) openText(path string) (string, bool) {
	o, open := s.overlays.find(path)
	if !open {
		return "", false
	}
	return o.file().Text(), true
}

func (s *Snapshot) isOpen(path string) bool {
	_, open := s.overlays.find(path)
	return open
}

// state is what is known of a directory; nothing if the name is not that of one.
func (s *Snapshot) state(dir string) *folderState {
	if f := s.folder(dir); f != nil {
		return f.read()
	}
	return &folderState{}
}

// folder is a directory, read or not; nil if the name is not that of a directory.
func (s *Snapshot) folder(dir string) *folder {
	if !disk.IsPath(dir) && !s.isOpen(dir) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folders[dir] == nil {
		s.folders[dir] = newFolder(dir, s)
	}
	return s.folders[dir]
}

// after is the snapshot that follows this one.
func (s *Snapshot) after(changes []Change) *Snapshot {
	next := &Snapshot{session: s.session, number: s.number + 1, fsys: s.fsys, mode: s.mode, modeChosen: s.modeChosen, stack: s.stack, pulumi: s.pulumi, schemas: s.schemas, policy: s.policy, names: s.names, targets: s.targets, limit: s.limit, overlays: s.overlays, opened: s.opened, callSites: s.callSites, states: s.states}
	s.mu.Lock()
	next.folders = maps.Clone(s.folders)
	s.mu.Unlock()
	for dir, f := range next.folders {
		next.folders[dir] = f.own(next)
	}
	dirty := dirtySet{snapshot: next, stale: map[string]staleness{}}
	for _, c := range changes {
		dirty.note(c)
	}
	dirty.spread()
	next.listOpen()
	for dir, f := range next.folders {
		if stale := dirty.stale[dir]; !stale.none() {
			next.folders[dir] = f.renewed(next, stale)
		}
		if !disk.IsPath(dir) && !next.isOpen(dir) {
			delete(next.folders, dir)
		}
	}
	return next
}

// listOpen lists the open documents again if they differ from those of the previous
// snapshot.
func (s *Snapshot) listOpen() {
	same := len(s.opened.has) == s.overlays.size()
	for path := range s.overlays.all() {
		same = same && s.opened.has[path]
	}
	if same {
		return
	}
	s.opened = &openPaths{has: map[string]bool{}, sorted: slices.Sorted(s.overlays.paths())}
	for path := range s.overlays.all() {
		s.opened.has[path] = true
	}
}

// dirtySet collects the directories that must be refreshed in the next snapshot.
type dirtySet struct {
	snapshot *Snapshot
	stale    map[string]staleness
}

// note applies a change and marks what it affects.
func (d dirtySet) note(c Change) {
	switch c := c.(type) {
	case Open:
		d.open(disk.Clean(c.Path), c)
	case Edit:
		d.edit(disk.Clean(c.Path), d.limited(c.File), c.Version)
	case Close:
		path := disk.Clean(c.Path)
		if d.snapshot.isOpen(path) {
			d.snapshot.overlays = d.snapshot.overlays.without(path)
			d.mark(dirOf(path), staleness{list: true})
			d.pathsAt(path)
			d.settings(path)
			d.configures(path)
		}
	case DiskChanged:
		d.disk(c.Paths)
	case namesChanged:
		for _, dir := range c.dirs {
			d.mark(dir, staleness{list: true})
		}
	case SchemasChanged:
		d.forgetSchemas()
	case SchemasArrived:
		d.showSchemas()
	case PolicyChanged:
		if !d.snapshot.policy.Equal(c.Policy) { // it may turn rules on
			d.snapshot.policy = c.Policy
			d.markAll(staleness{rebuild: true})
		}
	case stateChange:
		d.snapshot.states = c.states(d.snapshot.states)
	case callersArrived:
		d.snapshot.callSites = c.callSites
	case StackSelected:
		choose(d, &d.snapshot.stack, c.Stack, staleness{rebuild: true, stack: true})
	case EvictUnused:
		d.evictExcept(c.Keep)
	case Idle:
		d.evictExcept(d.isCurrent)
	case LimitChanged:
		d.setLimit(c.Limit)
	case PublicNamesChanged:
		choose(d, &d.snapshot.names, c.Names, staleness{rebuild: true})
	case TargetsChanged:
		choose(d, &d.snapshot.targets, c.Targets, staleness{rebuild: true})
	case PulumiChosen:
		choose(d, &d.snapshot.pulumi, c.Version, staleness{rebuild: true})
	}
}

// open opens a document. It reuses what is known about the file.
func (d dirtySet) open(path string, c Open) {
	known, next, text, version := d.known(path), d.snapshot, c.Text, c.Version
	switch {
	case IsMarkdown(path) || c.Markdown && !IsProgramFile(path):
		d.setFile(path, newPage(path, text, version), false)
	case known != nil && known.Len() == len(text) && known.Limit() == next.limit && known.Text() == text:
		d.edit(path, known, version)
	case len(text) < soon:
		d.edit(path, next.parser(syntax.OneByOne)(path, text, known), version)
	default:
		parse, tell := next.parser(next.session.workers.Each), next.session.parsed.tell
		file := sync.OnceValue(func() *syntax.File {
			f := parse(path, text, known)
			tell(known, f, true)
			return f
		})
		d.setFile(path, overlay{file: file, version: version}, false)
	}
}

// edit gives a document a text that is parsed. An unchanged text affects no program.
func (d dirtySet) edit(path string, file *syntax.File, version int) {
	d.snapshot.session.parsed.tell(d.known(path), file, true)
	state := d.loaded(path)
	unchanged := state != nil && d.stale[dirOf(path)].none() && sameText(state.files.at(path), file)
	d.setFile(path, d.snapshot.overlays.at(path).with(file, version), unchanged)
}

// known is the file at a path, if it was read; otherwise nil.
func (d dirtySet) known(path string) *syntax.File {
	if o, open := d.snapshot.overlays.find(path); open {
		return o.file()
	}
	if state := d.loaded(path); state != nil {
		return state.files.at(path)
	}
	return nil
}

// loaded is the state of the directory of a file, if it was read; otherwise nil.
func (d dirtySet) loaded(path string) *folderState {
	if f := d.snapshot.folders[dirOf(path)]; f != nil {
		return f.state.Load()
	}
	return nil
}

func (d dirtySet) setFile(path string, o overlay, unchanged bool) {
	if !d.snapshot.isOpen(path) {
		d.pathsAt(path)
		if d.namedAnew(path) {
			d.mark(dirOf(path), staleness{list: true})
		}
	}
	d.snapshot.overlays = d.snapshot.overlays.with(path, o)
	d.settings(path)
	d.configures(path)
	if !unchanged && isProgramFile(path) {
		d.mark(dirOf(path), staleness{rebuild: true})
	}
}

// namedAnew reports whether a file is only known by a name in other letters.
func (d dirtySet) namedAnew(path string) bool {
	state := d.loaded(path)
	if state == nil || state.files.at(path) != nil {
		return false
	}
	for other := range state.files.all() {
		if disk.Alike(other, path) {
			return true
		}
	}
	return false
}

// settings marks the programs that a settings file with a new text applies to.
func (d dirtySet) settings(path string) {
	if !settings.IsFile(path) {
		return
	}
	for dir := range d.snapshot.folders {
		if disk.Inside(dir, dirOf(path)) {
			d.mark(dir, staleness{list: true})
		}
	}
}

// disk marks the directories that a change of the disk affects: those of the files, those
// created or deleted with them, and those above that may have become empty or have gone.
func (d dirtySet) disk(paths []string) {
	d.snapshot.states = d.snapshot.states.Without(paths)
	if len(paths) == 0 {
		d.schemaFilesChanged()
		d.markAll(staleness{list: true})
		return
	}
	changed := make([]string, len(paths))
	under := make([]string, len(paths)) // what was created or deleted if it is a directory, or where the files are that one configures
	for i, p := range paths {
		p = disk.Clean(p)
		changed[i], under[i] = p, p
		if stackfile.IsProjectFile(p) || settings.IsFile(p) || stackfile.IsFile(p) || isSign(p) {
			under[i] = dirOf(p)
		}
		if decidesOnSchemas(p) {
			d.schemaFilesChanged()
		}
	}
	d.pathsAt(changed...)
	rulesChanged := slices.ContainsFunc(changed, rules.IsFile)
	read, at, around := byDirectory(slices.Values(changed)), disk.PathSetOf(changed...), disk.PathSetOf(under...)
	for dir, f := range d.snapshot.folders {
		if around.Covers(dir) || at.AnyIn(dir) && !f.hasFiles() || f.known().configuredByOne(read) || rulesChanged && f.known().hasRules() {
			d.mark(dir, staleness{list: true})
		}
	}
	for dir, files := range read {
		d.mark(dir, staleness{list: true, read: files})
	}
}

// pathsAt marks the programs that asked about one of some paths, or about one in or above it.
func (d dirtySet) pathsAt(paths ...string) {
	var lower []string // as the paths that programs asked about
	lower = append(lower, lists.Map(paths, strings.ToLower)...)
	changed := disk.PathSetOf(lower...)
	for dir, f := range d.snapshot.folders {
		if f.pathFacts().concern(changed) {
			d.mark(dir, staleness{rebuild: true, paths: true})
		}
	}
}

// schemaFilesChanged forgets all schemas, unless the session refreshes them in the
// background.
func (d dirtySet) schemaFilesChanged() {
	if m := d.snapshot.schemas; !m.watches || m.load == nil {
		d.forgetSchemas()
	}
}

func (d dirtySet) forgetSchemas() {
	d.snapshot.schemas = d.snapshot.schemas.emptied()
	d.snapshot.schemas.era++
	d.markAll(staleness{rebuild: true, paths: true})
}

// showSchemas makes loaded schemas visible. Every program is rebuilt, as each may use
// them; results stay valid unless something they read changed.
func (d dirtySet) showSchemas() {
	d.snapshot.schemas = d.snapshot.schemas.updated()
	d.markAll(staleness{rebuild: true})
}

func (d dirtySet) mark(dir string, stale staleness) { d.stale[dir] = d.stale[dir].and(stale) }

func (d dirtySet) markAll(stale staleness) {
	for dir := range d.snapshot.folders {
		d.mark(dir, stale)
	}
}

// choose sets what holds for all programs. Every program is rebuilt from the known texts if that is new.
func choose[T comparable](d dirtySet, at *T, now T, stale staleness) {
	if *at != now {
		*at = now
		d.markAll(stale)
	}
}

// spread marks every directory whose program uses a marked one. A component that was not
// read yet counts as marked: the components it uses are unknown.
func (d dirtySet) spread() {
	users := map[string][]string{}
	var touched []string
	for dir, f := range d.snapshot.folders {
		for _, inner := range f.used() {
			if users[inner] == nil && d.touched(inner) {
				touched = append(touched, inner)
			}
			users[inner] = append(users[inner], dir)
		}
	}
	for ; len(touched) > 0; touched = touched[1:] {
		for _, user := range users[touched[0]] {
			if d.stale[user].none() {
				d.mark(user, staleness{rebuild: true})
				touched = append(touched, user)
			}
		}
	}
}

func (d dirtySet) touched(dir string) bool {
	f := d.snapshot.folders[dir]
	return !d.stale[dir].none() || f == nil || !f.isRead()
}

// Problem is something in the workspace that could not be read.
type Problem struct {
	Path string
	Err  error
}
