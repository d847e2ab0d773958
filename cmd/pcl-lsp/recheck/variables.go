package recheck

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// This file records which environment variables a check reads.

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
