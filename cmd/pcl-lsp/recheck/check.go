package recheck

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file remembers what a check found, with everything that the check has read.

// Check is a check whose result of type T is remembered. It records which files and
// environment variables the check reads. A nil Check remembers nothing.
type Check[T any] struct {
	memory    Memory
	question  []byte
	files     *disk.Once
	variables *variables
}

// entry is a remembered result with what it depends on.
type entry[T any] struct {
	Trace disk.Trace
	Salt  []byte
	// Variables are the environment variables that the check read, with salted hashes of
	// their values.
	Variables map[string][sha256.Size]byte
	Result    T
}

// New prepares a check that answers a question, which must be the same for checks with
// the same result and must encode as JSON. The result is kept in a directory.
func New[T any](dir string, question any, variable func(name string) string) *Check[T] {
	text, err := json.Marshal(question)
	if err != nil {
		return nil
	}
	return &Check[T]{
		memory: Memory{Dir: dir}, question: text,
		files: disk.LookOnce(disk.Machine{}), variables: &variables{read: variable, known: map[string]string{}},
	}
}

// FS is the file system that the check must use.
func (c *Check[T]) FS() disk.FS { return c.files }

// Variable reads an environment variable for the check.
func (c *Check[T]) Variable(name string) string { return c.variables.value(name) }

// Recall returns the result of an earlier check of the same question, if everything that
// it read is unchanged. The function each runs work concurrently.
func (c *Check[T]) Recall(each func(n int, do func(i int))) (*T, bool) {
	if c == nil {
		return nil, false
	}
	var e entry[T]
	if !c.memory.Recall(c.question, &e) {
		return nil, false
	}
	for name, sum := range e.Variables {
		if hash(e.Salt, c.variables.read(name)) != sum {
			return nil, false
		}
	}
	return &e.Result, e.Trace.Holds(disk.Machine{}, each)
}

// Keep remembers the result of this check. Failures are silent: the next check just
// takes longer.
func (c *Check[T]) Keep(session *workspace.Session, result T) {
	if c == nil {
		return
	}
	settled := session.SchemasSettled() // this reads files, so it comes before the trace
	trace, ok := c.files.Seen().Trace()
	if !ok || !settled {
		return
	}
	e := entry[T]{Trace: trace, Salt: make([]byte, 16), Variables: map[string][sha256.Size]byte{}, Result: result}
	_, _ = rand.Read(e.Salt) // never fails
	c.variables.each(func(name, value string) { e.Variables[name] = hash(e.Salt, value) })
	_ = c.memory.Keep(c.question, &e)
}

func hash(salt []byte, value string) [sha256.Size]byte {
	return sha256.Sum256(append(slices.Clone(salt), value...))
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
