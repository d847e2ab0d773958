package depgraph

import "github.com/pcl-lsp/pcl-lsp/analysis/language"

// This file turns references into edges.

// addEdges adds the edges of everything an item refers to.
func (b *builder) addEdges(to int, d declared) error {
	slots, err := b.read(d)
	if err != nil {
		return err
	}
	for _, s := range slots {
		type same struct {
			node  int
			reads string
		}
		known := map[same]*Use{}
		var order []same
		for _, ref := range s.refs {
			b.follow(ref, func(node int, last reference, by *way, marks carried) {
				key := same{node, last.reads}
				u := known[key]
				if u == nil {
					u = &Use{
						Kind: s.kind, Property: s.property, Reads: last.reads, Through: by.names(),
						Passes: !namesResources(s.kind) && s.passes(last.name), Path: ref.path, Span: ref.span,
					}
					known[key] = u
					order = append(order, key)
				}
				unknown := u.Passes && s.unknown && marks&carriesUnknown != 0
				secret := u.Passes && s.secret && marks&carriesSecret != 0
				if secret && !u.Secret { // the reported path is one that carries the secret
					u.Through, u.Span = by.names(), ref.span
				}
				u.Unknown, u.Secret = u.Unknown || unknown, u.Secret || secret
			})
		}
		for _, key := range order {
			b.add(key.node, to, *known[key])
		}
	}
	return nil
}

// namesResources reports whether an option names resources and takes no value from them.
func namesResources(kind string) bool {
	rule := language.OptionNamed(kind).Rule
	return rule.TakesResource() || rule.TakesResources() || rule == language.OptionHooks
}

// maxUses limits the uses in one program. Thousands of locals, each made of the previous one
// and a resource, need all earlier resources each.
const maxUses = 100_000

func (b *builder) add(from, to int, u Use) {
	if b.uses++; b.uses > maxUses {
		b.graph.Partial = true
		return
	}
	e := b.edges[[2]int{from, to}]
	if e == nil {
		e = &Edge{From: from, To: to}
		b.edges[[2]int{from, to}] = e
	}
	e.Uses = append(e.Uses, u)
	e.Secret = e.Secret || u.Secret
	e.Unknown = e.Unknown || u.Unknown
}
