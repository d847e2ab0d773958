package schema

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements what a package asks of its index, and what becomes of it
// when the index turns out to be damaged after it was opened.

// packageIndex answers from an index. One that is damaged is replaced once by
// scanning the schema again.
type packageIndex struct {
	current atomic.Pointer[image]
	// rebuild makes the index anew.
	rebuild func() (*image, error)
	// failed is told that there is no index any more.
	failed func(error)

	mu    sync.Mutex // held while the index is made anew
	tried bool
	err   error
}

// ask puts a question to the index, and a second time to a new one.
func (x *packageIndex) ask(question func(*image) error) error {
	img := x.current.Load()
	err := question(img)
	if err == nil {
		return nil
	}
	if img, err = x.replace(img); err != nil {
		return err
	}
	return question(img)
}

// replace is the index after the given one.
func (x *packageIndex) replace(damaged *image) (*image, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if img := x.current.Load(); img != damaged {
		return img, nil
	}
	if x.tried {
		return nil, cmp.Or(x.err, errDamaged)
	}
	x.tried = true
	img, err := x.rebuild()
	if err != nil {
		x.err = err
		x.failed(err)
		return nil, err
	}
	x.current.Store(img)
	return img, nil
}

func (x *packageIndex) find(kind tableKind, token string) (e indexedMember, found bool, err error) {
	err = x.ask(func(img *image) (err error) {
		e, found, err = img.find(kind, token)
		return err
	})
	return e, found, err
}

func (x *packageIndex) byCanonical(kind tableKind, token string) (e indexedMember, found bool, err error) {
	err = x.ask(func(img *image) (err error) {
		e, found, err = img.byCanonical(kind, token)
		return err
	})
	return e, found, err
}

// list is all members of a kind; none if the index cannot be read. Those of types
// are not kept: they are many, and only tools ask for them.
func (x *packageIndex) list(kind tableKind) (all []Listed) {
	_ = x.ask(func(img *image) (err error) {
		if kind == typeTable {
			all, err = img.list(kind)
			return err
		}
		l := &img.tables[kind].listing
		l.once.Do(func() { l.all, l.err = img.list(kind) })
		all = l.all
		return l.err
	})
	return all
}

func (x *packageIndex) tokens(kind tableKind) []string {
	all := x.list(kind)
	return lists.Map(all, func(m Listed) string { return m.Token })
}
