// Package recheck remembers the results of checks on disk, so that a check of unchanged
// programs only has to compare.
//
// The result of a program counts for the same question (version and flags) as long as
// everything that was read for it, and the environment variables that were read, are unchanged;
// package disk records and compares what is read. Paths are kept relative to the working
// directory and to that of the user, and texts count by their hashes, so a result is valid in
// another checkout and on another machine. The package does not know what a result is. Results
// contain findings but no texts of files.
//
// The results for a question are a file, named by a hash of the question. It is written in one
// step and starts with a hash or signature of question and content, so damaged, truncated and
// foreign files are ignored. Any problem with the directory means only that nothing is
// remembered. Several processes may share a directory; what the last one writes stays.
//
// The directory is private to the user: findings quote names from programs, and anybody
// who can write to it could decide what a check reports. A directory that others can
// write to is used only if the user names it.
//
// Why one file and not one for each program: ten thousand files take longer to read than one,
// and the programs share most of what was read for them.
//
// Why two JSON packages: a result is decoded for each unchanged program, and most of its fields are
// zero. Only github.com/go-json-experiment/json leaves these out without a tag on each, and it decodes
// in half the time.
//
// The package revision leaves out findings that are not on lines that changed since a git revision.
//
// Why a ledger of observations and not one key for each program: a key of everything that was read takes 800 lines
// less, but with 10,000 programs an unchanged check then took 364 ms instead of 177, and the first check of small
// programs 3.2 s instead of 2.3.
package recheck

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"path"
	"strings"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file remembers the result of each program with what it depends on.

// Place is where a check runs. Paths in a memory are relative to it, so that a memory is valid on
// another machine.
type Place struct {
	// Dir is the working directory, and Home that of the user; empty for none.
	Dir, Home string
	// Variable reads an environment variable.
	Variable func(name string) string
}

// Programs remembers the results of programs. A result counts for the same question as long as
// everything that was read for it is unchanged. A nil Programs remembers nothing. It is safe for
// concurrent use.
type Programs struct {
	memory    Memory
	question  []byte
	place     Place
	files     *disk.Once
	variables *variables

	old      *pack // nil for none
	compared *disk.Comparison

	mu       sync.Mutex        // guards what follows
	restored map[string]bool   // results of the old pack
	kept     map[string]packed // what this check came to
	next     *disk.Ledger      // of what is kept
}

// Open reads what is remembered for a question, which must be the same for checks that come to the
// same results and must encode as JSON.
func Open(m Memory, question any, place Place) *Programs {
	text, err := json.Marshal(question)
	if err != nil {
		return nil
	}
	listings := disk.NewListings(place.name, place.path)
	var old *pack
	kept, ok := m.Recall(text)
	if ok {
		old, ok = readPack(kept, place.path, listings)
	}
	p := &Programs{
		memory: m, question: text, place: place,
		files: disk.ListOnce(disk.Machine{}, listings), variables: &variables{read: place.Variable, known: map[string]string{}},
		restored: map[string]bool{}, kept: map[string]packed{},
	}
	var salt [saltSize]byte
	if ok && old.depth >= depth(place.Dir) && p.sameVariables(old) {
		p.old, p.compared = old, old.ledger.Compare(p.files)
		salt = p.compared.Salt()
	}
	p.next = disk.NewLedger(salt)
	return p
}

// sameVariables reports whether the variables of an earlier check have the same values. What is kept
// of it still depends on them.
func (p *Programs) sameVariables(old *pack) bool {
	for name, sum := range old.variables {
		if hashed(old.salt, p.variables.read(name)) != sum {
			return false
		}
	}
	for name := range old.variables {
		p.variables.value(name)
	}
	return true
}

// FS is the file system that the check must use.
func (p *Programs) FS() disk.FS { return p.files }

// Variable reads an environment variable for the check.
func (p *Programs) Variable(name string) string { return p.variables.value(name) }

