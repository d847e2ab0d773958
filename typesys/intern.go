package typesys

import (
	"encoding/binary"
	"runtime"
	"sync"
	"unsafe"
	"weak"
)

// table holds every living type that has no source once. Entries refer to nodes
// weakly and leave the table when their node is collected.
var table struct {
	sync.Mutex // guards byText
	byText     map[string]weak.Pointer[node]
}

// intern gives the one Type that is equal to n.
func intern(n *node) Type {
	if n.depth > MaxDepth || n.size > MaxSize {
		n = &node{kind: KindDynamic}
	}
	key := n.key()
	table.Lock()
	defer table.Unlock()
	if known := table.byText[key].Value(); known != nil {
		return Type{known}
	}
	if table.byText == nil {
		table.byText = map[string]weak.Pointer[node]{}
	}
	w := weak.Make(n)
	table.byText[key] = w
	runtime.AddCleanup(n, func(key string) { forget(key, w) }, key)
	return Type{n}
}

// forget drops an entry unless a new node has taken its place.
func forget(key string, w weak.Pointer[node]) {
	table.Lock()
	defer table.Unlock()
	if table.byText[key] == w {
		delete(table.byText, key)
	}
}

// key is a text that is equal for two nodes exactly when they are the same type.
// Parts are interned already, so their addresses name them: a node that is part
// of another cannot be collected before it.
func (n *node) key() string {
	b := append(make([]byte, 0, 64), byte(n.kind))
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
	return string(appendText(b, leafKey(n)))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendAddress(b []byte, t Type) []byte {
	return binary.NativeEndian.AppendUint64(b, uint64(uintptr(unsafe.Pointer(t.n))))
}
