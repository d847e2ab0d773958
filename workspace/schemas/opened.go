package schemas

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file lets stores share an opened schema, as long as its references mean the same
// packages in each of them.
//
// References are found while members are decoded. So a package is shared at first, and
// compared again when it turns out to refer to more packages: see [Found.Stale]. A store
// that finds another package for one of the references then gets its own copy. So does
// the store that opened it, if the other package was replaced.

type opened struct {
	stamp disk.Stamp
	by    *Store
	pkg   *schema.Package // nil with an error
	err   error
	// unread is whether the file could not be read, at some time: what came of that is
	// not what the text says.
	unread atomic.Bool

	mu     sync.Mutex // guards others
	others map[string]reference
}

type reference struct {
	ref schema.Ref
	pkg *schema.Package // nil if there was none
}

// refersTo is the number of packages it is known to refer to.
func (o *opened) refersTo() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.others)
}

func (o *opened) external(ref schema.Ref) *schema.Package {
	found := o.by.resolve(ref, Caller{}).pkg
	o.mu.Lock()
	defer o.mu.Unlock()
	key := ref.Name + "@" + ref.Version + "@" + ref.DownloadURL
	if _, known := o.others[key]; !known {
		lists.Put(&o.others, key, reference{ref, found})
	}
	return o.others[key].pkg
}

// open opens the file in a state for a search. Equal states and references give the same
// result. It also returns the number of packages that the file is known to refer to.
func (f *file) open(state disk.Stamp, r *search) (o *opened, referred int, err error) {
	var refused []*opened
	for {
		o, err := f.openOther(state, r, refused)
		if err != nil {
			return nil, 0, err
		}
		if n, agrees := r.agrees(o); agrees {
			r.hold(f.path, o)
			return o, n, nil
		}
		refused = append(refused, o)
	}
}

// openOther returns a file that is open in a state and was not refused, or opens a new
// one. The lock is not held while references are compared, as that opens other files.
func (f *file) openOther(state disk.Stamp, r *search, refused []*opened) (*opened, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opened = slices.DeleteFunc(f.opened, func(p weak.Pointer[opened]) bool {
		o := p.Value()
		return o == nil || o.stamp != state || o.unread.Load()
	})
	for _, p := range f.opened {
		if o := p.Value(); o != nil && !slices.Contains(refused, o) {
			return o, o.err
		}
	}
	o := &opened{stamp: state, by: r.Store}
	o.pkg, o.err = openIndexed(f.path, state, r.options.Cache, &o.unread, o.external)
	if err := f.rests(state); err != nil {
		return nil, err
	}
	f.opened = append(f.opened, weak.Make(o))
	r.hold(f.path, o) // a broken one too, so that it is read once
	return o, o.err
}

// rests returns an error if the file is no longer in a state.
func (f *file) rests(state disk.Stamp) error {
	info, err := os.Stat(f.path)
	if err == nil && stampOf(info) != state {
		err = fmt.Errorf("%s: %w", f.path, errChanged)
	}
	return err
}

// agrees reports whether searching for the references of an opened package finds the same
// packages, and how many there are. The search depends on what that looks at.
func (r *search) agrees(o *opened) (int, bool) {
	if slices.Contains(r.within, o) { // two packages that refer to each other
		return 0, true
	}
	o.mu.Lock()
	others := slices.Collect(maps.Values(o.others))
	o.mu.Unlock()
	for _, other := range others {
		inner := &search{observer: r.observer, caller: r.caller, ref: other.ref, within: append(slices.Clip(r.within), o)}
		inner.run()
		if inner.pkg != other.pkg {
			return 0, false
		}
	}
	return len(others), true
}
