package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// ObjectKind says what a name denotes. A declaration has the kind of its item.
type ObjectKind uint8

// The kinds of declarations that the checker or a feature tells apart.
const (
	ObjectLocal     = ObjectKind(language.KindLocal)
	ObjectConfig    = ObjectKind(language.KindConfig)
	ObjectResource  = ObjectKind(language.KindResource)
	ObjectRead      = ObjectKind(language.KindRead)
	ObjectComponent = ObjectKind(language.KindComponent)
	ObjectOutput    = ObjectKind(language.KindOutput)
	ObjectHook      = ObjectKind(language.KindHook)
	ObjectPulumi    = ObjectKind(language.KindPulumi)
)

// The kinds of objects that live inside one item. They come after all kinds of items.
const (
	ObjectLoopVariable ObjectKind = iota + 128
	ObjectRange
	ObjectArgs
	ObjectRecoverError
	ObjectProperty
)

var innerKindNames = map[ObjectKind]string{
	ObjectLoopVariable: "loop variable", ObjectRange: "range", ObjectArgs: "args",
	ObjectRecoverError: "error", ObjectProperty: "property",
}

// String is the word of the language for the kind.
func (k ObjectKind) String() string {
	if k >= ObjectLoopVariable {
		return innerKindNames[k]
	}
	return language.Kind(k).String()
}

// Object is something that has a name: a declaration of the program or a
// variable inside one item.
type Object struct {
	Kind ObjectKind
	Name string
	// Path and Span are where the name is declared, absolute in that file. For a
	// variable inside an item Path is empty and Span relative to the item; one
	// that the language provides (range, args) has an empty Span.
	Path string
	Span syntax.Span
	// Type is set for variables inside an item. The type of a declaration is
	// asked for with Program.TypeOf of package checked.
	Type typesys.Type

	item syntax.Placed // of a declaration
	id   int32         // of a declaration, in the versions of its program
}

// Item is the declaring item of a program-level object, and false for variables
// inside an item.
func (o *Object) Item() (syntax.Placed, bool) {
	return o.item, o.item.Item != nil
}

// DeclaredBy is what an item of a program declares.
func DeclaredBy(p *program.Program, e *program.Item) *Object {
	return &Object{Kind: KindOf(e), Name: e.Name, Path: e.Path, Span: diagnostic.NameOf(e).Span(p, e), item: p.Placed(e), id: e.ID}
}

// DeclarationIn is the item of a version of the program that declares an object; nil for variables inside an item.
func (o *Object) DeclarationIn(p *program.Program) *program.Item {
	if o.item.Item == nil {
		return nil
	}
	return p.Item(o.id)
}
