//go:build linux && amd64

package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// This file is the side of the test.

// ErrRefused is why nothing can fail: the kernel is too old, or a sandbox around the test forbids to ask.
var ErrRefused = errors.New("the kernel does not ask about calls")

// System is the file system that a process sees. It is safe for concurrent use.
type System struct {
	root     string // only what is below it counts
	process  int
	listener int

	mu     sync.Mutex // guards what follows
	fault  Fault
	at     int // the number of the step that fails; 0 for none
	steps  []Step
	failed *Step
}

// Plan begins to count the steps that a fault fits, and lets the step with a number fail; 0 for none.
func (s *System) Plan(f Fault, at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.at, s.steps, s.failed = f, at, nil, nil
}

// Steps are the steps since the last plan that its fault fits.
func (s *System) Steps() []Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.steps
}

// Failed is the step that failed first since the last plan; nil if there is none.
func (s *System) Failed() *Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// Start starts a process that calls [Enter], with a fault that is planned for it. Calls about files below the root are steps.
func Start(cmd *exec.Cmd, root string, f Fault, at int) (*System, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	theirs := os.NewFile(uintptr(pair[1]), "faults")
	defer unix.Close(pair[0])
	cmd.ExtraFiles = []*os.File{theirs}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, variable+"=1")
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		return nil, err
	}
	s := &System{root: root, process: cmd.Process.Pid}
	s.Plan(f, at)
	if s.listener, err = receive(pair[0]); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		return nil, fmt.Errorf("the process did not enter: %w", err)
	}
	go s.answer()
	return s, nil
}

// receive receives the file on which the kernel asks.
func receive(from int) (int, error) {
	refused, room := make([]byte, 1), make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(from, refused, room, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	if refused[0] != 0 {
		return 0, fmt.Errorf("%w: %w", ErrRefused, unix.Errno(refused[0]))
	}
	messages, err := unix.ParseSocketControlMessage(room[:n])
	if err != nil || len(messages) == 0 {
		return 0, errors.Join(err, errors.New("no file came"))
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return files[0], nil
}

// The messages of the kernel and the answers, as linux/seccomp.h declares them.
type question struct {
	id        uint64
	thread    uint32
	flags     uint32
	call      int32
	arch      uint32
	at        uint64
	arguments [6]uint64
}

type answer struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// answer answers the kernel until the process ends.
func (s *System) answer() {
	defer unix.Close(s.listener)
	for {
		waiting := []unix.PollFd{{Fd: int32(s.listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(waiting, -1); errors.Is(err, unix.EINTR) {
			continue
		}
		if waiting[0].Revents&unix.POLLIN == 0 {
			return // nobody is left who could ask
		}
		var q question
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(s.listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&q))); errno != 0 {
			continue // who asked is gone
		}
		a := s.decide(&q)
		a.id = q.id
		unix.Syscall(unix.SYS_IOCTL, uintptr(s.listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&a)))
	}
}

var carriedOut = answer{flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}

// decide says what becomes of a call.
func (s *System) decide(q *question) answer {
	step := q.step()
	if step.Path != s.root && !strings.HasPrefix(step.Path, s.root+"/") {
		return carriedOut
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.fault.fits(step.Call) {
		return carriedOut
	}
	s.steps = append(s.steps, step)
	if s.at == 0 || len(s.steps) < s.at || len(s.steps) > s.at && !s.fault.lasts {
		return carriedOut
	}
	first := s.failed == nil
	if first {
		s.failed = &step
	}
	switch {
	case s.fault.do != nil:
		s.fault.do()
		return carriedOut
	case s.fault.kills:
		_ = unix.Kill(s.process, unix.SIGKILL)
		return answer{errno: -int32(unix.EINTR)} // nobody hears it
	case s.fault.cut && first && step.Call == Write:
		return answer{value: s.half(q)}
	case s.fault.cut && step.Call == Read:
		return answer{} // nothing more to read
	}
	return answer{errno: -int32(s.fault.errno)}
}

// half writes the first half of what should be written, in the name of the process, and returns its length.
func (s *System) half(q *question) int64 {
	text := make([]byte, q.arguments[2]/2)
	if q.call == unix.SYS_COPY_FILE_RANGE || !q.memory(text, q.arguments[1]) {
		return 0
	}
	process, err := unix.PidfdOpen(s.process, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(process)
	file, err := unix.PidfdGetfd(process, int(q.arguments[0]), 0)
	if err != nil {
		return 0
	}
	defer unix.Close(file)
	n, err := unix.Write(file, text)
	if err != nil {
		return 0
	}
	return int64(n)
}

// step is what is asked for.
func (q *question) step() Step {
	asked := calls[uint32(q.call)]
	switch {
	case asked.file >= 0:
		path, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", q.thread, q.arguments[asked.file])) // none has no path
		return Step{asked.call, strings.TrimSuffix(path, " (deleted)")}
	case q.call == unix.SYS_RENAME:
		return Step{Rename, q.path(unix.AT_FDCWD, q.arguments[0])}
	case q.call == unix.SYS_OPENAT && q.arguments[2]&unix.O_CREAT != 0:
		asked.call = Create
	}
	return Step{asked.call, q.path(int32(q.arguments[0]), q.arguments[1])}
}

// path is a path that the process names, below an open directory or its own.
func (q *question) path(below int32, at uint64) string {
	text := make([]byte, unix.PathMax)
	if !q.memory(text, at) {
		return ""
	}
	text, _, _ = bytes.Cut(text, []byte{0})
	path := string(text)
	if !filepath.IsAbs(path) {
		link := fmt.Sprintf("/proc/%d/fd/%d", q.thread, below)
		if below == unix.AT_FDCWD {
			link = fmt.Sprintf("/proc/%d/cwd", q.thread)
		}
		dir, _ := os.Readlink(link)
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

// memory reads memory of the process, up to the end of what it has there.
func (q *question) memory(into []byte, at uint64) bool {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", q.thread))
	if err != nil {
		return false
	}
	defer memory.Close()
	n, _ := memory.ReadAt(into, int64(at))
	clear(into[n:])
	return n > 0
}
