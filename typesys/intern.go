package typesys

import (
	"encoding/binary"
	"math/big"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"github.com/zclconf/go-cty/cty"
)

// table holds every live type once, except types with a source and wrappers, which are found
// through their element. Entries refer to nodes weakly; entries of collected nodes are removed
// when the table has grown.
var table struct {
	sync.Mutex // guards the rest
	byText     map[string]weak.Pointer[node]
	enough     int // the number of entries at which the next sweep runs
}

// intern returns the only Type that is equal to n. An existing type costs one lookup.
func intern(n node) Type {
	if n.depth > MaxDepth || n.size > MaxSize {
		n = node{kind: KindDynamic}
	}
	var buffer [128]byte
	key := n.appendKey(buffer[:0])
	table.Lock()
	defer table.Unlock()
	if known := table.byText[string(key)].Value(); known != nil {
		return Type{known}
	}
	return enter(n, string(key))
}

// enter makes a new type. The table is locked.
func enter(n node, key string) Type {
	if len(table.byText) >= table.enough {
		sweep()
	}
	t := n.keep()
	table.byText[key] = weak.Make(t.n)
	return t
}

// internWrapper returns the only Type that is equal to a wrapper. A type knows its wrappers,
// so this needs no lookup.
func internWrapper(n node, slot int) Type {
	if n.depth > MaxDepth || n.size > MaxSize {
		return Dynamic
	}
	table.Lock()
	defer table.Unlock()
	place := &n.elem.n.wrappers[slot]
	if known := place.Value(); known != nil {
		return Type{known}
	}
	t := n.keep()
	*place = weak.Make(t.n)
	return t
}

// keep makes a type of a new node.
func (n *node) keep() Type {
	kept := new(node)
	*kept = *n
	kept.elems, kept.props = slices.Clone(n.elems), slices.Clone(n.props) // which are the caller's
	kept.id = newID()
	kept.alone[0] = Type{kept}
	if kept.flags != 0 {
		kept.plain = new(atomic.Pointer[node])
	}
	if max(len(n.elems), len(n.props)) > fewParts {
		kept.common = new(atomic.Pointer[node])
	}
	return Type{kept}
}

// fewParts is the number of parts below which a type does not remember their common type.
const fewParts = 8

// fewTypes is the number of entries below which the table is never swept.
//
// Why so few: dead types are scattered among live ones all over memory, and in a usual
// workspace a larger table would only reach its limit after a day of typing.
const fewTypes = 1 << 9

// sweep removes the entries of collected types. The next sweep runs when the table has doubled,
// so each new type pays for at most two visited entries. A cleanup for each type would cost
// as much as everything else.
func sweep() {
	if table.byText == nil {
		table.byText = map[string]weak.Pointer[node]{}
	}
	for key, w := range table.byText {
		if w.Value() == nil {
			delete(table.byText, key)
		}
	}
	table.enough = max(2*len(table.byText), fewTypes)
}

// appendKey adds a text that is equal for two nodes if and only if they are the same type.
// Parts are interned, so their addresses identify them: a part cannot be collected before the
// node that contains it.
func (n *node) appendKey(b []byte) []byte {
	b = append(b, byte(n.kind))
	if n.elem.IsValid() {
		b = appendAddress(b, n.elem)
	}
	for _, e := range n.elems {
		b = appendAddress(b, e)
	}
	for _, p := range n.props {
		b = appendText(b, p.Name)
		b = appendAddress(b, p.Type)
	}
	if n.token != "" {
		b = appendText(b, n.token)
	}
	if n.kind == KindConst {
		return appendConstant(b, n.value)
	}
	return appendText(b, leafKey(n))
}

// appendConstant adds what tells the value of a constant from those of others, for usual ones without allocating a text.
func appendConstant(b []byte, v cty.Value) []byte {
	class := classOf(v)
	b = append(b, '0'+byte(class))
	switch class {
	case classString:
		return append(b, v.AsString()...)
	case classBool:
		return strconv.AppendBool(b, v.True())
	case classNumber:
		f := v.AsBigFloat()
		if i, accuracy := f.Int64(); accuracy == big.Exact {
			return strconv.AppendInt(append(b, 'i'), i, 10)
		}
		return append(b, exactText(f)...)
	}
	return append(b, valueKey(v)...)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendAddress(b []byte, t Type) []byte {
	return binary.NativeEndian.AppendUint64(b, uint64(uintptr(unsafe.Pointer(t.n))))
}
