package schema

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
)

// scanned writes down what the scan finds.
func scanned(text string) (string, error) {
	return listed(join(cut(strings.NewReader(text), int64(len(text)), 1)))
}

func listed(c *scanResult, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %v %v\n", c.head.name, c.head.version, c.head.description, c.head.provider)
	for kind := range c.tables {
		for _, chunk := range c.tables[kind].chunks {
			for _, m := range chunk {
				fmt.Fprintf(&b, "%d %q %d+%d\n", kind, m.token, m.at.start, m.at.size)
			}
		}
	}
	return b.String(), nil
}

// decoded writes down the same, as a JSON decoder finds it.
func decoded(text string) (string, error) {
	base := int64(0)
	if rest, ok := strings.CutPrefix(text, string(byteOrderMark)); ok {
		text, base = rest, int64(len(byteOrderMark))
	}
	dec := jsontext.NewDecoder(strings.NewReader(text), lenient...)
	var name, version string
	var description, provider span
	var lines []string
	place := func() (span, error) {
		v, err := dec.ReadValue()
		return span{base + dec.InputOffset() - int64(len(v)), int64(len(v))}, err
	}
	word := func(into *string) error {
		v, err := dec.ReadValue()
		switch {
		case err != nil:
			return err
		case v.Kind() == 'n':
			*into = ""
			return nil
		case v.Kind() != '"':
			return errors.New("no string")
		}
		*into = unquoted(v)
		return nil
	}
	err := eachMember(dec, func(member string) (err error) {
		kind := slices.Index([]string{"resources", "functions", "types"}, member)
		switch {
		case kind >= 0:
			return eachMember(dec, func(token string) error {
				at, err := place()
				lines = append(lines, fmt.Sprintf("%d %q %d+%d\n", kind, token, at.start, at.size))
				return err
			})
		case member == "name":
			return word(&name)
		case member == "version":
			return word(&version)
		case member == "description":
			description, err = place()
		case member == "provider":
			provider, err = place()
		default:
			_, err = place()
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return "", errors.New("more text")
	}
	if name == "" {
		return "", errNoName
	}
	slices.SortStableFunc(lines, func(a, b string) int { return int(a[0]) - int(b[0]) })
	return fmt.Sprintf("%q %q %v %v\n", name, strings.TrimPrefix(version, "v"), description, provider) + strings.Join(lines, ""), nil
}

func eachMember(dec *jsontext.Decoder, visit func(name string) error) error {
	switch t, err := dec.ReadToken(); {
	case err != nil || t.Kind() == 'n':
		return err
	case t.Kind() != '{':
		return errors.New("no object")
	}
	for dec.PeekKind() != '}' {
		quoted, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := visit(unquoted(quoted)); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func unquoted(v jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, v)
	return string(text)
}

// agrees checks the scan against a decoder. What a decoder accepts the scan finds
// too, in the same places. What only the scan accepts is damaged inside of a
// value that was passed over: with other values in their places it is JSON.
func agrees(t *testing.T, text string) {
	t.Helper()
	got, err := scanned(text)
	agreesInParts(t, text, got, err)
	want, wantErr := decoded(text)
	switch {
	case wantErr == nil && err != nil && !strings.Contains(text, `"meta"`):
		t.Errorf("%q: got error %v, want\n%s", text, err, want)
	case wantErr == nil && err == nil && got != want:
		t.Errorf("%q: got\n%swant\n%s", text, got, want)
	case wantErr != nil && err == nil:
		if mended := withoutSkipped(t, text); !mended.IsValid(lenientText...) {
			t.Errorf("%q: accepted, but is no JSON around what was passed over: %s", text, mended)
		}
	}
}

// agreesInParts checks that a scan in parts finds the same, faults included,
// wherever the parts begin: at each quote, which may begin a name, at
// all of them at once and at a few.
func agreesInParts(t *testing.T, text, want string, wantErr error) {
	t.Helper()
	var starts []int64
	for at := 1; at < len(text) && len(starts) < 100; at++ {
		if text[at] == '"' {
			starts = append(starts, int64(at))
		}
	}
	cuts := [][]int64{starts}
	for i := range starts {
		cuts = append(cuts, starts[i:i+1], starts[i:min(i+4, len(starts))])
	}
	for _, starts := range cuts {
		parts := cutAt(strings.NewReader(text), int64(len(text)), starts)
		for i := range parts {
			if i%5 < 4 { // not all of them need to be scanned
				parts[i].scan()
			}
		}
		got, err := listed(join(parts))
		if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%q in parts that begin at %v: got\n%s%v\nwant\n%s%v", text, starts, got, err, want, wantErr)
		}
	}
}

var lenientText = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// withoutSkipped is a text with a number in place of each value that the scan
// passes over.
func withoutSkipped(t *testing.T, text string) jsontext.Value {
	t.Helper()
	s := newScanner(strings.NewReader(text), windowSize)
	var b strings.Builder
	last := s.offset()
	var visit func(name []byte) error
	visit = func(name []byte) error {
		if slices.Contains([]string{"resources", "functions", "types"}, string(name)) {
			inner := visit
			defer func() { visit = inner }()
			visit = func([]byte) error { return drop(s, text, &b, &last) }
			return s.members(visit)
		}
		if slices.Contains([]string{"name", "version", "meta"}, string(name)) {
			return s.skip()
		}
		return drop(s, text, &b, &last)
	}
	if err := s.members(visit); err != nil {
		t.Fatalf("%q: the second scan: %v", text, err)
	}
	return jsontext.Value(b.String() + text[last:])
}

func drop(s *scanner, text string, b *strings.Builder, last *int64) error {
	at, err := s.value()
	b.WriteString(text[*last:at.start] + "0")
	*last = at.start + at.size
	return err
}

var scanSeeds = []string{
	`{"name":"a"}`,
	"\ufeff{\r\n\t\"name\" : \"a\" ,\r\n \"version\":\"v1.0.0\"\n}\r\n",
	`{"name":"a","resources":{"a:b:C":{"x":"}\"\\"},"a:b:C":{},"a:\u0062:D":[1,-2.5e3,true,null,"é"],"":0},"types":null,"functions":{}}`,
	`{"name":"\u0061","description":"\\\\\"","provider":{"x":[[[]]]},"language":{"go":{}},"resources":{"r":1},"resources":{"s":2}}`,
	`{"name":"a","resources":{"a":{]}}`, `{"name":"a","types":{"a":}}`, `{"name":"a","x":[1 2]}`, `{"name":"a",}`, `{"name":nul}`,
	`{"name":"a","x":truex}`, `{"name":"a" "x":1}`, "{\"name\":\"\n\"}", `{"na\me":"a"}`, `{"name":"a"}}`, `{"name":"a","x":"\`, `null`, `[]`, ``,
	`{"name":"a","types":{"` + strings.Repeat("long", 40000) + `":"` + strings.Repeat(`\\\"`, 40000) + `"}}`,
}

func TestScanAgrees(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range scanSeeds {
		agrees(t, text)
		if len(text) > 1000 {
			continue
		}
		for at := range len(text) {
			agrees(t, text[:at])
			agrees(t, text[:at]+text[at+1:])
			agrees(t, text[:at]+string("{}[]\",:\\0 n"[random.IntN(11)])+text[at:])
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, text := range scanSeeds {
		f.Add(text)
	}
	f.Fuzz(agrees)
}

// The scan finds the same wherever the pieces end in which the text arrives, and
// however small the window is.
func TestScanWindows(t *testing.T) {
	t.Parallel()
	for _, text := range scanSeeds {
		if len(text) > 1000 {
			text = strings.ReplaceAll(text, strings.Repeat("long", 39990), "")
			text = strings.ReplaceAll(text, strings.Repeat(`\\\"`, 39990), "")
		}
		want := valuesIn(newScanner(strings.NewReader(text), windowSize))
		for size := 4; size < 12; size++ {
			for _, src := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				s := &scanner{src: src, window: make([]byte, size), mark: -1}
				s.skipMark()
				if got := valuesIn(s); got != want {
					t.Fatalf("%q with a window of %d bytes: got %s, want %s", text, size, got, want)
				}
			}
		}
	}
}

