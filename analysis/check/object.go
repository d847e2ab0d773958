package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// ObjectKind says what a name denotes.
type ObjectKind uint8

// The kinds of objects. Those from ObjectLoopVariable on live inside one item.
const (
	ObjectLocal ObjectKind = iota + 1
	ObjectConfig
	ObjectResource
	ObjectRead
	ObjectComponent
	ObjectOutput
	ObjectHook
	ObjectPulumi
	ObjectLoopVariable
	ObjectRange
	ObjectArgs
	ObjectRecoverError
	ObjectProperty
)

var objectKindNames = [...]string{
	ObjectLocal: "local", ObjectConfig: "config", ObjectResource: "resource", ObjectRead: "read",
	ObjectComponent: "component", ObjectOutput: "output", ObjectHook: "hook", ObjectPulumi: "pulumi",
	ObjectLoopVariable: "loop variable", ObjectRange: "range", ObjectArgs: "args",
	ObjectRecoverError: "error", ObjectProperty: "property",
}

// String is the word of the language for the kind.
func (k ObjectKind) String() string { return objectKindNames[k] }

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
	// asked for with [Program.TypeOf].
	Type typesys.Type

	item syntax.Placed // of a declaration
	id   int32         // of a declaration, in the versions of its program
}

// Item is the declaring item of a program-level object, and false for variables
// inside an item.
func (o *Object) Item() (syntax.Placed, bool) {
	return o.item, o.item.Item != nil
}

var kindObjects = map[syntax.Kind]ObjectKind{
	syntax.KindLocal: ObjectLocal, syntax.KindConfig: ObjectConfig, syntax.KindResource: ObjectResource,
	syntax.KindRead: ObjectRead, syntax.KindComponent: ObjectComponent, syntax.KindOutput: ObjectOutput,
	syntax.KindHook: ObjectHook, syntax.KindPulumi: ObjectPulumi,
}
