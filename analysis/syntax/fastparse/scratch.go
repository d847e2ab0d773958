package fastparse

import (
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The lists that the parser is making. A list grows at the end of a longer one until its length is
// known. Then it is copied, so that no list of a tree was ever moved or is larger than what it holds.

// scratch has a list for each kind of element.
type scratch struct {
	attributes []hclsyntax.Attribute
	blocks     []*hclsyntax.Block
	exprs      []hclsyntax.Expression
	pairs      []pair
}

// pair is a member of an object.
type pair struct {
	key, value    hclsyntax.Expression
	bare          lex.Span // the key if it is a bare name; then there is no expression yet
	inParentheses bool     // the key
}

// parsers keeps parsers for the memory of their lists.
var parsers = sync.Pool{New: func() any { return &parser{} }}

// free lets others use the parser.
func (p *parser) free() {
	drop(&p.attributes, 0)
	drop(&p.blocks, 0)
	drop(&p.exprs, 0)
	drop(&p.pairs, 0)
	*p = parser{scratch: p.scratch}
	parsers.Put(p)
}

// drop removes the end of a list, and what it holds.
func drop[T any](list *[]T, from int) {
	clear((*list)[from:])
	*list = (*list)[:from]
}

// taken removes the end of a list and returns it; nil if it is empty.
func taken[T any](list *[]T, from int) []T {
	if from == len(*list) {
		return nil
	}
	end := make([]T, len(*list)-from)
	copy(end, (*list)[from:])
	drop(list, from)
	return end
}
