package running

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/zclconf/go-cty/cty"
)

// This file watches the values of expressions while a program runs.

// Carried is what the value of an expression carried.
type Carried struct {
	File       string
	Start, End int
	// Secret and Unknown are the ways to members that are so; an empty one is the value itself.
	Secret, Unknown []string
	// Dependencies are the declarations that the value comes from.
	Dependencies []string
}

// watched are the kinds of fields that the bound form of a program consists of. Types, schemas and syntax are none.
func isWatched(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	for _, kind := range []reflect.Type{
		reflect.TypeFor[model.Expression](), reflect.TypeFor[model.Attribute](), reflect.TypeFor[model.ObjectConsItem](),
		reflect.TypeFor[pcl.ResourceOptions](), reflect.TypeFor[pcl.Program](), reflect.TypeFor[pcl.Node](),
	} {
		if t == kind {
			return true
		}
	}
	return false
}

// watcher makes the expressions of a program tell what their values carry.
type watcher struct {
	seen func(c Carried, evaluated bool)
	done map[any]model.Expression
	// mayFail says that it is inside of `can` or `try`, where an expression that fails is unknown.
	mayFail bool
}

// program watches the program of a folder.
func (w *watcher) program(p *pcl.Program, folder string) {
	var declared []string
	for _, n := range p.Nodes {
		declared = append(declared, n.Name())
	}
	for _, n := range p.Nodes {
		w.fields(reflect.ValueOf(n).Elem(), folder, declared)
		if c, is := n.(*pcl.Component); is && c.Program != nil && w.done[c.Program] == nil {
			w.done[c.Program] = model.ConstantReference(&model.Constant{})
			w.program(c.Program, c.DirPath())
		}
	}
}

// fields watches what is in the fields of a declaration, an expression, or a part of one.
func (w *watcher) fields(of reflect.Value, folder string, declared []string) {
	for i := range of.NumField() {
		if of.Type().Field(i).IsExported() && isWatched(of.Type().Field(i).Type) {
			w.value(of.Field(i), folder, declared)
		}
	}
}

func (w *watcher) value(v reflect.Value, folder string, declared []string) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			w.value(v.Index(i), folder, declared)
		}
	case reflect.Struct:
		w.fields(v, folder, declared)
	case reflect.Pointer:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*pcl.Program]() {
			w.fields(v.Elem(), folder, declared)
		}
	case reflect.Interface:
		if x, is := v.Interface().(model.Expression); is && v.CanSet() {
			v.Set(reflect.ValueOf(w.expression(x, folder, declared)))
		}
	}
}

// expression returns an expression with the same value that tells what it carries: one that goes on to a member, and stays where it is.
func (w *watcher) expression(x model.Expression, folder string, declared []string) model.Expression {
	if known := w.done[x]; known != nil {
		return known
	}
	w.done[x] = x
	isSure := !w.mayFail
	defer func() { w.mayFail = !isSure }()
	if call, is := x.(*model.FunctionCallExpression); is && (call.Name == "can" || call.Name == "try") {
		w.mayFail = true
	}
	w.fields(reflect.ValueOf(x).Elem(), folder, declared)
	node := x.SyntaxNode()
	if _, isLiteral := x.(*model.LiteralValueExpression); isLiteral || node == nil || node.Range().Filename == "" {
		return x
	}
	at := node.Range()
	here := Carried{File: filepath.ToSlash(filepath.Join(folder, at.Filename)), Start: at.Start.Byte, End: at.End.Byte}
	w.seen(here, false)
	tell := func(v cty.Value) {
		c := here
		c.look(v, "", isSure, declared)
		w.seen(c, true)
	}
	watching := &model.RelativeTraversalExpression{
		Source: x, Syntax: nil, Traversal: hcl.Traversal{step{tell: tell}}, Parts: []model.Traversable{x.Type()},
	}
	w.done[x], w.done[watching] = watching, watching
	return watching
}

// step is a step to a member that stays where it is.
type step struct {
	hcl.TraverseAttr
	tell func(cty.Value)
}

// TraversalStep implements [hcl.Traverser].
func (s step) TraversalStep(v cty.Value) (cty.Value, hcl.Diagnostics) {
	s.tell(v)
	return v, nil
}

// look notes what a value carries, which is a member that some way leads to. What is unknown counts if it is sure that no
// expression failed, or if it has a mark, or is in something with one.
func (c *Carried) look(v cty.Value, way string, sure bool, declared []string) {
	v, marks := v.Unmark()
	sure = sure || len(marks) > 0
	for mark := range marks {
		// The types of the marks are the evaluator's own.
		switch m := reflect.ValueOf(mark); m.Type().Name() {
		case "secretMark":
			c.Secret = append(c.Secret, way)
		case "dependencyMark":
			if name := declaration(resource.URN(m.Field(0).String()).Name(), declared); name != "" {
				c.Dependencies = append(c.Dependencies, name)
			}
		}
	}
	inside := func(name string, member cty.Value) {
		c.look(member, strings.TrimPrefix(way+"."+name, "."), sure, declared)
	}
	switch t := v.Type(); {
	case !v.IsKnown() && sure:
		c.Unknown = append(c.Unknown, way)
	case !v.IsKnown() || v.IsNull():
	case t.IsObjectType() || t.IsMapType():
		members := v.AsValueMap()
		for _, name := range slices.Sorted(maps.Keys(members)) {
			inside(name, members[name])
		}
	case t.IsTupleType() || t.IsListType():
		for i, element := range v.AsValueSlice() {
			inside(strconv.Itoa(i), element)
		}
	}
}

// declaration is the declaration that made the resource of some name; empty if another program has it. The name has that of the component
// before it, and a key of the range behind.
func declaration(name string, declared []string) string {
	for _, d := range declared {
		if strings.Contains("-"+name+"-", fmt.Sprintf("-%s-", d)) {
			return d
		}
	}
	return ""
}
