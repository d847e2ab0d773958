package complete

import (
	"iter"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file mends the text around the cursor so that it can be parsed with
// something in place of the word that is being written.

// candidates are the items that the text can be mended to, the least changed
// first: nothing else changed; what an expression lacks added; the rest of the
// line dropped, with and without closing what this line or this entry opened;
// everything behind the cursor dropped.
func (c *completer) candidates(word syntax.Span, text string) iter.Seq[syntax.Placed] {
	full := c.file.Text
	before, after := full[:word.Start], full[word.End:]
	restOfFile := ""
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		restOfFile = after[n:]
	}
	line := strings.LastIndexByte(before, '\n') + 1 - c.item.Base
	frames := c.cursor.outside()
	tail := missingTail(&frames[len(frames)-1])
	variants := []string{text + after}
	if tail != "" {
		variants = append(variants, text+tail+after)
	}
	variants = append(variants,
		text+tail+restOfFile,
		text+tail+c.closers(c.opened(func(f *frame) bool { return f.kind != bodyFrame && f.open >= line }))+restOfFile,
		text+tail+c.closers(c.opened(func(f *frame) bool { return f.kind != bodyFrame }))+restOfFile,
	)
	return func(yield func(syntax.Placed) bool) {
		for _, v := range variants {
			f := syntax.Parse(c.file.Path, before+v, c.file)
			if it, ok := f.ItemAt(word.Start); ok && !yield(it) {
				return
			}
		}
		all := c.closers(c.opened(func(*frame) bool { return true }))
		it := syntax.ParseItem(full[c.item.Base:word.Start] + text + tail + all)
		yield(syntax.Placed{Item: it, Base: c.item.Base})
	}
}

// outside are the frames around what a placeholder replaces: of a string the
// whole is replaced.
func (c *cursor) outside() []frame {
	if c.form == formQuoted {
		return c.frames[:len(c.frames)-1]
	}
	return c.frames
}

// opened are the innermost frames that satisfy a condition without a gap.
func (c *completer) opened(ok func(*frame) bool) []frame {
	frames := c.cursor.outside()
	i := len(frames)
	for i > 1 && ok(&frames[i-1]) {
		i--
	}
	return frames[i:]
}

// closers closes frames, the innermost first.
func (c *completer) closers(frames []frame) string {
	var b strings.Builder
	for i := len(frames) - 1; i >= 0; i-- {
		f := &frames[i]
		if i < len(frames)-1 {
			b.WriteString(missingTail(f))
		}
		switch f.kind {
		case bodyFrame:
			b.WriteString("\n}")
		case objectFrame:
			b.WriteString("}")
		case templateFrame:
			b.WriteString("}" + f.directiveEnd())
		case listFrame:
			b.WriteString("]")
		case parenFrame:
			b.WriteString(")")
		case quoteFrame:
			b.WriteString(`"`)
		case heredocFrame:
			b.WriteString("\n" + f.marker + "\n")
		}
	}
	return b.String()
}

// missingTail is what the entry of a frame still needs behind an operand: the
// other branch of a condition, or the result of a for expression.
func missingTail(f *frame) string {
	questions, colons, arrow := 0, 0, false
	for _, t := range f.entry {
		switch t.kind {
		case '?':
			questions++
		case ':':
			colons++
		case arrowToken:
			arrow = true
		}
	}
	if f.kind == objectFrame && !f.isFor {
		colons = 0 // the colon of the item; a condition behind it is rare
	}
	switch {
	case f.isFor && colons == 0 && f.kind == objectFrame:
		return " : null => null"
	case f.isFor && colons == 0:
		return " : null"
	case f.isFor && f.kind == objectFrame && !arrow:
		return " => null"
	case !f.isFor && questions > colons:
		return " : null"
	}
	return ""
}

// directiveEnd is the directive that must follow the one a template is.
func (f *frame) directiveEnd() string {
	if !f.directive || len(f.entry) == 0 {
		return ""
	}
	switch f.entry[0].text {
	case "if":
		return "%{ endif }"
	case "for":
		return "%{ endfor }"
	}
	return ""
}

// isolated is the entry around the cursor without its siblings: of every open
// bracket, only what stands in the current entry is kept. It is the last resort
// where something in front of the cursor is broken too. It is nil if even that
// cannot be parsed.
func (c *completer) isolated(text string) *probe {
	var b strings.Builder
	frames := c.cursor.outside()
	for i := range frames {
		f, end := &frames[i], c.entryEnd()
		if i+1 < len(frames) {
			end = frames[i+1].open
		}
		if f.kind == listFrame || f.kind == parenFrame {
			b.WriteString(strings.Repeat("null, ", f.commas))
		}
		if len(f.entry) > 0 && f.entry[0].at < end {
			b.WriteString(c.cursor.full[f.entry[0].at:end])
		}
		if i+1 < len(frames) {
			b.WriteString(frames[i+1].opener())
		}
	}
	all := c.closers(c.opened(func(*frame) bool { return true }))
	it := syntax.ParseItem(b.String() + text + missingTail(&frames[len(frames)-1]) + all + "\n")
	if path := findPlaceholder(it); path != nil {
		return &probe{item: syntax.Placed{Item: it, Base: c.item.Base}, path: path}
	}
	return nil
}

// entryEnd is where the text that a placeholder replaces begins.
func (c *completer) entryEnd() int {
	if c.cursor.form == formQuoted {
		return c.cursor.word.Start - 1
	}
	return c.cursor.word.Start
}

// opener is the text that opens a frame.
func (f *frame) opener() string {
	switch f.kind {
	case bodyFrame:
		return "{\n"
	case templateFrame:
		if f.directive {
			return "%{"
		}
		return "${"
	case heredocFrame:
		return "<<" + f.marker + "\n"
	}
	return string(rune(f.kind))
}
