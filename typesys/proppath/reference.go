package proppath

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file follows a property reference of a program, as in `ignoreChanges = [tags["a.b"]]`, to
// the engine. (docs/language/paths.md#steps)
//
// The evaluator renders the reference as text with the escapes of PCL, and the engine reads the
// text with its own grammar. The two differ in backslashes and template marks: `tags["a\\b"]`
// means the key a\b, is rendered with two backslashes, and is read as a key with two.

// Step is one step of a property reference.
type Step struct {
	Key cty.Value // a string or a number
	Dot bool      // whether it is written `.name`
}

// Verdict is whether the engine reads the reference as meant.
type Verdict uint8

// The verdicts.
const (
	Understood    Verdict = iota // the engine reads what is meant
	Misread                      // the engine reads another key, which never matches
	Truncated                    // an index with a fraction, which the engine truncates
	NotAReference                // a step that is neither a string nor a number
	NeverMatches                 // read as meant, but the type has no such place
)

// Reference is a property reference and what the engine makes of it.
type Reference struct {
	Text    string      // what the engine receives
	Meant   Path        // what the program means; the key `*` is a wildcard
	Read    Path        // what the engine reads
	Verdict Verdict     // whether the two agree, and the type has the place
	Place   *Resolution // what the type has there; nil without a type
}

// Refer follows a reference that begins with a property name.
func Refer(root string, steps ...Step) Reference {
	var text strings.Builder
	text.WriteString(root)
	r := Reference{Meant: Path{KeySegment(root)}}
	for _, s := range steps {
		segment, ok := s.segment()
		if !ok {
			r.Verdict = NotAReference
			return r
		}
		if s.fraction() {
			r.Verdict = Truncated
		}
		r.Meant = append(r.Meant, segment)
		text.WriteString(s.rendered(segment))
	}
	r.Text = text.String()
	parsed, err := Parse(r.Text)
	r.Read = parsed.Path
	if err != nil || !r.Read.Equal(r.Meant) {
		r.Verdict = Misread
	}
	return r
}

// ReferIn follows a reference as [Refer] does, and checks whether the type that the paths are
// relative to has such a place.
func ReferIn(t typesys.Type, root string, steps ...Step) Reference {
	r := Refer(root, steps...)
	if r.Verdict == NotAReference || r.Verdict == Misread {
		return r
	}
	place := Resolve(r.Read, t)
	r.Place = &place
	if place.Problem != nil {
		r.Verdict = NeverMatches
	}
	return r
}

func (s Step) segment() (Segment, bool) {
	if s.Key == cty.NilVal || s.Key.IsMarked() || !s.Key.IsKnown() || s.Key.IsNull() {
		return Segment{}, false
	}
	switch s.Key.Type() {
	case cty.String:
		return named(s.Key.AsString()), true
	case cty.Number:
		f := s.Key.AsBigFloat()
		n, _ := f.Int64()
		return IndexSegment(int(n)), f.MantExp(nil) < 63 // no array has more elements
	}
	return Segment{}, false
}

func (s Step) fraction() bool { return s.Key.Type() == cty.Number && !s.Key.AsBigFloat().IsInt() }

// rendered returns the step as the evaluator writes it.
func (s Step) rendered(segment Segment) string {
	switch {
	case segment.Kind == Index:
		whole, _ := s.Key.AsBigFloat().Int(new(big.Int))
		return "[" + whole.String() + "]"
	case s.Dot:
		return "." + s.Key.AsString()
	}
	return `["` + escaped(s.Key.AsString()) + `"]`
}

// escaped returns a key with the escapes of a quoted PCL string.
func escaped(key string) string {
	var b strings.Builder
	runes := []rune(key)
	for i, r := range runes {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case (r == '$' || r == '%') && i+1 < len(runes) && runes[i+1] == '{':
			b.WriteString(string(r) + string(r))
		case !unicode.IsPrint(r):
			b.WriteString(escapedRune(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func escapedRune(r rune) string {
	if r < 1<<16 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
