package randomprogram

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes values of types.

// How deep values nest before parts that may be left out are, and before a value that has to go on is given up.
const (
	roomyDepth  = 3
	variedDepth = 2 // in programs with many resources
	mostDepth   = 12
)

// programWriter is one program while it is written.
type programWriter struct {
	pkg     *schema.Package
	random  *rand.Rand
	lines   []string
	names   int
	bound   bool // whether the value is for an input that is also an output, which takes no resource variable
	isPlain bool // a program of literal values, without options

	varied
}

func (w *programWriter) name(kind string) string {
	w.names++
	return fmt.Sprintf("%s%d", kind, w.names)
}

func (w *programWriter) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// mark is how far a program was written.
type mark struct{ lines, names, vars, resources int }

func (w *programWriter) mark() mark {
	return mark{len(w.lines), w.names, len(w.vars), len(w.resources)}
}

// reset forgets what was written after a mark.
func (w *programWriter) reset(m mark) {
	w.lines, w.names, w.vars, w.resources = w.lines[:m.lines], m.names, w.vars[:m.vars], w.resources[:m.resources]
	maps.DeleteFunc(w.helpers, func(_ string, h helper) bool { return h.line >= m.lines })
}

// resource declares a resource. The given attributes replace those that would be made up.
func (w *programWriter) resource(token string, depth int, given map[string]string) (name string, ok bool) {
	r := w.pkg.Resource(token)
	if r == nil || r.IsDamaged() || depth > mostDepth {
		return "", false
	}
	before := w.mark()
	name = w.name("it")
	leave := w.enter(name, r)
	body, ok := w.attributes(r, depth, given)
	if !ok {
		leave()
		w.reset(before)
		return "", false
	}
	body += w.options()
	leave()
	w.line("resource %s %s {\n%s}", name, printer.Text(w.token(token)), body)
	w.declare(name, r)
	return name, true
}

// attributes are the attributes of a resource.
func (w *programWriter) attributes(r *schema.Resource, depth int, given map[string]string) (string, bool) {
	var body strings.Builder
	for _, p := range r.Inputs {
		outside := w.bound
		w.bound = r.Output(p.Name) != nil
		value, ok := w.chosen(p, depth, given)
		if w.bound = outside; !ok {
			return "", false
		}
		switch {
		case value == "":
		case !syntax.IsIdentifier(p.Name) && p.Required:
			return "", false
		case syntax.IsIdentifier(p.Name):
			fmt.Fprintf(&body, "  %s = %s\n", w.propertyName(p.Name), value)
			if w.plan.may("an attribute twice") {
				fmt.Fprintf(&body, "  %s = %s\n", p.Name, value)
			}
		}
	}
	if w.plan.may("an unknown attribute") {
		body.WriteString("  nobodyKnows = 1\n")
	}
	return body.String(), true
}

// chosen is a value for a property, empty when it is left out: the given one, or one that
// is made up. It is not ok when the property is required and no value can be written.
func (w *programWriter) chosen(p *schema.Property, depth int, given map[string]string) (string, bool) {
	if value, ok := given[p.Name]; ok {
		return value, true
	}
	if p.Required && w.plan.may("leave out a required property") || !p.Required && w.leavesOut(depth) {
		return "", true
	}
	before := w.mark()
	if value, ok := w.property(p, depth); ok {
		return value, true
	}
	w.reset(before)
	return "", !p.Required
}

func (w *programWriter) leavesOut(depth int) bool {
	if w.isPlain {
		return depth > roomyDepth || depth > 0 && w.random.IntN(3) == 0 || w.random.IntN(4) == 0
	}
	return depth > variedDepth || w.random.IntN(6) > 0
}

// property is a value for a property.
func (w *programWriter) property(p *schema.Property, depth int) (string, bool) {
	if p.Required && w.plan.may("null for a required property") {
		return "null", true
	}
	if d := p.Discriminator; d != nil && len(d.Values()) > 0 {
		values := d.Values()
		value := values[w.random.IntN(len(values))]
		if t, ok := p.Variant(value); ok {
			return w.variant(t, d.Property, value, depth)
		}
	}
	if p.Secret && !p.IsPlain && typesys.Strip(typesys.PlainShape(p.Type)) == typesys.String {
		return w.secretText(), true
	}
	return w.value(p.Type, depth)
}