// valuesIn lists names and places of the members, and of the members inside.
func valuesIn(s *scanner) string {
	var b strings.Builder
	err := s.members(func(name []byte) error {
		fmt.Fprintf(&b, "%q ", name)
		if string(name) == "resources" || string(name) == "types" {
			return s.members(func(name []byte) error {
				fmt.Fprintf(&b, "%q ", name)
				at, err := s.value()
				fmt.Fprintf(&b, "%d+%d ", at.start, at.size)
				return err
			})
		}
		at, err := s.value()
		fmt.Fprintf(&b, "%d+%d ", at.start, at.size)
		return err
	})
	return fmt.Sprint(b.String(), err)
}

// A string of any length costs no more than a window.
func TestScanHugeStrings(t *testing.T) {
	t.Parallel()
	text := io.MultiReader(
		strings.NewReader(`{"name":"a","x":"`), io.LimitReader(endless(`\\\"{`), 1<<25), strings.NewReader(`","resources":{"r":1}}`))
	s := newScanner(text, windowSize)
	var places []span
	err := s.members(func(name []byte) error {
		at, err := s.value()
		places = append(places, at)
		return err
	})
	if want := (span{16, 1<<25 + 2}); err != nil || len(places) != 3 || places[1] != want {
		t.Errorf("got %v, %v, want %v for the string", places, err, want)
	}
	if len(s.window) != windowSize {
		t.Errorf("the window has grown to %d bytes", len(s.window))
	}
}

// A name or a value that is decoded cannot be of any length.
func TestScanLimits(t *testing.T) {
	t.Parallel()
	for _, start := range []string{`{"`, `{"name":"`, `{"meta":[`, `{"resources":{"`} {
		_, err := join(cut(newText(start, maxCapture+1000), int64(len(start)+maxCapture+1000), 1))
		if err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("%s…: got %v", start, err)
		}
	}
}

// newText is a text of a length that begins with something and has x after it.
func newText(start string, more int) io.ReaderAt {
	return strings.NewReader(start + strings.Repeat("x", more))
}

// endless repeats a text.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e) <= len(p) {
		n += copy(p[n:], e)
	}
	if n == 0 {
		n = copy(p, e) // the end of what is read; it does not matter where it is cut
	}
	return n, nil
}

// An error of the reader is told with its place.
func TestScanReadError(t *testing.T) {
	t.Parallel()
	s := newScanner(io.MultiReader(strings.NewReader(`{"name":`), iotest.ErrReader(errors.New("disk on fire"))), windowSize)
	err := s.members(func([]byte) error { return s.skip() })
	if err == nil || err.Error() != "not a package schema: byte 8: disk on fire" {
		t.Errorf("got %v", err)
	}
}
