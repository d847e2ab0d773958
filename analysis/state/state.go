// Package state reads the state of a stack: what `pulumi stack export` writes, and the file in
// which a self-managed backend keeps a stack.
//
// [Read] returns the resources as plain data, with inputs and outputs in the form of package
// value: lists are tuples, maps are objects. An asset or archive is known by the hash of its
// content ([value.File]). A reference to a resource is an object with its `urn`, and its `id`
// unless it is a component. [Snippets] finds the pieces of PCL in the same files. The package
// opens no file and knows no program.
//
// # Versions
//
// Versions 1 to 4 are read. Version 4 is version 3 with a list of features, and one that is not
// known is refused. Version 2 lacks the dependencies of single inputs: each input depends on
// what its resource depends on. Version 1 also lacks providers. All other fields have the
// same names and meanings in all versions. Fields that no plan depends on are not read.
//
// # Invariants
//
// Invariant: ciphertext is in no result and in no error.
//
// Invariant: the plaintext of a secret is in no error, and only in values marked
// [value.Hidden]; the secret itself is marked [value.Secret] as well.
//
// Invariant: an error contains no text of a property.
//
// Invariant: no value has more than [value.MaxNodes] members; a property beyond that is unknown
// and listed ([Resource.Unread]).
//
// Invariant: no resource is a parent of its own parents. Other references between resources may form rings.
//
// Why a walk of its own and not decoding into structs: an error tells a line and a column, and no text
// of the file that may be secret; and a property that is too large is not built whole.
package state

import (
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
	"github.com/zclconf/go-cty/cty"
)

// This file declares what is known of a stack.

// State is what exists of a stack.
type State struct {
	// Version is that of the format.
	Version int
	// Stack and Project are those of the first resource; empty if there is none.
	Stack, Project string
	// SecretsProvider is the kind of encryption, such as passphrase; empty for none.
	SecretsProvider string
	// Key decrypts the secrets of the stack, also those of its settings; nil without the passphrase. Locked says why there is none.
	Key    *Key
	Locked error
	// Resources are in the order of the file. The engine writes what a resource depends on before it.
	Resources []Resource
	// Pending are the operations that a run did not finish.
	Pending []Operation

	salt      string
	encrypted error // says that a secret is, and where; nil if none is
	places    []int // of the resources in the file
}

// Operation is something that a run began and did not finish.
type Operation struct {
	URN string
	// Kind is creating, updating, deleting, reading or importing.
	Kind string
}

// Resource is one resource of a state. URNs are those of the file.
type Resource struct {
	URN, Type string
	// Name is the registered name: the last part of the URN.
	Name string
	// Parent is empty for a resource at the root.
	Parent string
	// Provider and ProviderID are the provider; empty for a component, and in a state of version 1.
	Provider, ProviderID string
	// ID is the one that the provider gave; empty for a component.
	ID string
	// ImportID is the id that the resource was imported by.
	ImportID string

	// Custom says that a provider manages it.
	Custom bool
	// Delete says that it was replaced, and remains to be deleted. Another resource may have its URN.
	Delete bool
	// External says that it was only read.
	External bool
	// PendingReplacement says that it was deleted, and remains to be created again.
	PendingReplacement bool
	// Taint says that the next run must replace it.
	Taint bool
	// RefreshBeforeUpdate says that a run reads it again before it compares.
	RefreshBeforeUpdate bool

	Protect, RetainOnDelete bool

	// Inputs and Outputs are objects. ReplacementTrigger is null where there is none.
	Inputs, Outputs    cty.Value
	ReplacementTrigger cty.Value
	// Unread are the properties, such as inputs.name, that are unknown because they are too large
	// or too deep, or have two keys that are the same text to Unicode.
	Unread []string
	// InitErrors counts the reasons why it was not initialized.
	InitErrors int

	// Dependencies are URNs, and PropertyDependencies those of each input.
	Dependencies         []string
	PropertyDependencies map[string][]string
	// DeletedWith, ReplaceWith, ViewOf and Aliases are URNs.
	DeletedWith string
	ReplaceWith []string
	ViewOf      string
	Aliases     []string

	// ReplaceOnChanges and IgnoreChanges are property paths.
	ReplaceOnChanges, IgnoreChanges []string
	// Hooks are the names of hooks by the step that they belong to, such as BeforeDelete.
	Hooks map[string][]string
	// SnippetID tells the snippet that registers it; empty for the program.
	SnippetID string
}

// Read reads the state of a stack. An error is an [*Error].
func Read(text []byte) (*State, error) { return ReadWith(text, Passphrase{}) }

// Passphrase is what secrets may be encrypted with, and the variable of the environment that it is from; without one,
// nothing is decrypted.
type Passphrase struct{ Text, From string }

// ReadWith reads a state and decrypts its secrets, if the passphrase is that of the stack.
func ReadWith(text []byte, passphrase Passphrase) (*State, error) {
	e, err := open(text)
	if err != nil {
		return nil, err
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	s := &State{Version: e.version}
	if passphrase.From != "" {
		if err := e.deployment(s.secrets); err != nil {
			return nil, err
		}
		if s.salt != "" {
			s.Key, s.Locked = keyOf(passphrase, s.salt)
		}
	}
	if err := e.deployment(s.field); err != nil {
		return nil, err
	}
	if err := s.checkParents(e.r); err != nil {
		return nil, err
	}
	if s.encrypted != nil && (s.SecretsProvider == "" || s.Version < 3) { // older versions do not say it
		return nil, s.encrypted
	}
	if len(s.Resources) > 0 {
		u, _ := urn.Parse(s.Resources[0].URN) // a resource has one
		s.Stack, s.Project = u.Part(urn.Stack), u.Part(urn.Project)
	}
	return s, nil
}

// field reads a field of a deployment.
func (s *State) field(r *reader, name string) error {
	switch name {
	case "resources":
		once := map[string]bool{}
		r.key = s.Key
		err := r.elements(name, func() error { return s.resource(r, once) })
		s.encrypted = r.encrypted
		return err
	case "pending_operations":
		return r.elements(name, func() error { return s.operation(r) })
	}
	return s.secrets(r, name)
}

// secrets reads how secrets are encrypted, which may stand behind them.
func (s *State) secrets(r *reader, name string) error {
	if name != "secrets_providers" {
		return r.skip()
	}
	return r.into(name, map[string]any{"type": &s.SecretsProvider, "state": map[string]any{"salt": &s.salt}})
}
