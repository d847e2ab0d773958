// Package fault turns a panic into a report without user data: its kind and place, never its value.
//
// The value of a panic may contain anything: a line of a program, a secret, a path. So it is
// dropped where the panic is caught. A [Fault] keeps only the type of the value, the message
// if it comes from the Go runtime, and the stack, without arguments of functions and without
// directories of this machine or of the build machine.
package fault

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

const (
	deepest = 96 // innermost frames to keep
	telling = 8  // innermost frames that identify a fault
)

// Fault is a panic without its value. It is an error, so that another goroutine can panic
// with it.
type Fault struct {
	what  string
	stack []string // innermost first: function, file and line
}

// Of makes a fault of what recover returned. Call it during the recovery, because it reads
// the stack. A value that is already a fault is returned unchanged.
func Of(recovered any) *Fault {
	if known, ok := recovered.(*Fault); ok {
		return known
	}
	return &Fault{what(recovered), stack()}
}

// what describes a value. Messages of the runtime contain only types, indexes and lengths.
func what(value any) string {
	kind := fmt.Sprintf("%T", value)
	if err, ok := value.(runtime.Error); ok && ofRuntime(reflect.TypeOf(value)) {
		return kind + ": " + err.Error()
	}
	return kind
}

// ofRuntime reports whether a type is declared in package runtime. Other types can implement
// runtime.Error too.
func ofRuntime(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == "runtime"
}

// stack returns the functions that were running when the panic began.
func stack() []string {
	pcs := make([]uintptr, deepest)
	return frames(pcs[:runtime.Callers(3, pcs)])
}

// frames names the functions of a stack, innermost first. After a panic, it begins before the panic.
func frames(pcs []uintptr) []string {
	all := runtime.CallersFrames(pcs)
	var lines []string
	for more := len(pcs) > 0; more; {
		var f runtime.Frame
		f, more = all.Next()
		if f.Function == "runtime.gopanic" {
			lines = nil // these frames belong to the recovery
			continue
		}
		if len(lines) == 0 && strings.HasPrefix(f.Function, "runtime.") {
			continue // the runtime's own checks
		}
		lines = append(lines, fmt.Sprintf("%s %s:%d", f.Function, filepath.Base(f.File), f.Line))
	}
	return lines
}

const (
	module     = "github.com/pcl-lsp/pcl-lsp/"
	goroutines = 20_000 // above which [Running] returns nothing
)

// Running returns the stacks of all other goroutines that run functions of this module, like
// [Fault.Stack] and separated by empty lines. It stops the process for a moment.
func Running() string {
	records := make([]runtime.StackRecord, min(runtime.NumGoroutine()+100, goroutines)) // some start meanwhile
	n, complete := runtime.GoroutineProfile(records)
	if !complete {
		return ""
	}
	var stacks []string
	for _, record := range records[:n] {
		stack := strings.Join(frames(record.Stack()), "\n")
		if strings.Contains(stack, module) && !strings.HasPrefix(stack, module+"workspace/fault.Running ") {
			stacks = append(stacks, stack)
		}
	}
	return strings.Join(stacks, "\n\n")
}

// Error describes the panic without its place.
func (f *Fault) Error() string { return "panic: " + f.what }

// Stack returns the running functions, innermost first. Each line has a function, its file
// and its line number.
func (f *Fault) Stack() string { return strings.Join(f.stack, "\n") }

// ID returns the same text for faults of the same kind at the same place.
func (f *Fault) ID() string {
	sum := sha256.Sum256([]byte(f.what[:len(f.what)-len(f.detail())] + "\n" + strings.Join(f.stack[:min(telling, len(f.stack))], "\n")))
	return hex.EncodeToString(sum[:6])
}

// detail returns the part after the type, whose numbers differ from time to time.
func (f *Fault) detail() string {
	_, detail, _ := strings.Cut(f.what, ": ")
	return detail
}
