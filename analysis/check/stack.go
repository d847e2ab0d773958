package check

import (
	"maps"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file implements what a program knows of the stack that is selected: the
// values that its configuration gives to configs. (docs/language/configs.md#values)

// Stack is the configuration of one stack, as it is stored. It is immutable. Two
// worlds with the same Stack give the same answers about it.
type Stack struct {
	// Name is the stack's, and Project that of the project it belongs to; empty where
	// the project file has none.
	Name, Project string
	// Path is the file that the values stand in. There need not be one.
	Path string
	// Values are by configuration key, without the name of the project. A key of a package is
	// `package:key`.
	Values map[string]StackValue
}

// StackValue is the value that a stack's configuration has for a key.
type StackValue struct {
	// Text is the value as the evaluator is given it; empty for a secret.
	// Encrypted is the ciphertext, if the whole value is a secret.
	Text, Encrypted string
	// Secure says that the value, or a part of it, is a secret. Then it is not known.
	Secure bool
	// Plain says that the file has the text of the secret, which should be encrypted.
	Plain bool
}

// Equal reports whether two stacks say the same; nil is no stack. Ciphertexts do not count: only a plan decrypts them, and it reads a
// stack once.
func (s *Stack) Equal(o *Stack) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.Name == o.Name && s.Project == o.Project && s.Path == o.Path && maps.EqualFunc(s.Values, o.Values, func(a, b StackValue) bool {
		a.Encrypted = b.Encrypted
		return a == b
	})
}

// Value is what the stack has for a key; false where it has nothing.
func (s *Stack) Value(key string) (StackValue, bool) {
	if s == nil {
		return StackValue{}, false
	}
	v, ok := s.Values[key]
	return v, ok
}

// File is the file that the values stand in; empty for none.
func (s *Stack) File() string {
	if s == nil {
		return ""
	}
	return s.Path
}

// Expected is the file that the values stand in, or the name of the one that is missing; empty
// without a project.
func (s *Stack) Expected() string {
	if s == nil || s.Path != "" || s.Project == "" || s.Name == "" {
		return s.File()
	}
	return "Pulumi." + s.Name + ".yaml"
}

// StoredSecret asks whether the selected stack stores the value of a config as a
// secret, and in which file.
func (r *Recorder) StoredSecret(key string) (file string, secret bool) {
	secret = asked(r, OnStack, key, func(p *program.Program) bool { v, _ := environmentOf(p).Stack().Value(key); return v.Secure })
	if secret {
		file = asked(r, OnStack, key, func(p *program.Program) string { return environmentOf(p).Stack().File() })
	}
	return file, secret
}
