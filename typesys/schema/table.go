package schema

import (
	"slices"
	"strings"
	"sync"
)

// This file implements the table of a package's members of one kind: their
// tokens and where their text is.

// span is a range of bytes in the schema.
type span struct{ start, size int64 }

// entry is one member.
type entry struct {
	token string
	at    span
}

// table holds the members of one kind, sorted by token. It is written once.
type table struct {
	entries []entry

	once  sync.Once // computes short: only lookups need it, and it runs the module format on every token
	short map[string]string
}

// add notes one more member; the table is complete after seal.
func (t *table) add(token string, at span) { t.entries = append(t.entries, entry{token, at}) }

// seal sorts the members. Of several with one token the last counts, as it does
// for other readers of JSON.
func (t *table) seal() {
	slices.SortStableFunc(t.entries, func(a, b entry) int { return strings.Compare(a.token, b.token) })
	kept := t.entries[:0]
	for i, e := range t.entries {
		if i+1 < len(t.entries) && t.entries[i+1].token == e.token {
			continue
		}
		kept = append(kept, e)
	}
	t.entries = slices.Clip(kept)
}

func (t *table) find(token string) (span, bool) {
	i, found := slices.BinarySearchFunc(t.entries, token, func(e entry, token string) int {
		return strings.Compare(e.token, token)
	})
	if !found {
		return span{}, false
	}
	return t.entries[i].at, true
}

func (t *table) has(token string) bool {
	_, found := t.find(token)
	return found
}

// canonical maps canonical tokens to declared ones. Of several declared tokens
// with one canonical form the first in order counts.
func (t *table) canonical(p *Package) map[string]string {
	t.once.Do(func() {
		t.short = make(map[string]string, len(t.entries))
		for _, e := range t.entries {
			canonical := p.canonicalOf(e.token)
			if _, taken := t.short[canonical]; !taken {
				t.short[canonical] = e.token
			}
		}
	})
	return t.short
}

// tokens lists the declared tokens in order.
func (t *table) tokens() []string {
	tokens := make([]string, len(t.entries))
	for i, e := range t.entries {
		tokens[i] = e.token
	}
	return tokens
}
