package flowtest

import "strconv"

// This file makes programs of numbers. A series that ends goes on with zeros, and
// zero chooses what is simplest, so that every series makes a program.

// Generate makes the program of a series of numbers.
func Generate(series []byte) *Program {
	g := &generator{choices: &choices{series: series}}
	if g.rarely(32) {
		g.crowd(40 + g.pick(60))
	}
	g.program(4+g.pick(12), 2)
	return &Program{g.decls}
}

type choices struct {
	series []byte
	at     int
}

func (c *choices) pick(n int) int {
	if c.at >= len(c.series) {
		return 0
	}
	c.at++
	return int(c.series[c.at-1]) % n
}

// rarely is true once in n times, and never at the end of the series.
func (c *choices) rarely(n int) bool { return c.pick(n) == n-1 }

// generator makes one program. Expressions are made for a shape, mostly: what is
// wrong in its type is run all the same, and rarely fails.
type generator struct {
	*choices
	decls []*Decl
	known []named // what may be referred to
	inner int     // how many components there are
}

// named is an expression without parts to choose, and its shape.
type named struct {
	expr  *Expr
	shape Shape
}

func (g *generator) program(size, depth int) {
	for range 1 + g.pick(4) {
		g.config()
	}
	for i := range size {
		g.declare(i, depth)
	}
}

// crowd are many configs and the list of them all.
func (g *generator) crowd(n int) {
	all := &Expr{Op: OpTuple}
	for i := range n {
		d := &Decl{Kind: Config, Name: "many" + strconv.Itoa(i), Shape: textShape, Secret: g.pick(8) == 1}
		g.decls = append(g.decls, d)
		all.Kids = append(all.Kids, ref(d.Name))
	}
	g.decls = append(g.decls, &Decl{Kind: Local, Name: "crowd", Value: all})
	g.name(ref("crowd"), listOf(textShape), 1)
}

func (g *generator) declare(i, depth int) {
	name := strconv.Itoa(i)
	switch k := g.pick(16); {
	case k >= 14:
		g.config()
	case k == 13 && depth > 0 && g.inner < 3:
		g.component("part"+name, depth)
	case k >= 11:
		g.resource("res" + name)
	case k == 10:
		g.decls = append(g.decls, &Decl{Kind: Output, Name: "out" + name, Value: g.expr(g.shape(2), 3)})
		if g.rarely(3) {
			g.name(ref("out"+name), textShape, 0)
		}
	default:
		s := g.shape(2)
		g.decls = append(g.decls, &Decl{Kind: Local, Name: "local" + name, Value: g.expr(s, 4)})
		g.name(ref("local"+name), s, 2)
	}
}

func (g *generator) config() {
	d := &Decl{Kind: Config, Name: "config" + strconv.Itoa(len(g.decls)), Shape: g.shape(2)}
	d.Secret = g.pick(3) == 1
	if g.rarely(4) {
		d.Nullable = true
	}
	if g.rarely(3) {
		d.Value = g.expr(d.Shape, 2)
	}
	if g.rarely(4) {
		d.Logical = "given" + strconv.Itoa(len(g.decls))
	}
	g.decls = append(g.decls, d)
	g.name(ref(d.Name), d.Shape, 2)
}

