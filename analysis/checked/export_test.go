package checked

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// CountComputed counts the results that had to be computed to get all findings of a
// program; those taken over from its predecessor do not count.
func CountComputed(p *Program) (int, error) {
	return countWork(func(ctx context.Context) error {
		r := newRun(ctx, p)
		for e := range r.Program.Items() {
			check.Findings(r, e)
		}
		return ctx.Err()
	})
}

// countWork counts the results that are computed for a question.
func countWork(ask func(ctx context.Context) error) (int, error) {
	computed := 0
	err := ask(program.Observed(context.Background(), func(w program.Work) {
		if !w.Reused {
			computed++
		}
	}))
	return computed, err
}

// IsDerived reports whether a program was derived from the one before.
func IsDerived(p *Program) bool { return p.core.IsDerived() }

// forgetful is a host that does not say what results need.
type forgetful struct{ *host }

func (h forgetful) Describe(it *syntax.Item) program.Description {
	d := h.host.Describe(it)
	d.Waits = nil
	return d
}

func (h forgetful) Queries() []program.Query {
	queries := h.host.Queries()
	for i := range queries {
		queries[i].Refs = func(*program.Item) []syntax.Ref { return nil }
	}
	return queries
}

// NewForgetful makes a program whose engine does not know what results need.
func NewForgetful(dir string, files []*syntax.File, world World) *Program {
	return ViewOf(program.New(dir, files, forgetful{&host{world}}, nil))
}
