// This file handles panics: each is limited to the work that caused it, logged, and kept in a report that the user is told about.

package lsp

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/protocol"
)

// faulty reports what recover returned after a panic. doing is the method or the server's own activity. The same bug may strike at every keystroke, so it
// is reported once and then only counted in the log.
//
// The value of the panic goes nowhere; see package fault.
func (l *link) faulty(doing string, recovered any) {
	f := fault.Of(recovered)
	if _, again := l.said.LoadOrStore("fault "+f.ID(), true); again {
		l.log.Error("the same panic again", "method", doing, "fault", f.ID())
		return
	}
	l.log.Error("panic", "method", doing, "fault", f.ID(), "what", f.Error(), "stack", f.Stack())
	if l.keepFault == nil {
		return
	}
	path, err := l.keepFault(doing, f)
	if err != nil {
		l.log.Warn("the report of a panic cannot be saved", "error", err)
		return
	}
	l.show(protocol.MessageTypeError, fmt.Sprintf("%s: internal error in %s. A report without any of your code is in %s", serverName, doing, path))
}

// survived runs f and reports whether it ended without a panic.
func (l *link) survived(doing string, f func()) (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			l.faulty(doing, r)
		}
	}()
	f()
	return true
}
