package hover

import (
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes the page about a package block: which schema it resolves to, and why.

// packageBlock describes the declared package and its schema.
func (h *hoverer) packageBlock(pg *page, ref schema.Ref) {
	declares := "Declares package " + markdown.Code(ref.Name)
	if ref.Plugin != ref.Name && ref.Plugin != "" {
		declares += ", served by provider " + markdown.Code(ref.Plugin)
	}
	if ref.Version != "" {
		declares += " in version " + markdown.Code(ref.Version)
	}
	pg.line(declares + ".")
	pkg, availability := h.p.PackageState(ref.Name)
	if pkg == nil {
		pg.line("No schema: " + markdown.Words(availability.Reason) + ".")
		pg.line(helps(availability))
	} else {
		pg.facts(packageFact(pkg), h.newer(pkg), counted(len(pkg.ResourceTokens()), "resource"), counted(len(pkg.FunctionTokens()), "function"))
	}
	if d, known := h.p.PackageDecision(ref.Name); known {
		choice(pg, d)
	}
	if pkg != nil {
		pg.documentation(pkg.Description())
	}
}

// newer names the newest version that was found if it is newer than the one in use; empty otherwise.
func (h *hoverer) newer(pkg *schema.Package) markdown.Text {
	d, _ := h.p.PackageDecision(pkg.Name())
	newest := schema.NewestVersion(d.Versions())
	if newest == "" || schema.CompareVersions(newest, pkg.Version()) <= 0 {
		return ""
	}
	return "newest found: " + markdown.Code(newest)
}

// helps says how to get a missing schema.
func helps(a schema.Availability) markdown.Text {
	switch {
	case a.DeclaredIn != "":
		return "The package block in " + markdown.Code(filepath.ToSlash(a.DeclaredIn)) + " declares the package: copy it into the program."
	case a.Install != "":
		return "Install its provider: " + markdown.Code(a.Install)
	}
	return ""
}

// choice says why a schema was chosen and what was not used.
func choice(pg *page, d schema.Decision) {
	if d.Path != "" && d.Why != "" {
		pg.line("Schema file " + markdown.Code(d.Path) + ": " + markdown.Words(d.Why) + ".")
	}
	var others []markdown.Text
	for _, p := range d.Considered {
		if !p.Taken && (p.Kind != schema.InstalledPlace || p.Path != d.Provider.Dir) {
			others = append(others, markdown.Code(p.Path)+": "+markdown.Words(p.Why))
		}
	}
	if d.Provider.Dir != "" && d.Provider.From == schema.InstalledPlace {
		pg.line("A run uses the provider in " + markdown.Code(d.Provider.Dir) + ".")
	}
	pg.list("Not used:", others)
}

// packageValue returns the page of a value in a package block that selects the schema.
func (h *hoverer) packageValue() (syntax.Span, *page) {
	pg := &page{}
	ref, ok := analysis.PackageRef(h.at.Item.Item)
	if !ok {
		return syntax.Span{}, pg
	}
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if a, isAttribute := n.(*hclsyntax.Attribute); isAttribute && strings.HasPrefix(a.Name, "baseProvider") {
			if span := syntax.SpanOf(a.Expr); span.Touches(h.at.Offset) {
				h.packageBlock(pg, ref)
				return span, pg
			}
		}
	}
	return syntax.Span{}, pg
}
