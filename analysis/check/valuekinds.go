package check

import "github.com/pcl-lsp/pcl-lsp/typesys"

// This file says which values an expression can have when the program is run, as
// coarsely as the evaluator tells them apart: by a type it converts much less than
// the checker lets pass. (PCL specification, pcl-functions.md, section 3.)

// valueKinds is a set of kinds of values.
type valueKinds uint8

const (
	nullValue valueKinds = 1 << iota
	boolValue
	numberValue
	stringValue
	listValue // also tuples and sets
	objectValue
	fileValue // assets and archives

	anyValue valueKinds = 1<<7 - 1
)

// only reports whether every value is of one of these kinds.
func (k valueKinds) only(of valueKinds) bool { return k != 0 && k&^of == 0 }

// valuesOf are the kinds of values of a type, eventual ones as they will be once
// they are known.
func valuesOf(t typesys.Type) valueKinds { return plainValues(typesys.PlainShape(t)) }

func plainValues(t typesys.Type) valueKinds {
	switch t.Kind() {
	case typesys.KindNone:
		return nullValue
	case typesys.KindBool:
		return boolValue
	case typesys.KindInt, typesys.KindNumber:
		return numberValue
	case typesys.KindString, typesys.KindID:
		return stringValue
	case typesys.KindConst, typesys.KindEnum:
		return plainValues(t.Elem())
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return listValue
	case typesys.KindMap, typesys.KindObject:
		return objectValue
	case typesys.KindOpaque:
		if t == typesys.Asset || t == typesys.Archive {
			return fileValue
		}
	case typesys.KindUnion:
		kinds := valueKinds(0)
		for _, m := range t.Elems() {
			kinds |= plainValues(m)
		}
		return kinds
	}
	return anyValue
}

// kindWords name the kinds in messages, with their article.
var kindWords = []struct {
	kinds valueKinds
	words string
}{
	{nullValue, "null"},
	{boolValue, "a bool"},
	{numberValue, "a number"},
	{stringValue, "a string"},
	{listValue, "a list"},
	{objectValue, "an object"},
	{fileValue, "an asset"},
}

// String names the first kind of the set; null counts last.
func (k valueKinds) String() string {
	if k != nullValue {
		k &^= nullValue
	}
	for _, known := range kindWords {
		if k&known.kinds != 0 {
			return known.words
		}
	}
	return "a value"
}
