// Package fault turns a panic into a report without user data: its kind and place, never its value.
//
// The value of a panic may quote anything: a line of a program, a secret, a path. So it
// is dropped where the panic is caught, and only what cannot hold any of that goes on:
// the type of the value, the message if it is one of the runtime's own, and which
// functions were running. No argument of a function is among it, and no directory of
// this machine or of the one the program was built on.
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
	deepest = 96 // frames that are kept, the innermost ones
	telling = 8  // frames by which faults are told apart
)

// Fault is a panic without its value. It is an error that can be the value of another
// panic: that is how it gets from one goroutine to another.
type Fault struct {
	what  string
	stack []string // innermost first: function, file and line
}

// Of is the fault of what recover returned. It must be called while the panic is being
// recovered from, since it looks at the stack; that of a panic which is a fault already
// is kept.
func Of(recovered any) *Fault {
	if known, ok := recovered.(*Fault); ok {
		return known
	}
	return &Fault{what(recovered), stack()}
}

// what names a value. Messages of the runtime are of types, indexes and lengths.
func what(value any) string {
	kind := fmt.Sprintf("%T", value)
	if err, ok := value.(runtime.Error); ok && ofRuntime(reflect.TypeOf(value)) {
		return kind + ": " + err.Error()
	}
	return kind
}

// ofRuntime reports whether a type is one of the runtime, and not just one that says so.
func ofRuntime(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == "runtime"
}

// stack is what was running when the panic began.
func stack() []string {
	pcs := make([]uintptr, deepest)
	pcs = pcs[:runtime.Callers(3, pcs)]
	frames := runtime.CallersFrames(pcs)
	var lines []string
	for more := len(pcs) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function == "runtime.gopanic" {
			lines = nil // so far it was the recovery
			continue
		}
		if len(lines) == 0 && strings.HasPrefix(f.Function, "runtime.") {
			continue // how the runtime noticed
		}
		lines = append(lines, fmt.Sprintf("%s %s:%d", f.Function, filepath.Base(f.File), f.Line))
	}
	return lines
}

// Error says what happened, without where.
func (f *Fault) Error() string { return "panic: " + f.what }

// Stack is what was running, a function with its file and line on each line, the
// innermost first.
func (f *Fault) Stack() string { return strings.Join(f.stack, "\n") }

// ID is the same for faults that are the same mistake: of one kind, at one place.
func (f *Fault) ID() string {
	sum := sha256.Sum256([]byte(f.what[:len(f.what)-len(f.detail())] + "\n" + strings.Join(f.stack[:min(telling, len(f.stack))], "\n")))
	return hex.EncodeToString(sum[:6])
}

// detail is what follows the type: it has numbers that differ from one time to the next.
func (f *Fault) detail() string {
	_, detail, _ := strings.Cut(f.what, ": ")
	return detail
}