// Recall restores the result of a program, if everything that was read for it is unchanged.
func (p *Programs) Recall(name string, value any) bool {
	if p == nil || p.old == nil {
		return false
	}
	known, ok := p.old.results[name]
	if !ok {
		return false
	}
	reads, place, text, ok := known.parts()
	if !ok || place != "" && place != p.place.Dir || !p.compared.Holds(reads) || jsonv2.Unmarshal([]byte(text), value) != nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.restored[name] = true
	return true
}

// Keep remembers the result of a program and what was read for it.
func (p *Programs) Keep(name string, value any, reads []*disk.Seen) {
	if p == nil {
		return
	}
	text, err := jsonv2.Marshal(value, compact)
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.restored, name)
	numbers, ok := p.next.Add(reads...)
	if !ok {
		return
	}
	at := ""
	for _, dir := range []string{p.place.Dir, p.place.Home} {
		if dir != "" && dir != "/" && strings.Contains(string(text), dir) {
			at = p.place.Dir
		}
	}
	p.kept[name] = newPacked(numbers, at, text)
}

// Save stores what was kept, together with earlier results of programs that this check did not look
// at, and the names in directories at or below the paths that it searched. Failures are silent: the
// next check just takes longer.
func (p *Programs) Save(searched []string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var ledger []byte
	results := p.kept
	switch {
	case p.old == nil:
		ledger = p.next.Append(nil, p.place.name)
	case len(p.kept) > 0:
		for name, known := range p.old.results {
			p.keepAgain(name, known)
		}
		ledger = p.next.Append(nil, p.place.name)
	case p.compared.IsRenewed() || p.files.HasNewListings(searched):
		var ok bool
		if ledger, ok = p.compared.Append(nil); !ok {
			return
		}
		results = p.old.results
	default:
		return
	}
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	all := pack{depth: depth(p.place.Dir), salt: string(salt), variables: map[string]string{}, results: results}
	p.variables.each(func(name, value string) { all.variables[name] = hashed(all.salt, value) })
	_ = p.memory.Keep(p.question, all.append(nil, ledger, p.files.Listings(searched).Append(nil)))
}

// keepAgain keeps a result of the old pack, unless there is another one or it contradicts what is
// kept already.
func (p *Programs) keepAgain(name string, known packed) {
	if _, again := p.kept[name]; again {
		return
	}
	reads, place, value, ok := known.parts()
	if !ok {
		return
	}
	if reads, ok = p.next.AddAgain(p.compared, reads); ok {
		p.kept[name] = newPacked(reads, place, []byte(value))
	}
}

// compact leaves out everything that is zero, which most of a result is.
var compact = jsonv2.OmitZeroStructFields(true)

// depth is how many directories a directory is in.
func depth(dir string) int { return strings.Count(path.Clean(dir), "/") }

// name is a path as the memory has it: relative to the working directory or to that of the user.
func (p Place) name(file string) string {
	if rel, ok := disk.Relative(p.Dir, file); ok {
		return rel
	}
	if p.Home != "" && disk.Inside(file, p.Home) {
		return "~" + strings.TrimPrefix(file, p.Home)
	}
	return file
}

// path is the path behind a name. Above the root is the root.
func (p Place) path(name string) string {
	switch {
	case path.IsAbs(name) || disk.IsPath(name):
		return name
	case name == "~" || strings.HasPrefix(name, "~/"):
		return p.Home + name[1:]
	case name == "" || name[0] == '.': // `.` and `..` must be resolved
		return path.Join(p.Dir, name)
	}
	return disk.Join(p.Dir, name)
}

// hashed is a sum of a value that says nothing without the salt.
func hashed(salt, value string) string {
	sum := sha256.Sum256([]byte(salt + value))
	return string(sum[:])
}

// variables records which environment variables were read. It is safe for concurrent use.
type variables struct {
	read func(name string) string

	mu    sync.Mutex // guards known
	known map[string]string
}

func (v *variables) value(name string) string {
	value := v.read(name)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known[name] = value
	return value
}

func (v *variables) each(visit func(name, value string)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for name, value := range v.known {
		visit(name, value)
	}
}
