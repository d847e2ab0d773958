package complete

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the actions of access policies: first services, then the actions of one.

// policyActions offers the actions that a string can be, if it is one.
func (c *completer) policyActions(pr *probed) {
	if !takesActions(pr) {
		return
	}
	service, _, chosen := strings.Cut(c.typedToken(), ":")
	if !chosen {
		near := c.usedModules()
		for _, name := range policy.Services() {
			item := Item{Label: name + ":", Kind: KindModule, Detail: fmt.Sprintf("%d actions", len(policy.Actions(name))), Sort: sortText(rankUsual, name), Next: NextItems}
			if near[name] {
				item.Sort = sortText(rankFit, name)
			}
			c.addQuoted(item)
		}
		return
	}
	for _, name := range policy.Actions(service) {
		c.addQuoted(Item{Label: service + ":" + name, Kind: KindValue, Sort: sortText(rankFit, name)})
	}
}

// usedModules returns the modules of the resources of the program, which are mostly called like the services, and that of roles.
func (c *completer) usedModules() map[string]bool {
	used := map[string]bool{"sts": true} // who may assume a role
	for _, f := range c.p.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindResource || len(it.Labels) < 2 {
				continue
			}
			if token, ok := schema.ParseToken(it.Labels[1].Value); ok {
				module, _, _ := strings.Cut(token.Module, "/")
				used[strings.ToLower(module)] = true
			}
		}
	}
	return used
}

// takesActions reports whether the last node of a path is an action of a statement, alone or in a list.
func takesActions(pr *probed) bool {
	for i := len(pr.Path) - 1; i > 0; i-- {
		switch n := pr.Path[i-1].(type) {
		case *hclsyntax.TupleConsExpr:
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				if key, _ := probe.KeyText(item.KeyExpr); item.ValueExpr == pr.Path[i] && policy.TakesActions(key) {
					part := policy.PartOf(pr.Wanted(pr.Path[:i]))
					return part != nil && part.Token == policy.StatementToken
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
