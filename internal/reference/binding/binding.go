// Package binding asks the binder of the reference about programs.
package binding

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// Bind binds the program of a directory as the host of the language does. A lenient binder turns many errors into warnings.
func Bind(dir string, loader schema.ReferenceLoader, lenient bool) (r asking.Record) {
	r = asking.Failure("", "")
	defer func() {
		if failure := recover(); failure != nil {
			r.Status, r.Failure = asking.Panic, fmt.Sprint(failure)
		}
	}()
	options := []pcl.BindOption{pcl.PreferOutputVersionedInvokes}
	if lenient {
		options = append(options, pcl.NonStrictBindOptions()...)
	}
	program, found, err := pcl.BindDirectory(dir, loader, options...)
	r.Diagnostics = Diagnostics(found, dir)
	switch {
	case found.HasErrors():
		r.Status = asking.Error
	case err != nil:
		r.Status, r.Failure = asking.Failed, err.Error()
	default:
		r.Status = asking.OK
	}
	if program != nil {
		if r.Status != asking.OK {
			defer func() { recover() }() // declarations with errors may lack what they are told by
		}
		r.Nodes, r.Expressions = nodes(program, dir, "")
	}
	return r
}

// Syntax reports whether a file of a directory cannot be parsed.
func Syntax(dir string) bool {
	found, err := pcl.ParseDirectory(syntax.NewParser(), dir)
	return err == nil && found.HasErrors()
}

// Descriptors are the packages that the program of a directory declares.
func Descriptors(dir string) map[string]*schema.PackageDescriptor {
	parser := syntax.NewParser()
	if _, err := pcl.ParseDirectory(parser, dir); err != nil {
		return nil
	}
	descriptors, _ := pcl.ReadAllPackageDescriptors(parser.Files)
	return descriptors
}

// addresses of values in memory are in some messages.
var addresses = regexp.MustCompile("0x[0-9a-f]{6,}")

// Diagnostics are messages about the program of a directory, with the paths of its files in it.
func Diagnostics(found hcl.Diagnostics, dir string) []asking.Diagnostic {
	all := []asking.Diagnostic{}
	for _, d := range found {
		one := asking.Diagnostic{Severity: "error", Summary: addresses.ReplaceAllString(d.Summary, "0x"), Detail: addresses.ReplaceAllString(d.Detail, "0x")}
		if d.Severity == hcl.DiagWarning {
			one.Severity = "warning"
		}
		if d.Subject != nil {
			one.File, one.Range = fileIn(dir, d.Subject), &asking.Range{d.Subject.Start.Byte, d.Subject.End.Byte}
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b asking.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), compareRanges(a.Range, b.Range))
	})
	return all
}

// fileIn is the path in a directory of the file that a range is in.
func fileIn(dir string, at *hcl.Range) string {
	return strings.TrimPrefix(filepath.ToSlash(at.Filename), filepath.ToSlash(dir)+"/")
}

func compareRanges(a, b *asking.Range) int {
	if a == nil || b == nil {
		return cmp.Compare(boolean(a != nil), boolean(b != nil))
	}
	return slices.Compare(a[:], b[:])
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// typed is a node that has a type.
type typed interface{ Type() model.Type }

// nodes are the declarations of a program and of its components, and their expressions, in the order of the text. The program is in a folder
// below that of the root program.
func nodes(program *pcl.Program, root, folder string) (declared []dump.Node, expressions []dump.Expression) {
	declared, expressions = []dump.Node{}, []dump.Expression{}
	for _, n := range program.Nodes {
		at := n.SyntaxNode().Range()
		node := dump.Node{File: path.Join(folder, at.Filename), Kind: kindOf(n), Name: n.Name(), Range: asking.Range{at.Start.Byte, at.End.Byte}}
		if t, ok := n.(typed); ok {
			node.Type = structural(t.Type())
		}
		if r, ok := n.(interface{ GetToken() (string, hcl.Range) }); ok {
			node.Token, _ = r.GetToken()
		}
		for _, d := range n.GetDependencies() {
			node.Deps = append(node.Deps, d.Name())
		}
		slices.Sort(node.Deps)
		declared = append(declared, node)
		expressions = append(expressions, expressionsIn(n, folder)...)
		if c, ok := n.(*pcl.Component); ok && c.Program != nil {
			if below, err := filepath.Rel(root, c.DirPath()); err == nil {
				inner, parts := nodes(c.Program, root, filepath.ToSlash(below))
				declared, expressions = append(declared, inner...), append(expressions, parts...)
			}
		}
	}
	slices.SortFunc(declared, func(a, b dump.Node) int {
		return cmp.Or(cmp.Compare(a.File, b.File), slices.Compare(a.Range[:], b.Range[:]))
	})
	slices.SortFunc(expressions, func(a, b dump.Expression) int {
		return cmp.Or(cmp.Compare(a.File, b.File), slices.Compare(a.Range[:], b.Range[:]), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Type, b.Type))
	})
	same := func(a, b dump.Expression) bool {
		return a.File == b.File && a.Range == b.Range && a.Kind == b.Kind && a.Type == b.Type
	}
	declared = slices.CompactFunc(declared, func(a, b dump.Node) bool { return a.File == b.File && a.Range == b.Range })
	return declared, slices.CompactFunc(expressions, same)
}

// kinds are the names of nodes.
var kinds = map[reflect.Type]string{
	reflect.TypeFor[*pcl.ConfigVariable](): "config",
	reflect.TypeFor[*pcl.LocalVariable]():  "local",
	reflect.TypeFor[*pcl.Resource]():       "resource",
	reflect.TypeFor[*pcl.ReadResource]():   "read",
	reflect.TypeFor[*pcl.Component]():      "component",
	reflect.TypeFor[*pcl.OutputVariable](): "output",
	reflect.TypeFor[*pcl.Hook]():           "hook",
	reflect.TypeFor[*pcl.PulumiBlock]():    "pulumi",
}

func kindOf(n pcl.Node) string { return kinds[reflect.TypeOf(n)] }

// expressionsIn are the expressions in a declaration that have a place in the text.
func expressionsIn(n pcl.Node, folder string) (all []dump.Expression) {
	defer func() { recover() }() // parts of a declaration with errors may be missing
	n.VisitExpressions(nil, func(x model.Expression) (model.Expression, hcl.Diagnostics) {
		node := x.SyntaxNode()
		if node == nil || node == syntax.None {
			return x, nil
		}
		at, kind := node.Range(), strings.TrimPrefix(fmt.Sprintf("%T", x), "*model.")
		all = append(all, dump.Expression{File: path.Join(folder, at.Filename), Range: asking.Range{at.Start.Byte, at.End.Byte}, Kind: kind, Type: structural(x.Type())})
		return x, nil
	})
	return all
}
