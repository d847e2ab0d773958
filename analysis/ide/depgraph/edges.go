package depgraph

// This file makes edges of the references in an item.

// addEdges adds the edges from all that an item refers to.
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
				if secret && !u.Secret { // the way that is told is one by which the secret comes
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

// namesResources reports options that say which resource is meant and take no value
// of it.
func namesResources(kind string) bool {
	switch kind {
	case "dependsOn", "parent", "provider", "providers", "deletedWith", "replaceWith", "hooks":
		return true
	}
	return false
}

// maxUses bounds the uses in one program: each of thousands of locals that is made of
// the one before and of a resource needs all resources before it.
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
