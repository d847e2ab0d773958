//go:build linux && amd64

package faults

import (
	"slices"

	"golang.org/x/sys/unix"
)

// Step is a call that concerns a file.
type Step struct {
	Call Call
	Path string
}

// Call is what a process wants of a file.
type Call string

// The calls. Describe is that of a file that is open already.
const (
	Open     Call = "open"
	Create   Call = "create"
	Stat     Call = "stat"
	Describe Call = "describe"
	Follow   Call = "follow"
	List     Call = "list"
	Read     Call = "read"
	Write    Call = "write"
	Sync     Call = "sync"
	Mark     Call = "mark" // with a time, a mode or an owner
	Rename   Call = "rename"
	Remove   Call = "remove"
	Make     Call = "make" // a directory
)

// Fault is how a call fails.
type Fault struct {
	// Name is for messages.
	Name string
	// Fits are the calls that can fail in this way.
	Fits []Call

	errno unix.Errno
	cut   bool // the call does half of what it should, without an error
	lasts bool // all later calls fail too
	kills bool // the process ends before the call
	do    func()
}

// Meanwhile is no fault, but what somebody else does just before a call.
func Meanwhile(fits Call, do func()) Fault {
	return Fault{Name: "meanwhile", Fits: []Call{fits}, do: do}
}

func (f Fault) fits(c Call) bool { return slices.Contains(f.Fits, c) }

// Among is how many of some steps can fail in this way.
func (f Fault) Among(steps []Step) (n int) {
	for _, s := range steps {
		if f.fits(s.Call) {
			n++
		}
	}
	return n
}

var (
	looking  = []Call{Open, Stat, Describe, Follow, List, Read}
	changing = []Call{Create, Write, Sync, Rename, Remove, Make, Mark}
)

// The faults.
var (
	// None is for counting all steps.
	None = Fault{Name: "none", Fits: slices.Concat(looking, changing)}
	// Unreadable is a disk with an error where something is looked at.
	Unreadable = Fault{Name: "unreadable", Fits: looking, errno: unix.EIO}
	// Denied is a file or a folder that the user may not look at.
	Denied = Fault{Name: "denied", Fits: []Call{Open, Stat, Follow, List}, errno: unix.EACCES}
	// Gone is a file that somebody removes between two looks.
	Gone = Fault{Name: "gone", Fits: []Call{Open, Stat, Follow}, errno: unix.ENOENT}
	// Cut is a file that ends early, without an error.
	Cut = Fault{Name: "cut", Fits: []Call{Read}, cut: true}
	// Broken is a disk with an error where something is changed.
	Broken = Fault{Name: "broken", Fits: changing, errno: unix.EIO}
	// Full is a disk that is full from some step on. The first write is torn.
	Full = Fault{Name: "full", Fits: []Call{Create, Write, Sync, Make}, errno: unix.ENOSPC, cut: true, lasts: true}
	// Killed is the end of the process before a change.
	Killed = Fault{Name: "killed", Fits: changing, kills: true}
)
