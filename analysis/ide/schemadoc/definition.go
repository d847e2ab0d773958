package schemadoc

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file leads from a place of a program to what declares the type there.

// Target is what declares a type: a member of a package with one of its properties, or
// the program of a component.
type Target struct {
	Member
	// Property is the property that is meant, empty for the member as a whole; Output
	// says that it is one that the member gives.
	Property string
	Output   bool
	// Path is the file of a component's program; then there is no member.
	Path string
}

// maxTargets is how many members of a union are told.
const maxTargets = 20

// At are what declares the type of what stands at an offset of a file: several for a
// union. The error is that of the context.
func At(ctx context.Context, p *analysis.Program, path string, offset int) ([]Target, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	if o := at.Occurrence; o != nil {
		if found := ofOccurrence(ctx, p, at, o); len(found) > 0 {
			return found, ctx.Err()
		}
	}
	return ofType(at.Type), ctx.Err()
}

func ofOccurrence(ctx context.Context, p *analysis.Program, at *analysis.Place, o *analysis.Occurrence) []Target {
	switch o.Kind {
	case analysis.OccurResourceToken:
		return ofResource(o.Resource)
	case analysis.OccurFunctionToken, analysis.OccurMethod:
		return ofFunction(o.SchemaFunction)
	case analysis.OccurSource:
		return ofProgram(p.ComponentProgram(o.Dir))
	case analysis.OccurAttribute:
		return withProperty(ofResource(at.Info.Resource), o, false)
	case analysis.OccurMember:
		return withProperty(ofType(o.Owner), o, true)
	case analysis.OccurKey:
		return withProperty(ofType(o.Owner), o, false)
	case analysis.OccurDeclaration, analysis.OccurVariable:
		return ofObject(ctx, p, at.Object(p))
	}
	return nil
}

// ofObject is what declares the type of a name. That of a component is its program.
func ofObject(ctx context.Context, p *analysis.Program, o *analysis.Object) []Target {
	if o == nil {
		return nil
	}
	if it, ok := o.Item(); ok && o.Kind == analysis.ObjectComponent {
		if dir, named := p.ComponentDir(it.Item); named {
			return ofProgram(p.ComponentProgram(dir))
		}
		return nil
	}
	if o.Type.IsValid() {
		return ofType(o.Type)
	}
	return ofType(p.TypeOf(ctx, o))
}

// ofProgram is the file in which the program of a directory begins.
func ofProgram(p *analysis.Program) []Target {
	if p == nil || len(p.Files) == 0 {
		return nil
	}
	first := p.Files[0].Path
	for _, f := range p.Files {
		if f.Path == p.Dir+"/main.pp" {
			first = f.Path
		}
	}
	return []Target{{Path: first}}
}

func ofResource(r *schema.Resource) []Target {
	if r == nil {
		return nil
	}
	return []Target{{Member: Member{r.Package, Resource, r.Token}}}
}

func ofFunction(f *schema.Function) []Target {
	if f == nil {
		return nil
	}
	return []Target{{Member: Member{f.Package, Function, f.Token}}}
}

// withProperty adds the property that an occurrence names to what its owner leads to. A
// name that no schema has leads nowhere.
func withProperty(owners []Target, o *analysis.Occurrence, output bool) []Target {
	if o.Property == nil {
		return nil
	}
	for i := range owners {
		owners[i].Property = o.Property.Name
		owners[i].Output = output || owners[i].Output
	}
	return owners
}

// ofType are what declares a type, or the types inside of it that have a name.
func ofType(t typesys.Type) []Target {
	found := gather(nil, typesys.Strip(t), 0)
	return found[:min(len(found), maxTargets)]
}

// maxLevels bounds how deep collections are looked into.
const maxLevels = 20

func gather(found []Target, t typesys.Type, level int) []Target {
	if level > maxLevels {
		return found
	}
	switch t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindSet, typesys.KindOutput, typesys.KindPromise, typesys.KindInput:
		return gather(found, t.Elem(), level+1)
	case typesys.KindUnion:
		for _, e := range t.Elems() {
			found = gather(found, e, level+1)
		}
	case typesys.KindObject:
		m, output, ok := schema.MemberOf(t)
		if target := (Target{Member: Member(m), Output: output}); ok && !slices.Contains(found, target) {
			return append(found, target)
		}
	}
	return found
}

// Span is where in its document a target stands.
func (t Target) Span(d *Document) syntax.Span {
	if t.Property == "" {
		return d.Head()
	}
	return d.Property(t.Property, t.Output)
}
