package state

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
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
func Read(text []byte) (*State, error) { return ReadWith(text, "") }

// ReadWith reads a state and decrypts its secrets, if the passphrase is that of the stack; an empty one decrypts nothing.
func ReadWith(text []byte, passphrase string) (*State, error) {
	e, err := open(text)
	if err != nil {
		return nil, err
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	s := &State{Version: e.version}
	if passphrase != "" {
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
