package typesys

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// table holds every living type once, but for those that have a source and for
// wrappers, which are found through what they are around. Entries refer to nodes
// weakly; those of nodes that were collected leave the table when it has grown.
var table struct {
	sync.Mutex // guards the rest
	byText     map[string]weak.Pointer[node]
	enough     int // entries before the next look for dead ones
}

// intern gives the one Type that is equal to n. A type that is there already
// costs a look into the table and nothing else.
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

// internWrapper gives the one Type that is equal to a wrapper. A type knows what
// is directly around it, so nothing need be looked up.
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

// keep makes a type of a node that is there for the first time.
func (n *node) keep() Type {
	kept := new(node)
	*kept = *n
	kept.id = newID()
	if kept.flags != 0 {
		kept.plain = new(atomic.Pointer[node])
	}
	return Type{kept}
}

// fewTypes is how many entries the table may have whether they are dead or alive.
//
// Why so few: dead ones lie among the living all over the memory, and in a workspace of
// usual size it would take a day of typing until that is as much as it may become.
const fewTypes = 1 << 9

// sweep drops the entries of types that nobody holds any more, and waits until as
// many new ones have come as are left. So a new type pays for looking at two
// entries at most, where a cleanup for each would cost as much as all the rest.
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

// appendKey adds a text that is equal for two nodes exactly when they are the
// same type. Parts are interned already, so their addresses name them: a node
// that is part of another cannot be collected before it.
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
	if n.kind == KindConst && classOf(n.value) == classString { // as below, without making the text
		text := n.value.AsString()
		return append(append(binary.AppendUvarint(b, uint64(len(text)+1)), '0'+byte(classString)), text...)
	}
	return appendText(b, leafKey(n))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendAddress(b []byte, t Type) []byte {
	return binary.NativeEndian.AppendUint64(b, uint64(uintptr(unsafe.Pointer(t.n))))
}
