package navigate

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// References returns all uses of the name at an offset, including its declaration: first those
// in the program in file order, then those in the other programs, see [Crossing]. Without
// other programs, uses inside a component are found only at the declaration of its input or
// output. The only error is the context's.
func References(ctx context.Context, p *analysis.Program, path string, offset int, others ...*analysis.Program) ([]Location, error) {
	t, err := TargetAt(ctx, p, path, offset)
	if err != nil || t == nil {
		return nil, err
	}
	uses, err := t.Uses(ctx, others...)
	if err != nil {
		return nil, err
	}
	found := make([]Location, len(uses))
	for i, u := range uses {
		found[i] = u.Location
	}
	return found, nil
}
