package flowtest

import "strconv"

// This file makes expressions.

// expr is an expression that mostly has the shape.
func (g *generator) expr(s Shape, depth int) *Expr {
	if g.rarely(40) {
		s = g.shape(2)
	}
	if depth <= 0 {
		return g.leaf(s)
	}
	switch k := g.pick(16); {
	case k < 4:
		return g.leaf(s)
	case k < 10:
		return g.special(s, depth-1)
	}
	return g.general(s, depth-1)
}

// leaf is a name, or else a literal.
func (g *generator) leaf(s Shape) *Expr {
	var fits []*Expr
	for _, n := range g.known {
		if n.shape.equal(s) {
			fits = append(fits, n.expr)
		}
	}
	if len(fits) > 0 && g.pick(5) != 0 {
		return fits[len(fits)-1-g.pick(len(fits))]
	}
	return g.literal(s)
}

func (g *generator) literal(s Shape) *Expr {
	switch s.Kind {
	case NumberShape:
		return &Expr{Op: OpNumber, Number: float64(g.pick(4))}
	case BoolShape:
		return &Expr{Op: OpBool, Text: strconv.FormatBool(g.pick(2) == 1)}
	case ListShape:
		return g.tuple(*s.Elem, 0)
	case MapShape, ObjectShape:
		return g.object(s, 0)
	}
	return &Expr{Op: OpText, Text: []string{"a", "b", "c", ""}[g.pick(4)]}
}

// general are the expressions that any shape may come from.
func (g *generator) general(s Shape, depth int) *Expr {
	sub := func(s Shape) *Expr { return g.expr(s, depth) }
	switch g.pick(15) {
	case 13:
		return g.buried(sub(s))
	case 0:
		return &Expr{Op: OpCond, Kids: []*Expr{sub(boolShape), sub(s), sub(s)}}
	case 1:
		return call("secret", sub(s))
	case 2:
		return call("unsecret", sub(s))
	case 3:
		return &Expr{Op: OpIndex, Kids: []*Expr{sub(listOf(s)), sub(numberShape)}}
	case 4:
		return &Expr{Op: OpIndex, Kids: []*Expr{sub(listOf(s)), {Op: OpNumber, Number: float64(g.pick(3))}}}
	case 5:
		return attr(sub(Shape{Kind: ObjectShape, Fields: []Field{{"a", s}}}), "a")
	case 6:
		return &Expr{Op: OpIndex, Kids: []*Expr{sub(mapOf(s)), sub(textShape)}}
	case 7:
		return call("element", sub(listOf(s)), g.number(depth))
	case 8:
		return call("lookup", sub(mapOf(s)), sub(textShape), sub(s))
	case 9:
		return call("try", sub(s), sub(s))
	case 10:
		return call("singleOrNone", sub(listOf(s)))
	case 11:
		return call("recover", sub(s), sub(s))
	case 12:
		return &Expr{Op: OpWrap, Kids: []*Expr{sub(s)}}
	}
	return attr(sub(mapOf(s)), []string{"a", "b"}[g.pick(2)])
}

// buriedSize is of how many expressions a large literal is made at most: one in the
// other they would multiply.
const buriedSize = 1 << 10

// buried is an expression that is taken out of a large literal again.
func (g *generator) buried(e *Expr) *Expr {
	levels, fillers := 1, 0
	if g.pick(2) == 0 {
		levels += g.pick(10)
	} else {
		fillers = min(8*g.pick(32), buriedSize/e.size())
	}
	for range levels {
		e = &Expr{Op: OpTuple, Kids: []*Expr{e}}
	}
	for range fillers {
		e.Kids = append(e.Kids, e.Kids[0])
	}
	for range levels {
		e = &Expr{Op: OpIndex, Kids: []*Expr{e, {Op: OpNumber, Number: float64(g.pick(fillers + 1))}}}
	}
	return e
}

// size is how many expressions are written for this one.
func (e *Expr) size() int {
	n := 1
	for _, kid := range e.Kids {
		n += kid.size()
	}
	return n
}

// number is a literal for an index that may be negative.
func (g *generator) number(depth int) *Expr {
	switch k := g.pick(8); k {
	case 6:
		return &Expr{Op: OpUnary, Text: "-", Kids: []*Expr{{Op: OpNumber, Number: 1}}}
	case 7:
		return g.expr(numberShape, depth)
	default:
		return &Expr{Op: OpNumber, Number: float64(k)}
	}
}

// special are the expressions that make values of the shape's kind.
func (g *generator) special(s Shape, depth int) *Expr {
	switch s.Kind {
	case NumberShape:
		return g.numeric(depth)
	case BoolShape:
		return g.logical(depth)
	case ListShape:
		return g.list(*s.Elem, depth)
	case MapShape:
		return g.mapping(s, depth)
	case ObjectShape:
		return g.object(s, depth)
	}
	return g.text(depth)
}

func (g *generator) numeric(depth int) *Expr {
	switch g.pick(4) {
	case 0:
		return call("length", g.expr(listOf(g.shape(1)), depth))
	case 1:
		return call("length", g.expr(textShape, depth))
	case 2:
		spread := call([]string{"max", "min"}[g.pick(2)], g.expr(listOf(numberShape), depth))
		spread.Spread = true
		return spread
	}
	return &Expr{Op: OpBinary, Text: []string{"+", "-", "*", "%"}[g.pick(4)], Kids: []*Expr{g.expr(numberShape, depth), g.expr(numberShape, depth)}}
}

