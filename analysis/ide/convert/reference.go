package convert

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds what a reference of Terraform means.

// reference rewrites a reference with all its steps.
func (r *reader) reference(t hcl.Traversal) (string, typesys.Type, bool) {
	if of, bound := r.bound[t.RootName()]; bound && !r.iterators[t.RootName()] {
		text, of := r.steps(t.RootName(), of, t[1:])
		return text, of, true
	}
	if text, n, ok := r.local(t); ok {
		text, of := r.steps(text, typesys.Dynamic, t[n:])
		return text, of, true
	}
	address, n := addressOf(t)
	if address == "" || r.declarations[address] == nil && strings.Contains(t.RootName(), "_") && !isForeign(r.program, t.RootName()) {
		return "", typesys.Dynamic, false
	}
	d := r.declared(address)
	if d == nil {
		return "", typesys.Dynamic, false
	}
	if d.reason != "" {
		r.fail("it refers to `" + address + "`, which is not converted")
	}
	if d.isModule && len(t) > n {
		if step, ok := t[n].(hcl.TraverseAttr); ok {
			text, of := r.steps(d.name+"."+identifier(step.Name), typesys.Dynamic, t[n+1:])
			return text, of, true
		}
	}
	text, of := r.steps(d.name, d.typ, t[n:])
	return text, of, true
}

// local rewrites references that lead to no block: loop variables and fixed names. It returns the number of steps that it has rewritten.
func (r *reader) local(t hcl.Traversal) (text string, n int, ok bool) {
	name, named := stepName(t, 1)
	if !named {
		return "", 0, false
	}
	root := t.RootName()
	if r.iterators[root] && (name == "key" || name == "value" || name == "index") {
		r.used[root+"."+name] = true
		return iteratorName(root, name), 2, true
	}
	if root == "var" || root == "local" { // these have names of their own
		return "", 0, false
	}
	if text = language.ForeignReference(root, name); strings.HasPrefix(text, "range.") && r.inside != nil && !r.inside.ranged {
		r.fail("the block has no `range` that is converted")
	} else if root == "path" && name == "module" && r.below != "" {
		text = `"${` + text + "}" + r.below + `"`
	}
	return text, 2, text != ""
}

// belowProject is where the program of a module is, from the directory of the project; empty if it is there.
func belowProject(p *analysis.Program) (below string) {
	for dir := p.Dir; dir != path.Dir(dir); dir = path.Dir(dir) {
		if p.FileAt(path.Join(dir, "Pulumi.yaml")).Kind == analysis.FileRegular {
			return below
		}
		below = "/" + path.Base(dir) + below
	}
	return ""
}

// iteratorName is the loop variable for the key or value of a dynamic block.
func iteratorName(block, part string) string {
	if part == "key" {
		return camel(block + "_key")
	}
	return camel(block + "_entry")
}

func stepName(t hcl.Traversal, i int) (string, bool) {
	if i >= len(t) {
		return "", false
	}
	step, ok := t[i].(hcl.TraverseAttr)
	return step.Name, ok
}

// addressOf returns the address of the block that a reference starts with, and how many steps it has; empty if it is no such reference.
func addressOf(t hcl.Traversal) (address string, n int) {
	root := t.RootName()
	first, ok := stepName(t, 1)
	switch {
	case !ok:
	case root == "var" || root == "local" || root == "module":
		return root + "." + first, 2
	case root == "data":
		if second, ok := stepName(t, 2); ok {
			return "data." + first + "." + second, 3
		}
	case strings.Contains(root, "_"):
		return root + "." + first, 2
	}
	return "", 0
}

// declared returns the declaration with an address. One outside the text may have been converted before; then the program has its name. Otherwise the
// reference gets the usual name, and the checker reports that there is none.
func (r *reader) declared(address string) *declaration {
	if d := r.declarations[address]; d != nil {
		return d
	}
	kind, name, _ := cutLast(address)
	d := &declaration{name: identifier(name), typ: typesys.Dynamic, isModule: kind == "module"}
	if strings.Contains(kind, "_") && !strings.HasPrefix(kind, "data.") {
		r.fromProgram(d, kind, name)
	}
	r.declarations[address] = d
	return d
}

// fromProgram finds the resource of the program that a Terraform resource has become.
func (r *reader) fromProgram(d *declaration, kind, name string) {
	pkg, _ := r.schemaFor(kind)
	if pkg == nil {
		return
	}
	_, rest := packageOf(kind)
	for _, c := range resources.candidates(pkg, rest, kind) {
		for _, named := range []string{identifier(name), identifier(longName(name, memberOf(c.token)))} {
			o := r.program.Lookup(named)
			if o == nil {
				continue
			}
			t := typesys.PlainShape(r.program.TypeOf(r.ctx, o))
			if of := resourceOf(t); of != nil && of.Token == c.token {
				d.name, d.typ = named, t
				return
			}
		}
	}
}

// resourceOf returns the resource of a type, which may be a list or map of instances.
func resourceOf(t typesys.Type) *schema.Resource {
	if of := schema.ResourceOf(t); of != nil {
		return of
	}
	return schema.ResourceOf(typesys.PlainShape(typesys.Strip(element(t))))
}

func cutLast(address string) (before, after string, found bool) {
	i := strings.LastIndexByte(address, '.')
	return address[:max(i, 0)], address[i+1:], i >= 0
}
