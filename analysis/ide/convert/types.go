package convert

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists the types that an existing resource can have.

// maxTypes limits how many types are listed. The largest packages have ten thousand.
const maxTypes = 20_000

// Types returns the tokens of the resources in the packages that a program uses, in the short form if that means the same.
func Types(p *analysis.Program) []string {
	types := []string{}
	used, _ := p.PackageNames()
	for _, name := range used {
		pkg := p.Package(name)
		if pkg == nil || name == schema.BuiltinPackage {
			continue
		}
		for _, l := range pkg.ListResources() {
			if len(types) == maxTypes {
				return types
			}
			token := l.Token
			if t, ok := schema.ParseToken(l.Canonical); ok && pkg.FindResource(t.String()).Token == l.Token {
				token = t.String()
			}
			types = append(types, token)
		}
	}
	return types
}
