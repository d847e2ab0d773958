package analysis

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file takes type tokens apart and finds the packages that they name.
// (PCL specification, pcl-syntax.md, section 4.)

// token takes a token apart and reports one that is malformed.
func (c *checker) token(text string, span syntax.Span) (schema.Token, bool) {
	token, ok := schema.ParseToken(text)
	if !ok {
		c.find(codes.TokenMalformed, span, "a type token has the form `package:module:Member` or `package:Member`")
	}
	return token, ok
}

// packageFor is the schema of a package; one that cannot be found is reported
// once in a program, at the first token that needs it.
func (c *checker) packageFor(name string, span syntax.Span) (*schema.Package, bool) {
	pkg, av := c.schema(name)
	if pkg != nil {
		return pkg, true
	}
	message := "package `" + name + "` is not checked: " + av.Reason
	if av.State == schema.Missing {
		message += "; `pulumi package get-schema " + name + "` prints one"
	}
	c.find(codes.PackageUnknown, span, message)
	c.info.Findings[len(c.info.Findings)-1].once = string(codes.PackageUnknown) + " " + name
	return nil, false
}

// schemaPackage is the package that a name means in this program: what a package
// block declares, or else the newest with the name.
func (p *Program) schemaPackage(name string) (*schema.Package, schema.Availability) {
	if name == "pulumi" {
		return schema.Builtin(), schema.Availability{State: schema.Ready}
	}
	ref := schema.Ref{Name: name, Plugin: name}
	if block := p.packages[name]; block != nil {
		ref = block.ref
	}
	if p.world.Schemas == nil {
		return nil, schema.Availability{State: schema.Missing, Reason: "no schemas are configured"}
	}
	return p.world.Schemas.Package(ref)
}

// Package is the schema that a package name means in this program, nil when it
// cannot be had.
func (p *Program) Package(name string) *schema.Package {
	pkg, _ := p.schemaPackage(name)
	return pkg
}
