package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/asset"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file says in which other form a value would fit: what people write who know another
// language.

// otherForm says what to write instead of a value that does not fit; nothing where that is not
// certain.
func otherForm(e hclsyntax.Expression, m *typesys.Mismatch) diagnostic.Advice {
	if m.Reason != typesys.ReasonType && m.Reason != typesys.ReasonAlternatives {
		return diagnostic.Advice{}
	}
	text, isText := tree.PlainText(tree.Bare(e))
	switch {
	case isText && typesys.Convert(m.Want, typesys.PropertyPath) != typesys.FitNone:
		if !slices.ContainsFunc(strings.Split(text, "."), func(name string) bool { return !syntax.IsIdentifier(name) }) {
			return diagnostic.Advice{Message: "; write `" + text + "` without quotes"}.Suggesting(text)
		}
	case schema.ResourceOf(m.Got) != nil && typesys.Convert(m.Want, typesys.ID) != typesys.FitNone:
		if t, is := tree.Bare(e).(*hclsyntax.ScopeTraversalExpr); is && len(t.Traversal) == 1 {
			return diagnostic.Advice{}.Writing(t.Traversal.RootName() + ".id")
		}
	case isText && text != "" && takesFiles(m.Want):
		kind := asset.FileAsset
		if typesys.Convert(m.Want, typesys.Asset) == typesys.FitNone {
			kind = asset.FileArchive
		}
		function := kind.Function()
		for _, f := range asset.CheckPath(kind, text) {
			if f.Problem == asset.AddressAsPath || f.Problem == asset.Directory {
				function = f.Instead
			}
		}
		return diagnostic.Advice{}.Writing(function + "(" + typesys.FormatValue(cty.StringVal(text)) + ")")
	case takesAnyString(m.Want):
		if _, is := tree.Bare(e).(*hclsyntax.ObjectConsExpr); is {
			return diagnostic.Advice{Message: "; for JSON write `toJSON({ … })`"}
		}
	}
	return diagnostic.Advice{}
}

// takesFiles reports whether a place takes assets or archives.
func takesFiles(t typesys.Type) bool {
	kinds := value.KindsOf(t)
	return kinds&value.FileKind != 0 && kinds != value.AnyKind
}

// takesAnyString reports whether a place takes every string, as opposed to those of an enum.
func takesAnyString(t typesys.Type) bool {
	t = typesys.PlainShape(t)
	if t.Kind() == typesys.KindUnion {
		return slices.Contains(t.Elems(), typesys.String)
	}
	return t == typesys.String
}
