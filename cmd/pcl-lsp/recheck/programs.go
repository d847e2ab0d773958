// Package recheck remembers the results of checks on disk, so that a check of unchanged
// programs only has to compare.
//
// The result of a program counts for the same question (version and flags) as long as it has the same
// key: a hash of everything that was read for it, as package disk identifies it. What is absent counts like
// what is there. The environment variables that were read must have the same values too. Paths are kept
// relative to the working directory and to that of the user, and texts count by their hashes, so a result
// is valid in another checkout and on another machine. The package does not know what a result is.
// Results contain findings but no texts of files.
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
// Why github.com/go-json-experiment/json: most fields of a result are zero. It leaves these out without a
// tag on each, and decodes in half the time of the standard library.
package recheck

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
	memory   Memory
	question []byte
	place    Place
	files    *disk.Once
	prints   *disk.Prints

	old   pack // the zero value for none
	found []atomic.Pointer[sum]

	mu        sync.Mutex // guards what follows
	next      pack
	examined  map[string]bool   // programs whose old results no longer count
	numbers   map[string]int    // of the looks and questions in next
	variables map[string]string // those that were read
}

type sum = [sha256.Size]byte

// pack is what is kept of all programs. Paths have the form of [Place.name].
type pack struct {
	// Depth is how many directories the working directory is in. More would have to be looked at
	// from a deeper one.
	Depth int
	// Salt makes hashes of variables and texts say nothing without these.
	Salt      string
	Variables map[string]sum
	Texts     map[string]disk.View
	// Looks are lists of looks at names in some directory, and Questions ask one of them about a directory.
	Looks     [][]disk.Look
	Questions []question
	Results   map[string]result
}

// question asks what the looks with a number show in a directory. If their only path is empty, they are about the
// directory itself.
type question struct {
	Dir   string
	Looks int
}

// isSound reports whether all numbers are those of something.
func (k *pack) isSound() bool {
	for _, q := range k.Questions {
		if q.Looks < 0 || q.Looks >= len(k.Looks) {
			return false
		}
	}
	for _, r := range k.Results {
		if slices.ContainsFunc(r.Questions, func(n int) bool { return n < 0 || n >= len(k.Questions) }) {
			return false
		}
	}
	return true
}

// result is that of one program.
type result struct {
	Questions []int
	Key       sum // of the answers
	// Place is the directory for which the result counts, if its text has a path; empty for all.
	Place string
	Value jsontext.Value
}

// Open reads what is remembered for a question, which must be the same for checks that come to the
// same results and must encode as JSON.
func Open(m Memory, about any, place Place) *Programs {
	text, err := jsonv2.Marshal(about, jsonv2.Deterministic(true))
	if err != nil {
		return nil
	}
	p := &Programs{
		memory: m, question: text, place: place, files: disk.LookOnce(disk.Machine{}),
		examined: map[string]bool{}, numbers: map[string]int{}, variables: map[string]string{},
	}
	var old pack
	kept, ok := m.Recall(text)
	ok = ok && jsonv2.Unmarshal(kept, &old) == nil && old.isSound()
	if ok && old.Depth >= depth(place.Dir) && p.sameVariables(&old) {
		p.old = old
	}
	texts := map[string]disk.View{}
	for name, text := range p.old.Texts {
		texts[place.path(name)] = text
	}
	p.found = make([]atomic.Pointer[sum], len(p.old.Questions))
	p.next = pack{
		Depth: depth(place.Dir), Salt: cmp.Or(p.old.Salt, rand.Text()),
		Variables: map[string]sum{}, Texts: map[string]disk.View{}, Results: map[string]result{},
	}
	p.prints = disk.NewPrints(p.files, p.next.Salt, texts)
	return p
}

// sameVariables reports whether the variables of an earlier check have the same values. What is kept
// of it still depends on them.
func (p *Programs) sameVariables(old *pack) bool {
	for name, known := range old.Variables {
		if sha256.Sum256([]byte(old.Salt+p.Variable(name))) != known {
			return false
		}
	}
	return true
}

// FS is the file system that the check must use.
func (p *Programs) FS() disk.FS { return p.files }

// Variable reads an environment variable for the check.
func (p *Programs) Variable(name string) string {
	value := p.place.Variable(name)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.variables[name] = value
	return value
}

// Recall restores the result of a program, if everything that was read for it is unchanged.
func (p *Programs) Recall(name string, value any) bool {
	if p == nil {
		return false
	}
	known, ok := p.old.Results[name]
	if !ok || known.Place != "" && known.Place != p.place.Dir {
		return false
	}
	var answers []byte
	for _, n := range known.Questions {
		answers = append(answers, p.answer(n)[:]...)
	}
	return sha256.Sum256(answers) == known.Key && jsonv2.Unmarshal(known.Value, value) == nil
}

