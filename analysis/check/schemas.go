package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file asks for the schemas of packages.

// schema asks the world for a package, once: an item asks about the same one for nearly
// all that it says.
func (r *Recorder) schema(name string) (*schema.Package, schema.Availability) {
	for _, known := range r.packages {
		if known.Name == name {
			return known.Package, known.av
		}
	}
	answer := r.env.Schema(name)
	if r.packages == nil {
		r.packages = r.room[:0]
	}
	r.packages = append(r.packages, answer)
	r.Note(OnSchemas, "", answer.again)
	return answer.Package, answer.av
}

// missingVersion returns the version of a package that the options of a resource give, if there
// is no schema of it: the schema of the name alone says nothing certain about the resource.
func (r *Recorder) missingVersion(it *syntax.Item, name string) (schema.Ref, schema.Availability) {
	version, url := OptionVersion(it)
	if version == "" {
		return schema.Ref{}, schema.Availability{}
	}
	ref := schema.Ref{Name: name, Plugin: name, Version: version, DownloadURL: url}
	av, missing := r.env.Unserved(ref)
	r.Note(OnSchemas, "", func(now *program.Run) bool {
		avNow, missingNow := environmentOf(now.Program).Unserved(ref)
		return missingNow == missing && avNow == av
	})
	if !missing {
		return schema.Ref{}, schema.Availability{}
	}
	return ref, av
}

// PackageAnswer is the schema of a package, and whether there is one. The items of a program share it.
type PackageAnswer struct {
	Name    string
	Package *schema.Package
	av      schema.Availability
	// again asks the program of another run, and reports whether the answer is the same.
	again func(now *program.Run) bool
}

// NewPackageAnswer is the answer about a package.
func NewPackageAnswer(name string, pkg *schema.Package, av schema.Availability) *PackageAnswer {
	a := &PackageAnswer{Name: name, Package: pkg, av: av}
	a.again = func(now *program.Run) bool {
		again := environmentOf(now.Program).Schema(name)
		return again.Package == pkg && again.av == av
	}
	return a
}
