package schemadoc

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the declaration of the type at a place of a program.

// Target declares a type: a member of a package, perhaps one of its properties, or the program
// of a component.
type Target struct {
	Member
	// Property is the property of the member, or empty. Output means that it is an output.
	Property string
	Output   bool
	// Path is the file of a component's program. Then there is no member.
	Path string
}

// maxTargets is how many members of a union are returned.
const maxTargets = 20

// At returns the declarations of the type at an offset of a file; a union has several. The
// only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) ([]Target, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	if found := ofOccurrence(ctx, p, at, at.Occurrence); len(found) > 0 {
		return found, ctx.Err()
	}
	return ofType(at.Type), ctx.Err()
}

// Named returns the declaration of what a token or the name of a property at an offset of a
// file stands for. The only error is the context's.
func Named(ctx context.Context, p *analysis.Program, path string, offset int) ([]Target, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	return ofOccurrence(ctx, p, at, at.Occurrence), ctx.Err()
}

func ofOccurrence(ctx context.Context, p *analysis.Program, at *analysis.Place, o *analysis.Occurrence) []Target {
	if o == nil {
		return nil
	}
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

// ofObject returns the declarations of a name's type. For a component that is its program.
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

// ofProgram returns the first file of a program.
func ofProgram(p *analysis.Program) []Target {
	main := p.Main()
	if main == nil {
		return nil
	}
	return []Target{{Path: main.Path}}
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

// withProperty adds the property that an occurrence names. A name that no schema declares has
// no target.
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

// ofType returns the declarations of a type, or of the named types inside it.
func ofType(t typesys.Type) []Target {
	var found []Target
	for _, object := range probe.ObjectsWithin(typesys.Strip(t)) {
		m, output, ok := schema.MemberOf(object)
		if target := (Target{Member: Member(m), Output: output}); ok && !slices.Contains(found, target) {
			found = append(found, target)
		}
	}
	return found[:min(len(found), maxTargets)]
}

// Span returns the place of a target in its document.
func (t Target) Span(d *Document) syntax.Span {
	if t.Property == "" {
		return d.Head()
	}
	return d.Property(t.Property, t.Output)
}
