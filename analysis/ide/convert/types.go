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
			types = append(types, short(l.Token, l.Canonical, pkg.FindResource))
		}
	}
	return types
}

// short returns a declared token in the short form, if that means the same.
func short(token, canonical string, find func(string) schema.Match) string {
	t, ok := schema.ParseToken(canonical)
	if !ok {
		return token
	}
	text := t.String()
	if t.Module == "index" {
		text = t.Package + ":" + t.Member
	}
	if find(text).Token != token {
		return token
	}
	return text
}

func shortResource(r *schema.Resource) string {
	return short(r.Token, r.Canonical, r.Package.FindResource)
}

func shortFunction(f *schema.Function) string {
	return short(f.Token, f.Canonical, f.Package.FindFunction)
}
