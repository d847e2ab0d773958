package plan

import (
	"cmp"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file says why a resource may be registered although no registration has its URN.

// uncertain are reasons, found by the registered name of a resource.
type uncertain struct {
	any   string            // for all names
	named map[string]string // for one name
	open  map[string]string // for a name with or without that of an instance after it
}

// uncertainOf are those about what a run registers without that it is known how often.
func uncertainOf(ran *eval.Ran) *uncertain {
	d := &uncertain{named: map[string]string{}, open: map[string]string{}}
	for _, o := range ran.Open {
		note(d.open, o.Name, "it is not known which resources `"+o.Item.Name+"` makes")
	}
	return d
}

// unknown adds a registration of which it cannot be told what it was before: it may be what its name or an
// alias names. With a URN, its aliases are not known, so it may be any resource.
func (d *uncertain) unknown(r *eval.Registration, why string) {
	names, all := formerly(r)
	if r.URN != "" || !all {
		d.any = cmp.Or(d.any, why)
	}
	for _, name := range append(names, r.Name) {
		note(d.named, name, why)
	}
}

// formerly are the names in the aliases of a registration, and whether all are written out.
func formerly(r *eval.Registration) (names []string, all bool) {
	a := r.OptionAttribute(language.NameAliases)
	if a == nil {
		return nil, true
	}
	formers := analysis.FormerNames(r.Item.Item)
	for _, f := range formers {
		if u, err := urn.Parse(f.URN); err == nil {
			names = append(names, u.Part(urn.Name))
		} else if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	list, written := a.Expr.(*hclsyntax.TupleConsExpr)
	return names, written && len(list.Exprs) == len(formers)
}

// note keeps the first reason.
func note(reasons map[string]string, name, why string) {
	if reasons[name] == "" {
		reasons[name] = why
	}
}

// about is a reason for a resource with a name; empty where there is none.
func (d *uncertain) about(name string) string {
	why := cmp.Or(d.open[name], d.named[name], d.any)
	for i, c := range name {
		if c == '-' && why == "" {
			why = d.open[name[:i]]
		}
	}
	return why
}