// variant is an object that says which member of a union it is.
func (w *programWriter) variant(t typesys.Type, discriminator, value string, depth int) (string, bool) {
	object := schema.ObjectOf(typesys.Resolved(t))
	if object == nil || object.Property(discriminator) == nil {
		return "", false
	}
	return w.object(object.Properties(), depth, map[string]string{discriminator: printer.Text(value)})
}

// secretText is the name of a secret config.
func (w *programWriter) secretText() string {
	declared := len(w.lines)
	name := w.helper("secret", "secret", "config %s string {\n  secret = true\n}")
	if len(w.lines) > declared {
		w.interior = append(w.interior, configured{name, typesys.String, true})
	}
	return name
}

// value is a value of a type.
func (w *programWriter) value(t typesys.Type, depth int) (string, bool) {
	if depth > mostDepth {
		return "", false
	}
	if text, ok := w.expression(t, depth); ok {
		return text, true
	}
	return w.literal(t, depth)
}

// literal is a value of a type that is written out.
func (w *programWriter) literal(t typesys.Type, depth int) (string, bool) {
	switch t.Kind() {
	case typesys.KindInput, typesys.KindOutput, typesys.KindPromise:
		return w.literal(t.Elem(), depth)
	case typesys.KindConst:
		return printer.Value(t.Value()), true
	case typesys.KindEnum:
		values := t.Values()
		if len(values) == 0 {
			return "", false
		}
		if w.plan.may("a text that is none of an enum") {
			return `"none of them"`, true
		}
		return printer.Value(values[w.random.IntN(len(values))]), true
	case typesys.KindUnion:
		return w.member(t.Elems(), depth)
	case typesys.KindList, typesys.KindSet:
		elem, ok := w.value(t.Elem(), depth+1)
		return "[" + elem + "]", ok
	case typesys.KindMap:
		elem, ok := w.value(t.Elem(), depth+1)
		return "{ a = " + elem + " }", ok
	case typesys.KindObject:
		return w.objectOf(t, depth)
	}
	return w.simple(t)
}

// simple is a value without parts.
func (w *programWriter) simple(t typesys.Type) (string, bool) {
	switch t {
	case typesys.Bool:
		return "true", true
	case typesys.Int:
		return "3", true
	case typesys.Number:
		return "2.5", true
	case typesys.Dynamic:
		if w.isPlain {
			return `"text"`, true
		}
		return anything[w.random.IntN(len(anything))], true
	case typesys.String, typesys.ID:
		return `"text"`, true
	case typesys.Asset:
		return `stringAsset("text")`, true
	case typesys.Archive:
		return `assetArchive({ "a.txt" = stringAsset("text") })`, true
	}
	return "", false
}

// member is a value of one of several types, none aside.
func (w *programWriter) member(types []typesys.Type, depth int) (string, bool) {
	start := w.random.IntN(len(types) + 1)
	for i := range types {
		t := types[(start+i)%len(types)]
		if t == typesys.None {
			continue
		}
		if value, ok := w.literal(t, depth); ok {
			return value, true
		}
	}
	return "", false
}

func (w *programWriter) objectOf(t typesys.Type, depth int) (string, bool) {
	object := schema.ObjectOf(t)
	switch {
	case object == nil:
		return w.structural(t, depth)
	case object.IsResource && w.ranged.text != "":
		return "", false
	case object.IsResource && object.Package == w.pkg && !w.bound:
		return w.resource(object.Token, depth+4, nil)
	case object.IsResource:
		return "", false
	}
	return w.object(shapedAs(object, t), depth, nil)
}

// structural is an object of a type without a name.
func (w *programWriter) structural(t typesys.Type, depth int) (string, bool) {
	var items []string
	for _, p := range t.Properties() {
		value, ok := w.value(p.Type, depth+1)
		if !ok {
			return "", false
		}
		items = append(items, printer.Key(w.propertyName(p.Name))+" = "+value)
	}
	return "{ " + strings.Join(items, ", ") + " }", len(items) > 0
}

// shapedAs are the properties of an object type as they are in one shape of it.
func shapedAs(object *schema.ObjectType, t typesys.Type) []*schema.Property {
	var props []*schema.Property
	for _, p := range object.Properties() {
		if in, ok := t.Property(p.Name); ok {
			shaped := *p
			shaped.Type = in.Type
			props = append(props, &shaped)
		}
	}
	return props
}

