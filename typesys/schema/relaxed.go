package schema

import "sync"

// This file implements the view of a package under the lenient rules, which are
// for programs that a converter made of another language.

// relaxedView is the other view of a package, made when it is first asked for.
type relaxedView struct {
	once sync.Once
	pkg  *Package
}

// Relaxed is the same package with types that require nothing: inputs, state
// inputs, arguments and results of functions, and the properties of object types
// may all be left out, and object types may have other properties too. The outputs
// of a resource stay as they are declared. It is the same package each time, and
// itself for a relaxed one.
func (p *Package) Relaxed() *Package {
	if p == nil || p.isRelaxed {
		return p
	}
	p.relaxed.once.Do(func() {
		view := &Package{head: p.head, format: p.format, text: p.text, index: p.index, isRelaxed: true, former: p.former}
		if p.external != nil {
			view.external = func(ref Ref) *Package { return p.external(ref).Relaxed() }
		}
		p.relaxed.pkg = view
	})
	return p.relaxed.pkg
}
