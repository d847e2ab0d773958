package syntax

// Frames: the brackets, strings, heredocs and templates that are open at a
// point of a text.

// Besides '(', '[' and '{' there are these kinds of frames.
const (
	quoteFrame    = '"'
	heredocFrame  = 'H'
	templateFrame = '$' // ${ or %{
)

// maxFrames bounds the stack. What is nested deeper is counted but not
// remembered; an item with so many brackets has no tree anyway.
const maxFrames = 4096

// frame is one open bracket. The indices of other frames are -1 for none and
// include the frame itself.
type frame struct {
	kind   byte
	open   int    // offset of the opener
	closer int    // innermost frame that "}" closes
	block  int    // innermost "{"
	outer  int    // outermost "{"
	doc    int    // innermost heredoc
	marker string // of a heredoc
	until  int    // start of the line that ends a heredoc; -1 if it never ends
}

var noFrame = frame{closer: -1, block: -1, outer: -1, doc: -1}

// frames is a stack of open brackets. The zero value is empty.
type frames struct {
	stack []frame
	over  int // frames beyond the bound
}

func (f *frames) depth() int { return len(f.stack) }

func (f *frames) at(i int) *frame { return &f.stack[i] }

// top returns the innermost frame; a frame of no kind if nothing is open.
func (f *frames) top() *frame {
	if len(f.stack) == 0 {
		none := noFrame
		return &none
	}
	return &f.stack[len(f.stack)-1]
}

func (f *frames) push(kind byte, open int) {
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
	case templateFrame:
		next.closer = index
	case heredocFrame:
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