// object is an object with these properties. The given values replace those that would be made up.
func (w *programWriter) object(props []*schema.Property, depth int, given map[string]string) (string, bool) {
	var items []string
	for _, p := range props {
		value, ok := w.chosen(p, depth+1, given)
		if !ok {
			return "", false
		}
		if value != "" {
			items = append(items, printer.Key(w.propertyName(p.Name))+" = "+value)
			if w.plan.may("a key twice") {
				items = append(items, printer.Key(p.Name)+" = "+value)
			}
		}
	}
	if len(props) > 0 && w.plan.may("an unknown property of an object") {
		items = append(items, "nobodyKnows = 1")
	}
	if len(items) == 0 {
		return "{}", true
	}
	return "{ " + strings.Join(items, ", ") + " }", true
}

// arguments are those of an invoke after the token, each with a comma before it.
func (w *programWriter) arguments(fn *schema.Function) (string, bool) {
	if len(fn.MultiArgument) == 0 {
		args, ok := w.object(fn.Inputs, 0, nil)
		return ", " + args, ok
	}
	text := ""
	for _, name := range fn.MultiArgument {
		p := fn.Input(name)
		if p == nil {
			return "", false
		}
		value, ok := w.value(p.Plain, 0)
		if !ok {
			return "", false
		}
		text += ", " + value
	}
	return text, true
}

// ValidResource is a program that declares a resource with values for all that it must be told and some of what it may
// be told, uses its outputs, and calls its methods. It is not ok when the schema does not say enough to write one. The
// same random numbers give the same program.
func ValidResource(pkg *schema.Package, token string, random *rand.Rand) (text string, ok bool) {
	w := newPlain(pkg, random)
	r := pkg.Resource(token)
	name, ok := w.resource(token, 0, nil)
	if !ok {
		return "", false
	}
	w.outputs(name, r)
	if links := w.links(name, r); len(links) > 0 {
		w.resource(token, 0, links)
	}
	for _, method := range slices.Sorted(maps.Keys(r.Methods)) {
		if fn := r.Method(method); fn != nil && !fn.IsDamaged() {
			if args, ok := w.object(fn.Inputs, 0, nil); ok {
				w.line("%s = call(%s, %s, %s)", w.name("called"), name, printer.Text(method), args)
			}
		}
	}
	return w.program(), true
}

// ValidFunction is a program that invokes a function and uses the result. It is
// not ok when the schema does not say enough to write one.
func ValidFunction(pkg *schema.Package, token string, random *rand.Rand) (text string, ok bool) {
	w := newPlain(pkg, random)
	fn := pkg.Function(token)
	if fn == nil || fn.IsMethod() || fn.IsDamaged() {
		return "", false
	}
	args, ok := w.arguments(fn)
	if !ok {
		return "", false
	}
	result := w.name("result")
	w.line("%s = invoke(%s%s)", result, printer.Text(token), args)
	w.line("output %s {\n  value = %s\n}", w.name("out"), result)
	return w.program(), true
}

// newPlain writes literal values, and no mistakes.
func newPlain(pkg *schema.Package, random *rand.Rand) *programWriter {
	w := newVaried(newPlan([]*schema.Package{pkg}, 0, nil), random, "")
	w.pkg, w.isPlain, w.isLiteral = pkg, true, true
	return w
}

func (w *programWriter) program() string {
	return packageBlock(w.pkg, w.pkg.Version()) + "\n\n" + strings.Join(w.lines, "\n\n") + "\n"
}

// outputs exports some outputs of a resource.
func (w *programWriter) outputs(name string, r *schema.Resource) {
	for _, p := range r.Outputs {
		if syntax.IsIdentifier(p.Name) && w.random.IntN(2) == 0 {
			w.line("output %s {\n  value = %s.%s\n}", w.name("out"), name, p.Name)
		}
	}
}

// links are inputs of a second resource that come from outputs of the first with the same type.
func (w *programWriter) links(name string, r *schema.Resource) map[string]string {
	links := map[string]string{}
	for _, in := range r.Inputs {
		if in.IsPlain || in.Discriminator != nil || in.Type.Kind() == typesys.KindConst ||
			!syntax.IsIdentifier(in.Name) || len(links) == 3 {
			continue
		}
		for _, out := range r.Outputs {
			if syntax.IsIdentifier(out.Name) && out.Plain == in.Plain && typesys.Convert(in.Type, out.Type) == typesys.FitSafe {
				links[in.Name] = name + "." + out.Name
				break
			}
		}
	}
	return links
}
