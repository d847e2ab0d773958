package eval

import (
	"context"
	"errors"

	"github.com/zclconf/go-cty/cty"
)

// This file bounds the work and the sizes of values.

const (
	maxWork  = 300_000 // expressions, and members of values that are looked at
	maxNodes = 5_000   // members of one value, members of members included
	maxText  = 64_000  // bytes of one text
	maxDepth = 1_000   // names that need each other
	maxInner = 6       // components in components
	maxHops  = 200     // names that a preview looks behind

	bytesPerNode = 64 // so that many texts count as well
)

// errTooLarge says that a value would take too much work or be too large.
var errTooLarge = errors.New("too large")

// budget is the work that is left for one question.
type budget struct {
	ctx  context.Context
	left int
}

// spend takes some work; the error is that there is none left, or of the context.
func (b *budget) spend(n int) error {
	if n > b.left {
		return errTooLarge
	}
	before := b.left
	b.left -= n
	if before/1024 != b.left/1024 {
		return b.ctx.Err()
	}
	return nil
}

// made checks the size of a value that was just made.
//
// Why walk it: a value shares its parts with others, so a few lines make one of a
// billion members.
func (b *budget) made(v cty.Value) (cty.Value, error) {
	n, err := b.size(v)
	if err != nil {
		return cty.NilVal, err
	}
	if n > maxNodes {
		return cty.NilVal, errTooLarge
	}
	return v, nil
}

func (b *budget) size(v cty.Value) (int, error) {
	n := 0
	var count func(cty.Value) error
	count = func(v cty.Value) error {
		n++
		if err := b.spend(1); err != nil {
			return err
		}
		v, _ = v.Unmark()
		switch {
		case !v.IsKnown() || v.IsNull():
		case v.Type() == cty.String:
			n += len(v.AsString()) / bytesPerNode
			return b.spend(len(v.AsString()) / bytesPerNode)
		case isList(v) || isMap(v):
			for it := v.ElementIterator(); it.Next() && n <= maxNodes; {
				_, e := it.Element()
				if err := count(e); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := count(v)
	return n, err
}

// text is a text that was just made.
func (b *budget) text(s string) (cty.Value, error) {
	if len(s) > maxText {
		return cty.NilVal, errTooLarge
	}
	return cty.StringVal(s), b.spend(1 + len(s)/bytesPerNode)
}
