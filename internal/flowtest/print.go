package flowtest

import (
	"fmt"
	"strconv"
	"strings"
)

// This file writes programs as text.

// Files are the texts of the program and of the components in it, by path below
// its directory: main.pp, and COMPONENT/main.pp.
func (p *Program) Files() map[string]string {
	files := map[string]string{}
	p.addFiles("", files)
	return files
}

func (p *Program) addFiles(dir string, files map[string]string) {
	var b strings.Builder
	for _, d := range p.Decls {
		b.WriteString(d.text())
		if d.Kind == Component {
			d.Inner.addFiles(dir+d.Name+"/", files)
		}
	}
	files[dir+"main.pp"] = b.String()
}

func (d *Decl) text() string {
	if d.Kind == Local {
		return d.Name + " = " + d.Value.String() + "\n"
	}
	var b strings.Builder
	line := func(name, value string) { b.WriteString("  " + name + " = " + value + "\n") }
	if d.Logical != "" {
		line("__logicalName", quoted(d.Logical))
	}
	for _, in := range d.Inputs {
		line(in.Name, in.Value.String())
	}
	head := ""
	switch d.Kind {
	case Config:
		head = "config " + d.Name + " " + quoted(d.Shape.text())
		if d.Secret {
			line("secret", "true")
		}
		if d.Nullable {
			line("nullable", "true")
		}
		if d.Value != nil {
			line("default", d.Value.String())
		}
	case Output:
		head = "output " + d.Name
		line("value", d.Value.String())
	case Resource:
		head = "resource " + d.Name + " " + quoted(d.Token)
	case Component:
		head = "component " + d.Name + " " + quoted("./"+d.Name)
	}
	if d.Range != nil {
		b.WriteString("  options {\n    range = " + d.Range.String() + "\n  }\n")
	}
	if b.Len() == 0 {
		return head + " {}\n"
	}
	return head + " {\n" + b.String() + "}\n"
}

func (s Shape) text() string {
	switch s.Kind {
	case TextShape:
		return "string"
	case NumberShape:
		return "number"
	case BoolShape:
		return "bool"
	case ListShape:
		return "list(" + s.Elem.text() + ")"
	case MapShape:
		return "map(" + s.Elem.text() + ")"
	}
	var fields []string
	for _, f := range s.Fields {
		fields = append(fields, f.Name+" = "+f.Shape.text())
	}
	return "object({" + strings.Join(fields, ", ") + "})"
}

// String is the expression as it is written.
func (e *Expr) String() string {
	switch e.Op {
	case OpText:
		return quoted(e.Text)
	case OpNumber:
		return strconv.FormatFloat(e.Number, 'f', -1, 64)
	case OpBool, OpRef:
		return e.Text
	case OpNull:
		return "null"
	case OpTuple:
		return "[" + join(e.Kids) + "]"
	case OpObject:
		return e.object()
	case OpUnary:
		return e.Text + e.Kids[0].tight()
	case OpBinary:
		return e.Kids[0].tight() + " " + e.Text + " " + e.Kids[1].tight()
	case OpCond:
		return e.Kids[0].tight() + " ? " + e.Kids[1].tight() + " : " + e.Kids[2].tight()
	case OpFor, OpForMap:
		return e.loop()
	case OpIndex:
		return e.Kids[0].stepped() + "[" + e.Kids[1].String() + "]"
	case OpAttr:
		return e.Kids[0].stepped() + "." + e.Text
	case OpSplat:
		return e.Kids[0].stepped() + "[*]" + tail(e.Tail)
	case OpDots:
		return e.Kids[0].stepped() + ".*" + tail(e.Tail)
	case OpCall:
		dots := ""
		if e.Spread {
			dots = "..."
		}
		return e.Text + "(" + join(e.Kids) + dots + ")"
	}
	return `"` + e.inText() + `"`
}

// inText is the expression as a part of a text.
func (e *Expr) inText() string {
	switch e.Op {
	case OpText:
		return strings.Trim(quoted(e.Text), `"`)
	case OpTemplate:
		var b strings.Builder
		for _, kid := range e.Kids {
			b.WriteString(kid.inText())
		}
		return b.String()
	case OpTextIf:
		return "%{ if " + e.Kids[0].String() + " }" + e.Kids[1].inText() + "%{ else }" + e.Kids[2].inText() + "%{ endif }"
	case OpTextFor:
		return "%{ for " + e.Var + " in " + e.Kids[0].String() + " }" + e.Kids[1].inText() + "%{ endfor }"
	case OpWrap:
		return "${" + e.Kids[0].String() + "}"
	}
	return "${" + e.String() + "}"
}

func (e *Expr) object() string {
	var items []string
	at := 0
	for _, key := range e.Keys {
		if key == "" {
			key = "(" + e.Kids[at].String() + ")"
			at++
		}
		items = append(items, key+" = "+e.Kids[at].String())
		at++
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

func (e *Expr) loop() string {
	vars := e.Var
	if e.KeyVar != "" {
		vars = e.KeyVar + ", " + vars
	}
	start := "for " + vars + " in " + e.Kids[0].tight() + " : "
	rest := e.Kids[1:]
	open, closing := "[", "]"
	if e.Op == OpForMap {
		open, closing = "{ ", " }"
		start += rest[0].String() + " => "
		rest = rest[1:]
	}
	text := open + start + rest[0].String()
	if e.Group {
		text += "..."
	}
	if len(rest) > 1 {
		text += " if " + rest[1].String()
	}
	return text + closing
}

// tight is the expression where an operator stands beside it.
func (e *Expr) tight() string {
	switch e.Op {
	case OpText, OpNumber, OpBool, OpNull:
		return e.String()
	}
	return e.stepped()
}

// stepped is the expression where a step follows.
func (e *Expr) stepped() string {
	switch e.Op {
	case OpRef, OpAttr, OpIndex, OpCall, OpTuple:
		return e.String()
	}
	return "(" + e.String() + ")"
}

func tail(steps []string) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("." + s)
	}
	return b.String()
}

func join(all []*Expr) string {
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = e.String()
	}
	return strings.Join(texts, ", ")
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
