package flowtest

// This file makes programs smaller.

// Shrink makes a program smaller, as long as it still shows what is looked for.
func Shrink(p *Program, shows func(*Program) bool) *Program {
	for {
		smaller := smallerShowing(p, shows)
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

func smallerShowing(p *Program, shows func(*Program) bool) *Program {
	var found *Program
	smallerPrograms(p, func(smaller *Program) bool {
		if !shows(smaller) {
			return false
		}
		found = smaller
		return true
	})
	return found
}

// smallerPrograms tries programs that are one step smaller, until one is taken.
func smallerPrograms(p *Program, take func(*Program) bool) bool {
	for i := range p.Decls {
		if take(&Program{append(append([]*Decl{}, p.Decls[:i]...), p.Decls[i+1:]...)}) {
			return true
		}
	}
	for i, d := range p.Decls {
		with := func(smaller *Decl) bool {
			decls := append([]*Decl{}, p.Decls...)
			decls[i] = smaller
			return take(&Program{decls})
		}
		if smallerDecls(d, with) {
			return true
		}
	}
	return false
}

func smallerDecls(d *Decl, take func(*Decl) bool) bool {
	with := func(change func(*Decl)) bool {
		smaller := *d
		change(&smaller)
		return take(&smaller)
	}
	switch {
	case d.Kind == Config && d.Value != nil && with(func(s *Decl) { s.Value = nil }),
		d.Secret && with(func(s *Decl) { s.Secret = false }),
		d.Nullable && with(func(s *Decl) { s.Nullable = false }),
		d.Range != nil && with(func(s *Decl) { s.Range = nil }),
		d.Value != nil && smallerExprs(d.Value, func(e *Expr) bool { return with(func(s *Decl) { s.Value = e }) }),
		d.Range != nil && smallerExprs(d.Range, func(e *Expr) bool { return with(func(s *Decl) { s.Range = e }) }),
		d.Inner != nil && smallerPrograms(d.Inner, func(p *Program) bool { return with(func(s *Decl) { s.Inner = p }) }):
		return true
	}
	for i := range d.Inputs {
		without := append(append([]Input{}, d.Inputs[:i]...), d.Inputs[i+1:]...)
		if with(func(s *Decl) { s.Inputs = without }) {
			return true
		}
		if smallerExprs(d.Inputs[i].Value, func(e *Expr) bool {
			inputs := append([]Input{}, d.Inputs...)
			inputs[i].Value = e
			return with(func(s *Decl) { s.Inputs = inputs })
		}) {
			return true
		}
	}
	return false
}

// smallerExprs tries a part of the expression, a literal, and the expression with
// one part smaller.
func smallerExprs(e *Expr, take func(*Expr) bool) bool {
	for _, kid := range e.Kids {
		if take(kid) {
			return true
		}
	}
	if len(e.Kids) > 0 || e.Op == OpRef {
		for _, simple := range []*Expr{{Op: OpText, Text: "a"}, {Op: OpNumber, Number: 1}, {Op: OpBool, Text: "true"}} {
			if take(simple) {
				return true
			}
		}
	}
	return fewerKids(e, take) || smallerKids(e, take)
}

// fewerKids leaves out an element, a member or the condition of a loop.
func fewerKids(e *Expr, take func(*Expr) bool) bool {
	without := func(from, n int) *Expr {
		smaller := *e
		smaller.Kids = append(append([]*Expr{}, e.Kids[:from]...), e.Kids[from+n:]...)
		return &smaller
	}
	switch e.Op {
	case OpTuple, OpTemplate:
		for i := range e.Kids {
			if take(without(i, 1)) {
				return true
			}
		}
	case OpObject:
		at := 0
		for i, key := range e.Keys {
			n := 1
			if key == "" {
				n = 2
			}
			smaller := without(at, n)
			smaller.Keys = append(append([]string{}, e.Keys[:i]...), e.Keys[i+1:]...)
			if take(smaller) {
				return true
			}
			at += n
		}
	case OpFor, OpForMap:
		needed := 2
		if e.Op == OpForMap {
			needed = 3
		}
		return len(e.Kids) > needed && take(without(needed, 1))
	}
	return false
}

func smallerKids(e *Expr, take func(*Expr) bool) bool {
	for i, kid := range e.Kids {
		if smallerExprs(kid, func(s *Expr) bool {
			smaller := *e
			smaller.Kids = append([]*Expr{}, e.Kids...)
			smaller.Kids[i] = s
			return take(&smaller)
		}) {
			return true
		}
	}
	return false
}