// answer looks at what a question of the old pack asks, once.
func (p *Programs) answer(n int) *sum {
	if known := p.found[n].Load(); known != nil {
		return known
	}
	q := p.old.Questions[n]
	dir := p.place.path(q.Dir)
	h := sha256.New()
	for _, l := range p.old.Looks[q.Looks] {
		l.Path = in(dir, l.Path)
		_, _ = io.WriteString(h, p.prints.Now(l)) // never fails
	}
	found := sum(h.Sum(nil))
	p.found[n].Store(&found) // or two look at once, and see the same
	return &found
}

// Keep remembers the result of a program and what was read for it. The name is the path of a directory, relative to the
// working one, and maybe a zero byte and more.
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
	p.examined[name] = true
	prints, ok := p.prints.Of(reads...)
	if !ok {
		return
	}
	r := result{Value: text}
	for _, dir := range []string{p.place.Dir, p.place.Home} {
		if dir != "" && dir != "/" && strings.Contains(string(text), dir) {
			r.Place = p.place.Dir
		}
	}
	r.Questions, r.Key = p.next.questions(p.numbers, p.byDir(prints))
	p.next.Results[name] = r
}

// answered is a look at a name in a directory, and the print of what it showed.
type answered struct {
	disk.Look
	print string
}

// byDir sorts looks by the directories that they are in, in the form of the pack.
func (p *Programs) byDir(prints map[disk.Look]string) map[string][]answered {
	dirs := map[string]bool{}
	for l := range prints {
		dir, _ := cut(p.place.name(l.Path))
		dirs[dir] = true
	}
	all := map[string][]answered{}
	for l, print := range prints {
		dir, base := p.place.name(l.Path), ""
		if l.Kind != disk.Names && !dirs[dir] { // otherwise all directories are asked the same
			dir, base = cut(dir)
		}
		l.Path = base
		all[dir] = append(all[dir], answered{l, print})
	}
	return all
}

// questions returns the numbers of the questions that were answered, and the key of the answers.
func (k *pack) questions(numbers map[string]int, byDir map[string][]answered) (all []int, key sum) {
	var answers []byte
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		looks := byDir[dir]
		slices.SortFunc(looks, func(a, b answered) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Endings, b.Endings))
		})
		h := sha256.New()
		for _, l := range looks {
			_, _ = io.WriteString(h, l.print) // never fails
		}
		answers = h.Sum(answers)
		all = append(all, k.question(numbers, dir, lists.Map(looks, func(l answered) disk.Look { return l.Look })))
	}
	return all, sha256.Sum256(answers)
}

// question returns the number of a question.
func (k *pack) question(numbers map[string]int, dir string, looks []disk.Look) int {
	n := numbered(numbers, fmt.Sprintf("%q", looks), &k.Looks, looks)
	return numbered(numbers, fmt.Sprintf("%d %s", n, dir), &k.Questions, question{dir, n})
}

// numbered returns the number of a value with a name in a list. It adds the value if there is none.
func numbered[T any](numbers map[string]int, name string, list *[]T, value T) int {
	n, known := numbers[name]
	if !known {
		n = len(*list)
		numbers[name] = n
		*list = append(*list, value)
	}
	return n
}

// Save stores what was kept, together with earlier results of programs that this check did not look
// at, as long as their directories exist. Failures are silent: the next check just takes longer.
func (p *Programs) Save() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	texts, renewed := p.prints.Texts()
	if p.old.Salt != "" && len(p.next.Results) == 0 && !renewed {
		return
	}
	for name, known := range p.old.Results {
		dir, _, _ := strings.Cut(name, "\x00")
		if _, err := p.files.Stat(p.place.path(dir)); err != nil || p.examined[name] {
			continue
		}
		for i, n := range known.Questions {
			q := p.old.Questions[n]
			known.Questions[i] = p.next.question(p.numbers, q.Dir, p.old.Looks[q.Looks])
		}
		p.next.Results[name] = known
	}
	for _, q := range p.next.Questions {
		for _, l := range p.next.Looks[q.Looks] {
			file := in(p.place.path(q.Dir), l.Path)
			if text, ok := texts[file]; ok {
				p.next.Texts[p.place.name(file)] = text
			}
		}
	}
	for name, value := range p.variables {
		p.next.Variables[name] = sha256.Sum256([]byte(p.next.Salt + value))
	}
	if text, err := jsonv2.Marshal(p.next, compact); err == nil {
		_ = p.memory.Keep(p.question, text)
	}
}

// compact leaves out everything that is zero, which most of a result is.
var compact = jsonv2.OmitZeroStructFields(true)

// depth is how many directories a directory is in.
func depth(dir string) int { return strings.Count(path.Clean(dir), "/") }

// in is the path of a name in a directory; that of the directory if the name is empty.
func in(dir, name string) string {
	if name == "" {
		return dir
	}
	return disk.Join(dir, name)
}

// cut cuts a name into a directory and the name there. The latter is empty if only the whole has a
// meaning.
func cut(name string) (dir, base string) {
	i := strings.LastIndexByte(name, '/')
	if i <= 0 || name[i+1:] == "" || name[i+1:] == "." || name[i+1:] == ".." {
		return name, ""
	}
	return name[:i], name[i+1:]
}

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
