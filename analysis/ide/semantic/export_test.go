package semantic

import "github.com/pcl-lsp/pcl-lsp/analysis"

// HasObject reports whether names of a kind of object have a type.
func HasObject(kind analysis.ObjectKind) bool { _, has := objectTypes[kind]; return has }

// HasOccurrence reports whether names of a kind have a type, or that of their object.
func HasOccurrence(kind analysis.OccurrenceKind) bool {
	_, has := occurrenceTypes[kind]
	return has || kind == analysis.OccurDeclaration || kind == analysis.OccurVariable
}
