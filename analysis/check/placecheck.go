package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file describes what the check of a value begins with: the place that the value is for.

// needs describes a place that expects a type: the code of the finding for a value that
// does not fit, and words for the place, such as "a condition", or else its name, such as "count".
type needs struct {
	code        codes.Code
	place, name string
	// of names the owner of the place, after the path to the wrong part: " of `join`".
	of string
	// judge is the schema that asks for the type; nil where the language does.
	judge *schema.Package
	// property is what the place is declared as; nil where no schema does, or where
	// nothing but its type counts.
	property *schema.Property
	// outputs is the resource whose input the place is; nil for other places.
	outputs *schema.Resource
}

// placeCheck is what the checks of all parts of a value share.
type placeCheck struct {
	c *checker
	n needs
	// types holds the comparisons of the types of the value and its parts.
	types typesys.Comparison
	// budget is what may still be followed: names that name each other twice double with each step.
	budget int
}
