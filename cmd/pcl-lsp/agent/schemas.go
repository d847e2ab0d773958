package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the packages that the schema tools are about.

// packages returns the packages for a program or a directory.
func (c *call) packages(in string) (ask.Packages, error) {
	if err := c.open(Unsaved{}); err != nil {
		return ask.Packages{}, err
	}
	if len(c.roots) == 0 {
		return ask.PackagesIn(c.snapshot, "none"), nil // schemas where the user put them
	}
	dir := c.roots[0]
	if in != "" {
		var err error
		if dir, err = c.path(in); err != nil {
			return ask.Packages{}, err
		}
	}
	return ask.PackagesIn(c.snapshot, dir), nil
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
	packages, err := c.packages(in)
	if err != nil {
		return nil, err
	}
	found, err := packages.Find(ref)
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
