package check

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file reads and checks package blocks. (PCL specification, pcl-syntax.md,
// section 4.)

// packageBlock is what one package block declares.
type packageBlock struct {
	ref schema.Ref
	id  int32
}

// declarePackages collects the package blocks of the program. Two for one
// package are an error unless they stand in different files and say the same.
func (h *heads) declarePackages(p *Program) {
	for e := range p.core.Items() {
		if e.Syntax.Kind != syntax.KindPackage || e.Syntax.Block() == nil {
			continue
		}
		block := &packageBlock{ref: readPackage(e.Syntax, ignoreReport), id: e.ID}
		if block.ref.Name == "" {
			continue
		}
		if earlier := h.packages[block.ref.Name]; earlier != nil {
			h.comparePackages(p, earlier, block)
			continue
		}
		h.packages[block.ref.Name] = block
	}
}

func (h *heads) comparePackages(p *Program, earlier, later *packageBlock) {
	first, second := p.core.Item(earlier.id), p.core.Item(later.id)
	related := near(first, partHeader, syntax.Span{}, "first declared here")
	name := "package `" + later.ref.Name + "`"
	switch {
	case first.Path == second.Path:
		h.note(finding(second, codes.PackageDuplicate, partHeader, name+" is already declared in this file; remove one block", related))
	case !EqualRefs(earlier.ref, later.ref):
		h.note(finding(second, codes.PackageConflict, partHeader, name+" is declared differently in another file; make both declarations equal", related))
	}
}

// EqualRefs reports whether two package blocks say the same.
func EqualRefs(a, b schema.Ref) bool {
	x, y := a.Parameterization, b.Parameterization
	a.Parameterization, b.Parameterization = nil, nil
	if a != b || (x == nil) != (y == nil) {
		return false
	}
	return x == nil || x.Name == y.Name && x.Version == y.Version && slices.Equal(x.Value, y.Value)
}

// readPackage is the package that a block declares. An attribute that is wrong
// is reported and left out; the others still count.
func readPackage(it *syntax.Item, report reporter) schema.Ref {
	r := packageReader{report: report}
	var ref schema.Ref
	body := it.Block().Body
	if a := body.Attributes["baseProviderName"]; a != nil {
		var literal bool
		if ref.Plugin, literal = r.text(a, codes.PackageNameLiteral); literal && ref.Plugin == "" {
			report.say(codes.PackageNoName, tree.Span(a.Expr.Range()), "`baseProviderName` must not be empty: it names the provider of the package")
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

type packageReader struct {
	report reporter
}

func (r packageReader) text(a *hclsyntax.Attribute, code codes.Code) (string, bool) {
	text, ok := tree.PlainText(a.Expr)
	if !ok {
		r.report.say(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted string without interpolation")
	}
	return text, ok
}

func (r packageReader) version(a *hclsyntax.Attribute, code codes.Code) string {
	text, ok := r.text(a, code)
	if !ok {
		return ""
	}
	if !versions.IsVersion(text) {
		wrong := advice{message: "`" + a.Name + "` must be a semantic version such as 1.2.3, without a leading v"}
		if meant := meantVersion(text); meant != "" {
			wrong = wrong.and(`; write "` + meant + `"`).suggesting(`"` + meant + `"`)
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
	for range 2 {
		if versions.IsVersion(meant) {
			return meant
		}
		meant += ".0"
	}
	if versions.IsVersion(meant) {
		return meant
	}
	return ""
}

func (r packageReader) url(a *hclsyntax.Attribute) string {
	text, ok := r.text(a, codes.PackageURL)
	if !ok {
		return ""
	}
	if _, err := url.ParseRequestURI(text); err != nil {
		r.report.say(codes.PackageURL, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be an absolute URL such as https://example.com/plugins")
		return ""
	}
	return text
}

func (r packageReader) parameterization(b *hclsyntax.Block) *schema.Parameterization {
	var p schema.Parameterization
	if a := b.Body.Attributes["name"]; a != nil {
		name, ok := r.text(a, codes.PackageParamName)
		if ok && name == "" {
			r.report.say(codes.PackageParamName, tree.Span(a.Expr.Range()), "`name` must not be empty: it becomes the name of the package")
		}
		p.Name = name
	} else {
		r.unnamed(b)
	}
	if a := b.Body.Attributes["version"]; a != nil {
		p.Version = r.version(a, codes.PackageParamVersion)
	}
	if a := b.Body.Attributes["value"]; a != nil {
		if text, ok := r.text(a, codes.PackageParamValue); ok {
			value, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				r.report.say(codes.PackageParamValue, tree.Span(a.Expr.Range()), "`value` must be standard base64 with padding")
			}
			p.Value = value
		}
	}
	return &p
}

// unnamed reports a parameterization without a name, at the name that was meant.
func (r packageReader) unnamed(b *hclsyntax.Block) {
	span := tree.Span(b.TypeRange)
	if a := meantForNeeded(b.Body, language.ParameterizationBody(), "name"); a != nil {
		span = tree.Span(a.NameRange)
	}
	r.report.say(codes.PackageUnresolved, span, "a parameterization needs a `name`: it becomes the name of the package")
}

// parameterizations checks what stands in the parameterizations of a package
// block. Of several only the last counts.
func (c *checker) parameterizations(body *hclsyntax.Body) {
	var first *hclsyntax.Block
	for _, b := range body.Blocks {
		if b.Type != "parameterization" {
			continue
		}
		c.ignored(b.Body, language.ParameterizationBody(), "name")
		if first == nil {
			first = b
			continue
		}
		c.find(codes.PackageParamDuplicate, tree.Span(b.TypeRange), "this package block already has a `parameterization`; only the last one counts, so remove one",
			Related{Span: tree.Span(first.TypeRange), Message: "the first parameterization"})
	}
}
