// This file implements what becomes of a panic: it is confined to what met it, logged,
// kept in a report, and the user is told where that is.

package lsp

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/protocol"
)

// faulty takes in what recover returned in the goroutine that works on something: a
// method, or what the server does by itself. The same mistake may be met with every key
// that is pressed; it is told of once, and only counted in the log after that.
//
// Nothing of the value goes any further, see package fault.
func (s *server) faulty(doing string, recovered any) {
	f := fault.Of(recovered)
	if _, again := s.said.LoadOrStore("fault "+f.ID(), true); again {
		s.log.Error("the same panic again", "method", doing, "fault", f.ID())
		return
	}
	s.log.Error("panic", "method", doing, "fault", f.ID(), "what", f.Error(), "stack", f.Stack())
	if s.opts.KeepFault == nil {
		return
	}
	path, err := s.opts.KeepFault(doing, f)
	if err != nil {
		s.log.Warn("the report of a panic is not kept", "error", err)
		return
	}
	s.show(protocol.MessageTypeError, fmt.Sprintf("%s: internal error in %s. A report without any text of your files is in %s", serverName, doing, path))
}

// survived runs f; a panic ends f and nothing else. It reports whether there was none.
func (s *server) survived(doing string, f func()) (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			s.faulty(doing, r)
		}
	}()
	f()
	return true
}