func (g *generator) logical(depth int) *Expr {
	binary := func(op string, s Shape) *Expr {
		return &Expr{Op: OpBinary, Text: op, Kids: []*Expr{g.expr(s, depth), g.expr(s, depth)}}
	}
	switch g.pick(6) {
	case 0:
		return binary([]string{"==", "!="}[g.pick(2)], g.shape(1))
	case 1:
		return binary("&&", boolShape)
	case 2:
		return binary("||", boolShape)
	case 3:
		return binary([]string{"<", ">="}[g.pick(2)], numberShape)
	case 4:
		return &Expr{Op: OpUnary, Text: "!", Kids: []*Expr{g.expr(boolShape, depth)}}
	}
	return call("can", g.expr(g.shape(1), depth))
}

func (g *generator) text(depth int) *Expr {
	switch g.pick(7) {
	case 0:
		return &Expr{Op: OpTemplate, Kids: []*Expr{{Op: OpText, Text: "x-"}, g.expr(textShape, depth), g.expr(numberShape, depth)}}
	case 1:
		return call("join", &Expr{Op: OpText, Text: "-"}, g.expr(listOf(textShape), depth))
	case 2:
		return call("toJSON", g.expr(g.shape(2), depth))
	case 3:
		return call("toBase64", g.expr(textShape, depth))
	case 4:
		choice := &Expr{Op: OpTextIf, Kids: []*Expr{g.expr(boolShape, depth), g.expr(textShape, depth), g.expr(textShape, depth)}}
		return &Expr{Op: OpTemplate, Kids: []*Expr{{Op: OpText, Text: "x"}, choice}}
	case 5:
		of := g.shape(1)
		loop := &Expr{Op: OpTextFor, Var: "t", Kids: []*Expr{g.expr(listOf(of), depth), nil}}
		loop.Kids[1] = g.within(func() *Expr { return g.expr(textShape, depth) }, named{ref("t"), of})
		return &Expr{Op: OpTemplate, Kids: []*Expr{{Op: OpText, Text: "x"}, loop}}
	}
	return &Expr{Op: OpIndex, Kids: []*Expr{call("split", &Expr{Op: OpText, Text: "-"}, g.expr(textShape, depth)), {Op: OpNumber}}}
}

func (g *generator) list(of Shape, depth int) *Expr {
	switch g.pick(7) {
	case 0:
		return g.tuple(of, depth)
	case 1:
		return g.loop(OpFor, of, depth)
	case 2:
		return &Expr{Op: OpSplat, Kids: []*Expr{g.expr(listOf(Shape{Kind: ObjectShape, Fields: []Field{{"a", of}}}), depth)}, Tail: []string{"a"}}
	case 3:
		return &Expr{Op: OpDots, Kids: []*Expr{g.expr(Shape{Kind: ObjectShape, Fields: []Field{{"a", of}}}, depth)}, Tail: []string{"a"}}
	case 4: // one or many, as the condition says
		either := &Expr{Op: OpCond, Kids: []*Expr{g.expr(boolShape, depth-1), g.expr(listOf(of), depth), g.expr(of, depth)}}
		return &Expr{Op: OpSplat, Kids: []*Expr{either}}
	case 5:
		entries := call("entries", g.expr(mapOf(of), depth))
		return &Expr{Op: OpSplat, Kids: []*Expr{entries}, Tail: []string{[]string{"value", "key"}[g.pick(2)]}}
	}
	groups := g.loop(OpForMap, of, depth)
	groups.Group = true
	return attr(groups, "a")
}

func (g *generator) tuple(of Shape, depth int) *Expr {
	e := &Expr{Op: OpTuple}
	for range g.pick(4) {
		e.Kids = append(e.Kids, g.expr(of, depth-1))
	}
	return e
}

func (g *generator) mapping(s Shape, depth int) *Expr {
	if g.pick(2) == 0 {
		return g.object(s, depth)
	}
	return g.loop(OpForMap, *s.Elem, depth)
}

func (g *generator) object(s Shape, depth int) *Expr {
	e := &Expr{Op: OpObject}
	if s.Kind == ObjectShape {
		for _, f := range s.Fields {
			e.Keys, e.Kids = append(e.Keys, f.Name), append(e.Kids, g.expr(f.Shape, depth-1))
		}
		return e
	}
	for _, key := range []string{"a", "b", "c"} {
		switch k := g.pick(4); {
		case k == 3 && depth > 0:
			e.Keys, e.Kids = append(e.Keys, ""), append(e.Kids, g.expr(textShape, depth-1), g.expr(*s.Elem, depth-1))
		case k > 0:
			e.Keys, e.Kids = append(e.Keys, key), append(e.Kids, g.expr(*s.Elem, depth-1))
		}
	}
	return e
}

// loop is a for expression over a list or map of anything.
func (g *generator) loop(op Op, of Shape, depth int) *Expr {
	from := g.shape(1)
	e := &Expr{Op: op, Var: "v" + strconv.Itoa(depth)}
	vars := []named{{ref(e.Var), from}}
	over, key := listOf(from), numberShape
	if g.pick(2) == 1 {
		over, key = mapOf(from), textShape
	}
	e.Kids = []*Expr{g.expr(over, depth)}
	if g.pick(2) == 1 {
		e.KeyVar = "k" + strconv.Itoa(depth)
		vars = append(vars, named{ref(e.KeyVar), key})
	}
	inside := func(s Shape) { e.Kids = append(e.Kids, g.within(func() *Expr { return g.expr(s, depth) }, vars...)) }
	if op == OpForMap {
		inside(textShape)
	}
	inside(of)
	if g.rarely(3) {
		inside(boolShape)
	}
	return e
}

// within makes an expression where more is known.
func (g *generator) within(do func() *Expr, more ...named) *Expr {
	known := g.known
	g.known = known[:len(known):len(known)]
	for _, n := range more {
		g.name(n.expr, n.shape, 1)
	}
	defer func() { g.known = known }()
	return do()
}