func (g *generator) resource(name string) {
	d := &Decl{Kind: Resource, Name: name, Token: Tokens[g.pick(len(Tokens))]}
	self := Shape{Kind: ObjectShape, Fields: []Field{{"id", textShape}, {"urn", textShape}}}
	for _, o := range outputsOf(d.Token) {
		self.Fields = append(self.Fields, Field{o.name, o.shape})
	}
	known := len(g.known)
	switch g.pick(6) {
	case 2:
		d.Range, self = g.expr(numberShape, 2), listOf(self)
	case 3:
		of := g.shape(1)
		g.known = append(g.known, named{attr(ref("range"), "value"), of}, named{attr(ref("range"), "key"), numberShape})
		d.Range, self = g.closed(listOf(of), 2), listOf(self)
	case 4:
		of := g.shape(1)
		g.known = append(g.known, named{attr(ref("range"), "value"), of}, named{attr(ref("range"), "key"), textShape})
		d.Range, self = g.closed(mapOf(of), 2), mapOf(self)
	case 5:
		d.Range = g.expr(boolShape, 2)
	}
	for _, in := range []Field{{"prefix", textShape}, {"keepers", mapOf(textShape)}, {"other", g.shape(1)}}[:g.pick(4)] {
		d.Inputs = append(d.Inputs, Input{in.Name, g.expr(in.Shape, 3)})
	}
	g.known = g.known[:known]
	g.decls = append(g.decls, d)
	g.name(ref(name), self, 3)
}

// closed is an expression that does not refer to range.
func (g *generator) closed(s Shape, depth int) *Expr {
	known := g.known
	g.known = g.known[:len(g.known)-2]
	defer func() { g.known = known }()
	return g.expr(s, depth)
}

func (g *generator) component(name string, depth int) {
	g.inner++
	inner := &generator{choices: g.choices}
	if g.rarely(16) {
		inner.crowd(40 + g.pick(60))
	}
	inner.program(1+g.pick(4), depth-1)
	d := &Decl{Kind: Component, Name: name, Inner: &Program{}}
	shape := Shape{Kind: ObjectShape}
	for i := range 1 + g.pick(3) {
		s := g.shape(2)
		o := &Decl{Kind: Output, Name: "shown" + strconv.Itoa(i), Value: inner.expr(s, 3)}
		if g.rarely(4) {
			o.Logical = "seen" + strconv.Itoa(i)
		}
		inner.decls = append(inner.decls, o)
		shape.Fields = append(shape.Fields, Field{o.LogicalName(), s})
	}
	d.Inner.Decls = inner.decls
	for _, c := range inner.decls {
		if c.Kind == Config && (c.Value == nil || g.rarely(2)) && (!c.Nullable || g.pick(2) == 0) {
			d.Inputs = append(d.Inputs, Input{c.LogicalName(), g.expr(c.Shape, 2)})
		}
	}
	g.decls = append(g.decls, d)
	g.name(ref(name), shape, 3)
}

// name makes an expression known, and its members.
func (g *generator) name(e *Expr, s Shape, depth int) {
	g.known = append(g.known, named{e, s})
	if depth == 0 {
		return
	}
	switch s.Kind {
	case ListShape:
		g.name(&Expr{Op: OpIndex, Kids: []*Expr{e, {Op: OpNumber}}}, *s.Elem, depth-1)
	case MapShape:
		g.name(attr(e, "a"), *s.Elem, depth-1)
	case ObjectShape:
		for _, f := range s.Fields {
			g.name(attr(e, f.Name), f.Shape, depth-1)
		}
	}
}

func (g *generator) shape(depth int) Shape {
	n := 6
	if depth == 0 {
		n = 3
	}
	switch g.pick(n) {
	case 1:
		return numberShape
	case 2:
		return boolShape
	case 3:
		return listOf(g.shape(depth - 1))
	case 4:
		return mapOf(g.shape(depth - 1))
	case 5:
		s := Shape{Kind: ObjectShape, Fields: []Field{{"a", g.shape(depth - 1)}}}
		if g.pick(2) == 0 {
			s.Fields = append(s.Fields, Field{"b", g.shape(depth - 1)})
		}
		return s
	}
	return textShape
}

func ref(name string) *Expr { return &Expr{Op: OpRef, Text: name} }

func attr(of *Expr, name string) *Expr { return &Expr{Op: OpAttr, Text: name, Kids: []*Expr{of}} }

func call(name string, args ...*Expr) *Expr { return &Expr{Op: OpCall, Text: name, Kids: args} }
