package partial

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
func (p *Place) candidates(word syntax.Span, text string) iter.Seq[syntax.Placed] {
	before, after := p.Item.Text[:word.Start-p.Item.Base], p.Item.Text[word.End-p.Item.Base:]
	line := syntax.Span{Start: word.Start, End: p.File.Len()} // what is left of it
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		line.End = word.End + n
	}
	lineStart := strings.LastIndexByte(before, '\n') + 1
	tail := missingTail(p.innermost())
	variants := []syntax.Edit{{Span: word, Text: text}}
	if tail != "" {
		variants = append(variants, syntax.Edit{Span: word, Text: text + tail})
	}
	onLine := p.closers(p.opened(func(f *Frame) bool { return f.Kind != BodyFrame && f.Open >= lineStart }))
	inBody := p.closers(p.opened(func(f *Frame) bool { return f.Kind != BodyFrame }))
	variants = append(variants,
		syntax.Edit{Span: line, Text: text + tail},
		syntax.Edit{Span: line, Text: text + tail + onLine},
		syntax.Edit{Span: line, Text: text + tail + inBody},
	)
	return func(yield func(syntax.Placed) bool) {
		for _, v := range variants {
			if it, ok := p.File.Edited(v).ItemAt(word.Start); ok && !yield(it) {
				return
			}
		}
		it := syntax.ParseItem(before + text + tail + p.closers(p.allOpened()))
		yield(syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line})
	}
}

// outside are the frames around what a placeholder replaces: of a string the
// whole is replaced.
func (c *Cursor) outside() []Frame {
	if c.Form == FormQuoted {
		return c.frames[:len(c.frames)-1]
	}
	return c.frames
}

// opened are the innermost frames that satisfy a condition without a gap.
func (p *Place) opened(ok func(*Frame) bool) []Frame {
	frames := p.Cursor.outside()
	i := len(frames)
	for i > 1 && ok(&frames[i-1]) {
		i--
	}
	return frames[i:]
}

// allOpened are all frames but the file itself.
func (p *Place) allOpened() []Frame { return p.opened(func(*Frame) bool { return true }) }

// innermost is the frame that a placeholder stands in.
func (p *Place) innermost() *Frame {
	frames := p.Cursor.outside()
	return &frames[len(frames)-1]
}

// closers closes frames, the innermost first.
func (p *Place) closers(frames []Frame) string {
	var b strings.Builder
	for i := len(frames) - 1; i >= 0; i-- {
		f := &frames[i]
		if i < len(frames)-1 {
			b.WriteString(missingTail(f))
		}
		switch f.Kind {
		case BodyFrame:
			b.WriteString("\n}")
		case ObjectFrame:
			b.WriteString("}")
		case TemplateFrame:
			b.WriteString("}" + f.directiveEnd())
		case ListFrame:
			b.WriteString("]")
		case ParenFrame:
			b.WriteString(")")
		case QuoteFrame:
			b.WriteString(`"`)
		case HeredocFrame:
			b.WriteString("\n" + f.marker + "\n")
		}
	}
	return b.String()
}

// missingTail is what the entry of a frame still needs behind an operand: the
// other branch of a condition, or the result of a for expression.
func missingTail(f *Frame) string {
	questions, colons, arrow := 0, 0, false
	for _, t := range f.Entry {
		switch t.Kind {
		case '?':
			questions++
		case ':':
			colons++
		case ArrowToken:
			arrow = true
		}
	}
	if f.Kind == ObjectFrame && !f.IsFor {
		colons = 0 // the colon of the item; a condition behind it is rare
	}
	switch {
	case f.IsFor && colons == 0 && f.Kind == ObjectFrame:
		return " : null => null"
	case f.IsFor && colons == 0:
		return " : null"
	case f.IsFor && f.Kind == ObjectFrame && !arrow:
		return " => null"
	case !f.IsFor && questions > colons:
		return " : null"
	}
	return ""
}

// directiveEnd is the directive that must follow the one a template is.
func (f *Frame) directiveEnd() string {
	if !f.directive || len(f.Entry) == 0 {
		return ""
	}
	switch f.Entry[0].Text {
	case "if":
		return "%{ endif }"
	case "for":
		return "%{ endfor }"
	}
	return ""
}

// isolated is the entry around the cursor without its siblings: of every open
// bracket, only what stands in the current entry is kept, and the arguments before
// it if that helps. It is the last resort where something in front of the cursor is
// broken too. It is nil if even that cannot be parsed.
func (p *Place) isolated(text string) *Probe {
	written := func(f *Frame) string { return p.Cursor.full[f.Open+1 : f.Begin] }
	for _, arguments := range []func(*Frame) string{written, nulls} {
		it := syntax.ParseItem(p.entries(arguments) + text + missingTail(p.innermost()) + p.closers(p.allOpened()) + "\n")
		if path := findPlaceholder(it); path != nil {
			return &Probe{Item: syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line}, Path: path}
		}
	}
	return nil
}

// entries are the current entries of all open brackets, with something for the
// arguments in front of them.
func (p *Place) entries(arguments func(*Frame) string) string {
	var b strings.Builder
	frames := p.Cursor.outside()
	for i := range frames {
		f, end := &frames[i], p.entryEnd()
		if i+1 < len(frames) {
			end = frames[i+1].Open
		}
		switch f.Kind {
		case ParenFrame:
			b.WriteString(arguments(f))
		case ListFrame:
			b.WriteString(nulls(f))
		}
		if len(f.Entry) > 0 && f.Entry[0].At < end {
			b.WriteString(p.Cursor.full[f.Entry[0].At:end])
		}
		if i+1 < len(frames) {
			b.WriteString(frames[i+1].opener())
		}
	}
	return b.String()
}

// nulls stands for the entries before the current one.
func nulls(f *Frame) string { return strings.Repeat("null, ", f.Commas) }

// entryEnd is where the text that a placeholder replaces begins.
func (p *Place) entryEnd() int {
	if p.Cursor.Form == FormQuoted {
		return p.Cursor.Word.Start - 1
	}
	return p.Cursor.Word.Start
}

// opener is the text that opens a frame.
func (f *Frame) opener() string {
	switch f.Kind {
	case BodyFrame:
		return "{\n"
	case TemplateFrame:
		if f.directive {
			return "%{"
		}
		return "${"
	case HeredocFrame:
		return "<<" + f.marker + "\n"
	}
	return string(rune(f.Kind))
}
