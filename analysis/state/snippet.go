package state

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// This file finds the snippets: pieces of PCL in a state, which each run of the stack runs again.

// Snippet is the body of one resource.
type Snippet struct {
	Name, Type string
	Code       Text
	Descriptor Descriptor
	// References are the URNs that names in the code stand for.
	References map[string]Text
}

// Descriptor tells the package of a snippet.
type Descriptor struct {
	Name, Version, DownloadURL string
	Parameterization           Parameterization
}

// Parameterization is the parameter of a package; its name is empty for none.
type Parameterization struct{ Name, Version, Value string }

// Text is a string of a file, with the place of each of its bytes.
type Text struct {
	text   string
	places []int // of each byte in the file, and of the closing quote
}

// String returns the string.
func (t Text) String() string { return t.text }

// Place returns the offset in the file of a byte of the string, or of its end.
func (t Text) Place(i int) int {
	if len(t.places) == 0 {
		return 0
	}
	return t.places[min(i, len(t.places)-1)]
}

// Snippets finds the snippets in a state of any version. The function gets the code of each, as
// it is written in JSON, and returns an error if it is too large. Other errors are [*Error]s.
func Snippets(text []byte, allow func(code []byte) error) ([]Snippet, error) {
	e, err := open(text)
	if err != nil {
		return nil, err
	}
	var all []Snippet
	err = e.deployment(func(r *reader, name string) error {
		if name != "snippets" {
			return r.skip()
		}
		return r.elements(name, func() error {
			s, err := r.snippet(allow)
			all = append(all, s)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

func (r *reader) snippet(allow func(code []byte) error) (Snippet, error) {
	s := Snippet{References: map[string]Text{}}
	d := &s.Descriptor
	p := &d.Parameterization
	fields := map[string]any{
		"name": &s.Name,
		"type": &s.Type,
		"descriptor": map[string]any{
			"name": &d.Name, "version": &d.Version, "downloadURL": &d.DownloadURL,
			"parameterization": map[string]any{"name": &p.Name, "version": &p.Version, "value": &p.Value},
		},
	}
	err := r.members("a snippet", func(name string) (err error) {
		switch name {
		case "code":
			s.Code, err = r.exactly(name, allow)
			return err
		case "references":
			return r.members(quoted(name), func(name string) (err error) {
				s.References[name], err = r.exactly("references", func([]byte) error { return nil })
				return err
			})
		}
		return r.into(name, fields[name])
	})
	return s, err
}

// exactly reads a string with the place of each byte.
func (r *reader) exactly(name string, allow func(raw []byte) error) (Text, error) {
	if ok, err := r.begin(quoted(name), jsontext.KindString); !ok {
		return Text{}, err
	}
	raw, err := r.decoder.ReadValue()
	if err != nil {
		return Text{}, r.broken(err)
	}
	if err := allow(raw); err != nil {
		return Text{}, err
	}
	var t Text
	var b strings.Builder
	end := r.offset(r.decoder.InputOffset())
	start := end - len(raw)
	for i := 1; i < len(raw)-1; {
		size, char := escapeAt(raw[i : len(raw)-1])
		n := b.Len()
		b.WriteRune(char)
		for range b.Len() - n {
			t.places = append(t.places, start+i)
		}
		i += size
	}
	t.text, t.places = b.String(), append(t.places, end-1)
	return t, nil
}

// escapes are the short escapes of JSON.
var escapes = map[byte]rune{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapeAt reads the first character of the content of a valid JSON string.
func escapeAt(text []byte) (size int, r rune) {
	if text[0] != '\\' {
		r, size = utf8.DecodeRune(text)
		return size, r
	}
	if text[1] != 'u' {
		return 2, cmp.Or(escapes[text[1]], rune(text[1]))
	}
	r = hex4(text[2:6])
	if utf16.IsSurrogate(r) && len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if both := utf16.DecodeRune(r, hex4(text[8:12])); both != utf8.RuneError {
			return 12, both
		}
	}
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}
	return 6, r
}

func hex4(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits), 16, 32) // the string is valid
	return rune(n)
}
