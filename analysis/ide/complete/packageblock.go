package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file adds a missing package block.
//
// Tokens work without one: a package without a block means its newest version. But a program
// that declares packages with versions means to declare all of them. (PCL specification,
// pcl-syntax.md, section 4.3.)

// packageBlock returns the edit that declares a package after the other package blocks, or at
// the start of the file if those are in another file. It returns nil if the program declares
// no packages, or already declares this one.
func (c *completer) packageBlock(pkg *schema.Package) []change.Edit {
	if pkg == schema.Builtin() || pkg.Version() == "" {
		return nil
	}
	if _, _, declared := c.p.PackageBlock(pkg.Name()); declared || !c.declaresPackages() {
		return nil
	}
	at := 0
	for _, it := range c.File.All() {
		if it.Kind == syntax.KindPackage {
			at = it.Base + len(it.Text)
		}
	}
	text := "package {\n  " + language.ProviderName + "    = " + printer.Text(pkg.Name()) + "\n  " + language.ProviderVersion + " = " + printer.Text(pkg.Version()) + "\n}\n\n"
	if at > 0 && c.File.Slice(syntax.Span{Start: at - 1, End: at}) != "\n" {
		text = "\n" + text
	}
	return []change.Edit{{Path: c.File.Path, Span: syntax.Span{Start: at, End: at}, Text: text}}
}

// declaresPackages reports whether the program has package blocks.
func (c *completer) declaresPackages() bool {
	if !c.looked {
		c.looked = true
		for _, f := range c.p.Files {
			for _, it := range f.All() {
				c.declares = c.declares || it.Kind == syntax.KindPackage
			}
		}
	}
	return c.declares
}
