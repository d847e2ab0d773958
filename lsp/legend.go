// This file implements the legend of semantic tokens: the numbers that types and
// modifiers have in answers to one client.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"go.lsp.dev/protocol"
)

// legend are the numbers that a client is told.
type legend struct {
	names     protocol.SemanticTokensLegend
	types     []int    // by semantic.Type; -1 for those that are left out
	modifiers []uint32 // the bit of each of semantic.All; 0 for those that are left out
}

// nearTypes are what a client is told that does not know a type: the first one of a
// chain that it knows.
var nearTypes = map[semantic.Type]semantic.Type{
	semantic.Namespace: semantic.Kind, semantic.Kind: semantic.Class, semantic.Interface: semantic.Class, semantic.Class: semantic.Variable,
	semantic.Event: semantic.Variable, semantic.Constant: semantic.Variable, semantic.Parameter: semantic.Variable,
	semantic.Property: semantic.Variable, semantic.Method: semantic.Function,
}

// ownModifiers are those that the protocol does not have. No client names them, and a
// theme may know them all the same: VS Code shows what an extension declares.
const ownModifiers = semantic.Secret | semantic.Unknown

// newLegend is the legend for a client that knows these types and modifiers; one that
// names none is told of all.
func newLegend(types, modifiers []string) legend {
	l := legend{names: protocol.SemanticTokensLegend{TokenTypes: []string{}, TokenModifiers: []string{}}}
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

// bits are the modifiers of a token as the client reads them.
func (l *legend) bits(m semantic.Modifiers) uint32 {
	bits := uint32(0)
	for i, bit := range l.modifiers {
		if m&(1<<i) != 0 {
			bits |= bit
		}
	}
	return bits
}
