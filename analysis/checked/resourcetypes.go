package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
)

// readTypes reads the schemas of the types that resources of the program have. Neighbours begin
// with the same types, so workers who check them would wait for each other, or read them twice.
func (p *Program) readTypes() {
	var of []*syntax.Item
	seen := map[string]bool{}
	for e := range p.core.Items() {
		if token := check.ResourceTypeOf(e.Syntax); token != "" && !seen[token] {
			seen[token] = true
			of = append(of, e.Syntax)
		}
	}
	if each := p.world.Each; each != nil {
		each(len(of), func(i int) { p.ResourceOf(of[i]) })
	}
}
