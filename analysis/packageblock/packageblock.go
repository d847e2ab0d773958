// Package packageblock reads what package blocks declare. (docs/language/packages.md)
package packageblock

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// Read is the package that a block declares. An attribute that is wrong
// is reported and left out; the others still count.
func Read(it *syntax.Item, report diagnostic.Reporter) schema.Ref {
	r := reader{report: report}
	var ref schema.Ref
	body := it.Block().Body
	if a := body.Attributes["baseProviderName"]; a != nil {
		var literal bool
		if ref.Plugin, literal = r.text(a, codes.PackageNameLiteral); literal && ref.Plugin == "" {
			report.Say(codes.PackageNoName, tree.Span(a.Expr.Range()), "`baseProviderName` must not be empty: it names the provider of the package")
		}
	} else if len(it.Labels) > 0 {
		ref.Plugin = it.Labels[0].Value
	}
	if a := body.Attributes["baseProviderVersion"]; a != nil {
		ref.Version = r.version(a, codes.PackageVersion)
	}
	if a := body.Attributes["baseProviderDownloadUrl"]; a != nil {
		ref.DownloadURL = r.url(a)
	}
	ref.Name = ref.Plugin
	for _, b := range body.Blocks {
		if b.Type == "parameterization" {
			ref.Parameterization = r.parameterization(b)
		}
	}
	if ref.Parameterization != nil { // without a name the block declares no package
		ref.Name = ref.Parameterization.Name
	}
	return ref
}

type reader struct {
	report diagnostic.Reporter
}

func (r reader) text(a *hclsyntax.Attribute, code codes.Code) (string, bool) {
	text, ok := tree.PlainText(a.Expr)
	if !ok {
		r.report.Say(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted string without interpolation")
	}
	return text, ok
}

func (r reader) version(a *hclsyntax.Attribute, code codes.Code) string {
	text, ok := r.text(a, code)
	if !ok {
		return ""
	}
	if !versions.IsVersion(text) {
		wrong := diagnostic.Advice{Message: "`" + a.Name + "` must be a semantic version such as 1.2.3, without a leading v"}
		if meant := meantVersion(text); meant != "" {
			wrong = wrong.And(`; write "` + meant + `"`).Suggesting(`"` + meant + `"`)
		}
		r.report(code, tree.Span(a.Expr.Range()), wrong)
		return ""
	}
	return text
}

// meantVersion is the semantic version that a text becomes without a leading v
// and with the numbers that are missing; empty if it becomes none.
func meantVersion(text string) string {
	meant := strings.TrimLeft(text, "vV")
	for range 3 {
		if versions.IsVersion(meant) {
			return meant
		}
		meant += ".0"
	}
	return ""
}

func (r reader) url(a *hclsyntax.Attribute) string {
	text, ok := r.text(a, codes.PackageURL)
	if !ok {
		return ""
	}
	if _, err := url.ParseRequestURI(text); err != nil {
		r.report.Say(codes.PackageURL, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be an absolute URL such as https://example.com/plugins")
		return ""
	}
	return text
}

func (r reader) parameterization(b *hclsyntax.Block) *schema.Parameterization {
	var p schema.Parameterization
	if a := b.Body.Attributes["name"]; a != nil {
		name, ok := r.text(a, codes.PackageParamName)
		if ok && name == "" {
			r.report.Say(codes.PackageParamName, tree.Span(a.Expr.Range()), "`name` must not be empty: it becomes the name of the package")
		}
		p.Name = name
	}
	if a := b.Body.Attributes["version"]; a != nil {
		p.Version = r.version(a, codes.PackageParamVersion)
	}
	if a := b.Body.Attributes["value"]; a != nil {
		if text, ok := r.text(a, codes.PackageParamValue); ok {
			value, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				r.report.Say(codes.PackageParamValue, tree.Span(a.Expr.Range()), "`value` must be standard base64 with padding")
			}
			p.Value = value
		}
	}
	return &p
}

// Ref is the package that a package block declares; false for other items
// and for blocks that name none.
func Ref(it *syntax.Item) (schema.Ref, bool) {
	if it.Kind != syntax.KindPackage || it.Block() == nil {
		return schema.Ref{}, false
	}
	ref := Read(it, diagnostic.Ignore)
	return ref, ref.Name != ""
}

// Sound is the package that a block declares; false for other items and for blocks with errors.
func Sound(it *syntax.Item) (ref schema.Ref, sound bool) {
	if it.Kind != syntax.KindPackage || it.Block() == nil || len(it.Errors) > 0 || len(it.Labels) > 1 {
		return ref, false
	}
	sound = true
	ref = Read(it, func(codes.Code, syntax.Span, diagnostic.Advice) { sound = false })
	return ref, sound && ref.Name != ""
}

// Equal reports whether two package blocks say the same.
func Equal(a, b schema.Ref) bool {
	x, y := a.Parameterization, b.Parameterization
	a.Parameterization, b.Parameterization = nil, nil
	if a != b || (x == nil) != (y == nil) {
		return false
	}
	return x == nil || x.Name == y.Name && x.Version == y.Version && slices.Equal(x.Value, y.Value)
}
