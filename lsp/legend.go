// This file implements the legend of semantic tokens: the numbers that stand for types and modifiers with one client.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"go.lsp.dev/protocol"
)

// legend holds the numbers of types and modifiers.
type legend struct {
	names     protocol.SemanticTokensLegend
	types     []int    // by semantic.Type; -1 for types without a number
	modifiers []uint32 // the bit of each of semantic.All; 0 for modifiers without a bit
	shown     bool     // the client names types, so it shows tokens
}

// nearTypes are substitutes for types that a client does not support. The first supported type of a chain is used.
var nearTypes = map[semantic.Type]semantic.Type{
	semantic.Namespace: semantic.Kind, semantic.Kind: semantic.Class, semantic.Interface: semantic.Class, semantic.Class: semantic.Variable,
	semantic.Event: semantic.Variable, semantic.Constant: semantic.Variable, semantic.Parameter: semantic.Variable,
	semantic.Property: semantic.Variable, semantic.Method: semantic.Function,
}

// ownModifiers are not in the protocol, so no client lists them. Themes may support them anyway: VS Code uses those that an extension declares.
const ownModifiers = semantic.Secret | semantic.Unknown

// newLegend returns the legend for a client that supports these types and modifiers. An empty list stands for all.
func newLegend(types, modifiers []string) legend {
	l := legend{names: protocol.SemanticTokensLegend{TokenTypes: []string{}, TokenModifiers: []string{}}, shown: len(types) > 0}
	known := func(t semantic.Type) bool { return len(types) == 0 || slices.Contains(types, t.String()) }
	for _, t := range semantic.Types() {
		near, has := t, true
		for has && !known(near) {
			near, has = nearTypes[near]
		}
		if !has {
			l.types = append(l.types, -1)
			continue
		}
		at := slices.Index(l.names.TokenTypes, near.String())
		if at < 0 {
			at = len(l.names.TokenTypes)
			l.names.TokenTypes = append(l.names.TokenTypes, near.String())
		}
		l.types = append(l.types, at)
	}
	for _, m := range semantic.All() {
		bit, name := uint32(0), m.Names()[0]
		if len(modifiers) == 0 || m&ownModifiers != 0 || slices.Contains(modifiers, name) {
			bit = 1 << len(l.names.TokenModifiers)
			l.names.TokenModifiers = append(l.names.TokenModifiers, name)
		}
		l.modifiers = append(l.modifiers, bit)
	}
	return l
}

// bits converts modifiers.
func (l *legend) bits(m semantic.Modifiers) uint32 {
	bits := uint32(0)
	for i, bit := range l.modifiers {
		if m&(1<<i) != 0 {
			bits |= bit
		}
	}
	return bits
}
