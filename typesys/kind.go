package typesys

// Kind is the outermost form of a type.
type Kind uint8

// The kinds. Each type has exactly one; [Invalid] is the kind of the zero Type.
const (
	Invalid Kind = iota
	KindNone
	KindBool
	KindInt
	KindNumber
	KindString
	KindID
	KindDynamic
	KindOpaque
	KindConst
	KindEnum
	KindList
	KindSet
	KindMap
	KindTuple
	KindObject
	KindUnion
	KindPromise
	KindOutput
	KindInput
)

var kindNames = [...]string{
	Invalid: "invalid", KindNone: "none", KindBool: "bool", KindInt: "int", KindNumber: "number",
	KindString: "string", KindID: "id", KindDynamic: "dynamic", KindOpaque: "opaque", KindConst: "const",
	KindEnum: "enum", KindList: "list", KindSet: "set", KindMap: "map", KindTuple: "tuple",
	KindObject: "object", KindUnion: "union", KindPromise: "promise", KindOutput: "output", KindInput: "input",
}

// String returns the name of the kind as types show it.
func (k Kind) String() string { return kindNames[k] }
