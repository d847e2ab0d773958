package value

import (
	"context"
	"errors"

	"github.com/zclconf/go-cty/cty"
)

// This file limits the work of an evaluation and the size of its values.

// The limits of one value.
const (
	MaxNodes = 5_000  // members of one value, counted recursively
	MaxText  = 64_000 // bytes of one string

	BytesPerNode = 64 // that many bytes of a string count as a member
)

// ErrTooLarge says that a value is too large or takes too much work.
var ErrTooLarge = errors.New("too large")

// Budget is the work left for one evaluation.
type Budget struct {
	ctx  context.Context
	left int
}

// NewBudget returns a budget of that many steps.
func NewBudget(ctx context.Context, steps int) Budget { return Budget{ctx: ctx, left: steps} }

// Left returns how many steps are left.
func (b *Budget) Left() int { return b.left }

// Spend takes n steps. It fails with [ErrTooLarge] when none are left, or with the
// error of the context.
func (b *Budget) Spend(n int) error {
	if n > b.left {
		return ErrTooLarge
	}
	before := b.left
	b.left -= n
	if before/1024 != b.left/1024 {
		return b.ctx.Err()
	}
	return nil
}

// Made checks the size of a new value.
//
// Why walk it: values share their parts, so a few lines can make a value of a billion
// members.
func (b *Budget) Made(v cty.Value) (cty.Value, error) {
	n, err := b.Size(v)
	if err != nil {
		return cty.NilVal, err
	}
	if n > MaxNodes {
		return cty.NilVal, ErrTooLarge
	}
	return v, nil
}

// Size counts the members of a value and spends a step for each. It stops counting
// soon after the limit.
func (b *Budget) Size(v cty.Value) (int, error) {
	n := 0
	var count func(cty.Value) error
	count = func(v cty.Value) error {
		n++
		if err := b.Spend(1); err != nil {
			return err
		}
		v, _ = v.Unmark()
		switch {
		case !v.IsKnown() || v.IsNull():
		case v.Type() == cty.String:
			n += len(v.AsString()) / BytesPerNode
			return b.Spend(len(v.AsString()) / BytesPerNode)
		case IsList(v) || IsMap(v):
			for it := v.ElementIterator(); it.Next() && n <= MaxNodes; {
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

// Text checks the size of a new string.
func (b *Budget) Text(s string) (cty.Value, error) {
	if len(s) > MaxText {
		return cty.NilVal, ErrTooLarge
	}
	return cty.StringVal(s), b.spendText(s)
}

func (b *Budget) spendText(s string) error { return b.Spend(1 + len(s)/BytesPerNode) }

// Again is [Budget.Text] for a string that has a value, which must be known, not null and unmarked.
func (b *Budget) Again(text cty.Value) (cty.Value, error) {
	if len(text.AsString()) > MaxText {
		return cty.NilVal, ErrTooLarge
	}
	return text, b.spendText(text.AsString())
}
