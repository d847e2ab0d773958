package recheck

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"path"
	"strings"
	"sync"

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

	old      *pack // with the paths of this place; nil for none
	compared *disk.Comparison

	mu       sync.Mutex        // guards what follows
	restored map[string]packed // from the old pack
	kept     map[string]packed // what this check came to
	next     *disk.Ledger      // of what is kept
}

// pack is what is stored.
type pack struct {
	// Depth is how many directories the working directory is in. More would have to be looked at
	// from a deeper one.
	Depth     int
	Salt      []byte
	Variables map[string][sha256.Size]byte
	Ledger    disk.Ledger
	Results   map[string]packed
}

// packed is the result of one program.
type packed struct {
	Reads []int32
	Value []byte
	// Place is the directory for which the result counts, if its text has a path; empty for all.
	Place string
}

// Open reads what is remembered for a question, which must be the same for checks that come to the
// same results and must encode as JSON.
func Open(m Memory, question any, place Place) *Programs {
	text, err := json.Marshal(question)
	if err != nil {
		return nil
	}
	p := &Programs{
		memory: m, question: text, place: place,
		files: disk.LookOnce(disk.Machine{}), variables: &variables{read: place.Variable, known: map[string]string{}},
		restored: map[string]packed{}, kept: map[string]packed{},
	}
	var old pack
	if m.Recall(text, &old) && old.Depth >= depth(place.Dir) && p.sameVariables(&old) {
		p.old = &old
		old.Ledger.Move(place.path)
		p.compared = old.Ledger.Compare(p.files)
		p.next = disk.NewLedger(old.Ledger.Salt)
	} else {
		p.next = disk.NewLedger([16]byte{})
	}
	return p
}

func (p *Programs) sameVariables(old *pack) bool {
	for name, sum := range old.Variables {
		if hash(old.Salt, p.variables.read(name)) != sum {
			return false
		}
	}
	return true
}

// FS is the file system that the check must use.
func (p *Programs) FS() disk.FS { return p.files }

// Variable reads an environment variable for the check.
func (p *Programs) Variable(name string) string { return p.variables.value(name) }

// Recall restores the result of a program, if everything that was read for it is unchanged.
func (p *Programs) Recall(name string, value any) bool {
	if p == nil {
		return false
	}
	known, ok := p.holds(name)
	return ok && json.Unmarshal(known.Value, value) == nil
}

// holds finds a result that still counts.
func (p *Programs) holds(name string) (packed, bool) {
	if p.old == nil {
		return packed{}, false
	}
	known, ok := p.old.Results[name]
	if !ok || known.Place != "" && known.Place != p.place.Dir || !p.compared.Holds(known.Reads) {
		return packed{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.restored[name] = known
	return known, true
}

// keepAgain keeps a result of the old pack, unless it contradicts what is kept already.
func (p *Programs) keepAgain(name string, known packed) {
	var seen []disk.Observation
	for _, n := range known.Reads {
		if n < 0 || int(n) >= len(p.old.Ledger.Seen) {
			return
		}
		seen = append(seen, p.old.Ledger.Seen[n])
	}
	if reads, ok := p.next.AddAgain(seen); ok {
		p.kept[name] = packed{reads, known.Value, known.Place}
	}
}

// Keep remembers the result of a program and what was read for it.
func (p *Programs) Keep(name string, value any, reads []*disk.Seen) {
	if p == nil {
		return
	}
	text, err := json.Marshal(value)
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
	p.kept[name] = packed{numbers, text, at}
}

// Recalled is how many results were restored.
func (p *Programs) Recalled() int {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.restored)
}

// Save stores what was kept, together with earlier results of programs that this check did not look
// at. Failures are silent: the next check just takes longer.
func (p *Programs) Save() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.old != nil {
		if renewed := p.compared.Renew(); len(p.kept) == 0 && !renewed {
			return
		}
		for _, all := range []map[string]packed{p.restored, p.old.Results} {
			for name, known := range all {
				if _, again := p.kept[name]; !again {
					p.keepAgain(name, known)
				}
			}
		}
	}
	p.next.Move(p.place.name)
	all := pack{Depth: depth(p.place.Dir), Salt: make([]byte, 16), Variables: map[string][sha256.Size]byte{}, Ledger: *p.next, Results: p.kept}
	_, _ = rand.Read(all.Salt) // never fails
	p.variables.each(func(name, value string) { all.Variables[name] = hash(all.Salt, value) })
	_ = p.memory.Keep(p.question, &all)
}

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
	}
	return path.Join(p.Dir, name)
}
