package split

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"

// Frames: the brackets, strings, heredocs and templates that are open at a point
// of a text.

// maxFrames limits the stack. Frames beyond it are counted but not remembered. An
// item nested that deep has no tree anyway.
const maxFrames = 4096

// frame is one open bracket. The indices of other frames are -1 for none, and may
// be the index of the frame itself.
type frame struct {
	kind   lex.Kind // of the opener; lex.Interpolation also for "%{"
	open   int      // offset of the opener
	closer int      // innermost frame that "}" closes
	block  int      // innermost "{"
	outer  int      // outermost "{"
	doc    int      // innermost heredoc
	marker string   // of a heredoc
	until  int      // start of the line that ends a heredoc; -1 if it never ends
}

var noFrame = frame{closer: -1, block: -1, outer: -1, doc: -1}

// frames is a stack of open brackets. The zero value is empty.
type frames struct {
	stack []frame
	over  int // frames beyond the limit
}

func (f *frames) depth() int { return len(f.stack) }

func (f *frames) at(i int) *frame { return &f.stack[i] }

// top returns the innermost frame. Its kind is lex.EOF if nothing is open.
func (f *frames) top() *frame {
	if len(f.stack) == 0 {
		none := noFrame
		return &none
	}
	return &f.stack[len(f.stack)-1]
}

func (f *frames) push(kind lex.Kind, open int) {
	if len(f.stack) >= maxFrames {
		f.over++
		return
	}
	next := *f.top()
	index := len(f.stack)
	next.kind, next.open, next.marker, next.until = kind, open, "", -1
	switch kind {
	case '{':
		next.closer, next.block = index, index
		if next.outer < 0 {
			next.outer = index
		}
	case lex.Interpolation:
		next.closer = index
	case lex.OpenHeredoc:
		next.doc = index
	}
	f.stack = append(f.stack, next)
}

// truncate closes all frames from an index on.
func (f *frames) truncate(index int) {
	f.stack = f.stack[:index]
	f.over = 0
}

// pop closes the innermost frame.
func (f *frames) pop() {
	if f.over > 0 {
		f.over--
		return
	}
	if len(f.stack) > 0 {
		f.stack = f.stack[:len(f.stack)-1]
	}
}

// quoted reports whether a frame is a template in a quoted string.
func (f *frames) quoted(index int) bool {
	return f.at(index).kind == lex.Interpolation && f.at(index-1).kind == lex.OpenQuote
}
