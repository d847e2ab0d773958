//go:build linux && amd64

package faults

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"unsafe"

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
	Name string // for messages
	Fits []Call // calls that can fail in this way

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

// variable is set for processes that have to enter; socket is the file by which they do.
const (
	variable = "PCL_LSP_TEST_FAULTS"
	socket   = 3
)

// calls are the system calls that concern files: what each of them wants, and which argument is an open file; -1 for
// none.
var calls = map[uint32]struct {
	call Call
	file int
}{
	unix.SYS_OPENAT:     {Open, -1}, // or Create
	unix.SYS_NEWFSTATAT: {Stat, -1}, unix.SYS_STATX: {Stat, -1}, unix.SYS_FACCESSAT: {Stat, -1},
	unix.SYS_FSTAT:      {Describe, 0},
	unix.SYS_READLINKAT: {Follow, -1},
	unix.SYS_GETDENTS64: {List, 0},
	unix.SYS_READ:       {Read, 0}, unix.SYS_PREAD64: {Read, 0},
	unix.SYS_WRITE: {Write, 0}, unix.SYS_PWRITE64: {Write, 0}, unix.SYS_FTRUNCATE: {Write, 0},
	unix.SYS_COPY_FILE_RANGE: {Write, 2},
	unix.SYS_FSYNC:           {Sync, 0},
	unix.SYS_UTIMENSAT:       {Mark, -1}, unix.SYS_FCHMODAT: {Mark, -1},
	unix.SYS_FCHMOD: {Mark, 0}, unix.SYS_FCHOWN: {Mark, 0},
	unix.SYS_RENAMEAT: {Rename, -1}, unix.SYS_RENAMEAT2: {Rename, -1}, unix.SYS_RENAME: {Rename, -1},
	unix.SYS_UNLINKAT: {Remove, -1},
	unix.SYS_MKDIRAT:  {Make, -1},
}

// Enter asks the test about every call of this process from now on, if a test has started it with [Start].
func Enter() {
	if os.Getenv(variable) == "" {
		return
	}
	if err := enter(); err != nil {
		panic(fmt.Sprintf("no faults: %v", err))
	}
}

func enter() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	filter := program()
	given := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// All threads; and once the test has seen a call, a signal of the runtime does not make the kernel ask again.
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	listener, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&given)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		_ = unix.Sendmsg(socket, []byte{byte(errno)}, nil, nil, 0) // if nobody hears it, the panic is seen
		return errno
	}
	err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(int(listener)), nil, 0)
	_ = unix.Close(int(listener))
	_ = unix.Close(socket)
	return err
}

// program lets everything pass but the calls. Of an open file it asks only about those after the three standard ones.
func program() []unix.SockFilter {
	const number, argument = 0, 16 // where a call has them
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	ask := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF}
	pass := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	all := []unix.SockFilter{load(number)}
	for call, asked := range calls {
		if asked.file < 0 {
			all = append(all, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1}, ask)
			continue
		}
		all = append(all, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 4},
			load(uint32(argument+8*asked.file)),
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K, K: 2, Jf: 1}, ask, pass)
	}
	return append(all, pass)
}
