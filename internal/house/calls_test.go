package house

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// calls says which functions of some packages may call which. A function that another one only mentions counts as
// called, since it may be passed on. Fields, package variables and local variables that hold functions are nodes too.
// A call of a method of an interface may reach each method that implements it.
type calls struct {
	edges   map[types.Object]map[types.Object]bool
	methods map[string][]*types.Func // by name
	named   map[types.Object]string
	ours    map[*types.Package]bool
}

// callsOf computes the calls between the functions of packages.
func callsOf(loaded []*packages.Package) *calls {
	c := &calls{
		edges: map[types.Object]map[types.Object]bool{}, methods: map[string][]*types.Func{},
		named: map[types.Object]string{}, ours: map[*types.Package]bool{},
	}
	each := func(do func(p *packages.Package, d ast.Decl)) {
		for _, p := range loaded {
			for _, file := range p.Syntax {
				for _, d := range file.Decls {
					do(p, d)
				}
			}
		}
	}
	for _, p := range loaded {
		c.ours[p.Types] = true
	}
	each(func(p *packages.Package, d ast.Decl) {
		if f, ok := d.(*ast.FuncDecl); ok {
			declared := p.TypesInfo.Defs[f.Name].(*types.Func)
			c.named[declared] = nameOf(declared)
			if f.Recv != nil {
				c.methods[f.Name.Name] = append(c.methods[f.Name.Name], declared)
			}
		}
	})
	each(func(p *packages.Package, d ast.Decl) {
		w := walk{calls: c, info: p.TypesInfo}
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				w.from(p.TypesInfo.Defs[d.Name], d.Body)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					for i, value := range v.Values {
						w.from(p.TypesInfo.Defs[v.Names[min(i, len(v.Names)-1)]], value)
					}
				}
			}
		}
	})
	return c
}

// nameOf is the name of a function below the module, such as analysis/check.(*flower).expr.
func nameOf(f types.Object) string {
	name := f.Pkg().Path() + "." + f.Name()
	if f, ok := f.(*types.Func); ok {
		name = f.FullName()
	}
	return strings.ReplaceAll(name, "github.com/pcl-lsp/pcl-lsp/", "")
}

// walk goes through the body of one function.
type walk struct {
	*calls
	info *types.Info
}

func (w walk) from(at types.Object, n ast.Node) {
	if at == nil || n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) {
					w.assign(at, left, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, value := range n.Values {
				w.assign(at, n.Names[min(i, len(n.Names)-1)], value)
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				w.assign(at, key, n.Value)
			}
		case *ast.Ident:
			w.use(at, w.info.Uses[n])
		}
		return true
	})
}

// assign follows a function into the variable or field that holds it.
func (w walk) assign(at types.Object, to ast.Expr, value ast.Expr) {
	if s, ok := to.(*ast.SelectorExpr); ok {
		to = s.Sel
	}
	id, ok := to.(*ast.Ident)
	if !ok {
		return
	}
	v, ok := w.info.ObjectOf(id).(*types.Var)
	if !ok || !isFunc(v) {
		return
	}
	if w.named[v] == "" {
		w.named[v] = nameOf(v)
		if !v.IsField() {
			w.named[v] = w.named[at] + "." + v.Name()
		}
	}
	w.from(v.Origin(), value)
}

func isFunc(v *types.Var) bool {
	_, is := v.Type().Underlying().(*types.Signature)
	return is
}

func (w walk) use(at, used types.Object) {
	switch used := used.(type) {
	case *types.Func:
		used = used.Origin()
		if w.named[used] != "" {
			w.add(at, used)
			return
		}
		if recv := used.Signature().Recv(); recv != nil && used.Pkg() != nil {
			if i, ok := recv.Type().Underlying().(*types.Interface); ok {
				w.through(at, used, i)
			}
		}
	case *types.Var:
		w.add(at, used.Origin())
	}
}

func (w walk) through(at types.Object, called *types.Func, i *types.Interface) {
	if !w.ours[called.Pkg()] {
		return
	}
	for _, m := range w.methods[called.Name()] {
		recv := m.Signature().Recv().Type()
		if types.Implements(recv, i) || types.Implements(types.NewPointer(recv), i) {
			w.add(at, m)
		}
	}
}

func (w walk) add(from, to types.Object) {
	if w.edges[from] == nil {
		w.edges[from] = map[types.Object]bool{}
	}
	w.edges[from][to] = true
}

// has reports whether there is a function, or a variable or field that holds one, with a name.
func (c *calls) has(name string) bool {
	for _, known := range c.named {
		if known == name {
			return true
		}
	}
	return false
}

// recursive returns the functions that may call themselves, each with those that call each other in the same circle,
// sorted by name.
//
// Guarded functions end every recursion through them, so circles are looked for without them.
func (c *calls) recursive(guarded ...string) [][]string {
	open := map[types.Object]map[types.Object]bool{}
	for from, all := range c.edges {
		open[from] = maps.Clone(all)
		maps.DeleteFunc(open[from], func(to types.Object, _ bool) bool { return slices.Contains(guarded, c.named[to]) })
	}
	var found [][]string
	for _, component := range components(open) {
		if len(component) == 1 && !c.edges[component[0]][component[0]] {
			continue
		}
		var circle []string
		for _, f := range component {
			if name := c.named[f]; name != "" {
				circle = append(circle, name)
			}
		}
		slices.Sort(circle)
		found = append(found, circle)
	}
	slices.SortFunc(found, slices.Compare)
	return found
}
