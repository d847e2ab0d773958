package recheck

import (
	"crypto/sha256"
	"sync"
)

// This file records which environment variables a check reads.

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
