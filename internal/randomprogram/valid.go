package randomprogram

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes programs that a package schema allows: in each, a checker that
// finds anything is wrong.

// ValidResource is a program that declares a resource with values for all that it
// must be told and some of what it may be told, uses its outputs, and calls its
// methods. It is not ok when the schema does not say enough to write one. The same
// random numbers give the same program.
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

// links are inputs of a second resource that come from outputs of the first with
// the same type.
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
