package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the packages that the schema tools are about.

// schemas returns the schemas for a program or a directory, and how its package blocks declare a package.
func (c *call) schemas(in string) (analysis.Schemas, func(schema.Ref) schema.Ref, error) {
	same := func(ref schema.Ref) schema.Ref { return ref }
	if err := c.open(Unsaved{}); err != nil {
		return nil, nil, err
	}
	if len(c.roots) == 0 {
		return c.snapshot.Schemas("none"), same, nil // schemas where the user put them
	}
	dir := c.roots[0]
	if in != "" {
		var err error
		if dir, err = c.path(in); err != nil {
			return nil, nil, err
		}
	}
	program := c.snapshot.ProgramIn(dir)
	if program == nil {
		return c.snapshot.Schemas(dir), same, nil
	}
	return c.snapshot.Schemas(dir), func(ref schema.Ref) schema.Ref { return ask.Declared(program, ref) }, nil
}

// pkg finds a package by NAME or NAME@VERSION, or by the token of a member.
func (c *call) pkg(name, token, in string) (*schema.Package, error) {
	if name == "" {
		t, ok := schema.ParseToken(token)
		if !ok {
			return nil, fmt.Errorf("%q is no token; name one such as aws:s3/bucket:Bucket, or the package", cut(token, 200))
		}
		name = t.Schema()
	}
	ref, err := ask.ParsePackage(name)
	if err != nil {
		return nil, err
	}
	schemas, declared, err := c.schemas(in)
	if err != nil {
		return nil, err
	}
	found, err := ask.Find(schemas, declared(ref))
	switch {
	case err != nil:
		return nil, err
	case found.Schema == nil:
		err := found.Missing(ask.Paths{Path: c.name, InText: c.inText})
		return nil, fmt.Errorf("%w; packages with a schema: %s", err, cut(strings.Join(found.Names, ", "), 500))
	}
	return found.Schema, nil
}

// objectsIn are the object types that a schema names in a type, without looking into them.
func objectsIn(t typesys.Type) []*schema.ObjectType {
	if !t.IsValid() {
		return nil
	}
	if o := schema.ObjectOf(t); o != nil {
		return []*schema.ObjectType{o}
	}
	return slices.Concat(lists.Map(append(t.Elems(), t.Elem()), objectsIn)...)
}
