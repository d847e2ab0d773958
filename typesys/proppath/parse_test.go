package proppath

import (
	"fmt"
	"strings"
	"testing"
)

// path builds a path: texts are keys, numbers indices, and star a wildcard.
func path(parts ...any) Path {
	p := Path{}
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p = append(p, KeySegment(part))
		case int:
			p = append(p, IndexSegment(part))
		default:
			p = append(p, WildcardSegment())
		}
	}
	return p
}

// star is a wildcard in [path].
type wildcard struct{}

var star wildcard

var engineVectors = []struct {
	text string
	want Path
}{
	{"", path()},
	{"root", path("root")},
	{"root.nested", path("root", "nested")},
	{`root["nested"]`, path("root", "nested")},
	{`root["double"]["nest"]`, path("root", "double", "nest")},
	{`root["double"].nest`, path("root", "double", "nest")},
	{"root.array[0]", path("root", "array", 0)},
	{"root.array[0][1].nested", path("root", "array", 0, 1, "nested")},
	{"a.b[0].c.*.d", path("a", "b", 0, "c", star, "d")},
	{`root["key with \"escaped\" quotes"]`, path("root", `key with "escaped" quotes`)},
	{`root["key with a ."]`, path("root", "key with a .")},
	{`["root key with a ."][100]`, path("root key with a .", 100)},
	{`root["]"]`, path("root", "]")},
	{`root["["]`, path("root", "[")},
	{`root[""]`, path("root", "")},
	{`root["a\\b"]`, path("root", `a\\b`)},
	{`root["a\nb"]`, path("root", `a\nb`)},
	{"root.array[*].field", path("root", "array", star, "field")},
	{`root.array["*"].field`, path("root", "array", star, "field")},
	{"*", path(star)},
	{"*.bar", path(star, "bar")},
	{"root.*", path("root", star)},
	{"root.*[3]", path("root", star, 3)},
	{"a.*b", path("a", "*b")},
	{"[0]", path(0)},
	{"[0].a", path(0, "a")},
	{`["a"]`, path("a")},
	{"a[0]b", path("a", 0, "b")},
	{`a["b"]c`, path("a", "b", "c")},
	{"a[*]b", path("a", star, "b")},
	{"root..a", path("root", "a")},
	{"root.[0]", path("root", 0)},
	{`root.["a"]`, path("root", "a")},
	{"foo-bar", path("foo-bar")},
	{"foo bar", path("foo bar")},
	{"0abc", path("0abc")},
	{"$x", path("$x")},
	{"naïve", path("naïve")},
	{"root.日本", path("root", "日本")},
	{"root]", path("root]")},
	{"a]b", path("a]b")},
	{`root."double".nest`, path("root", `"double"`, "nest")},
	{"root[-1]", path("root", -1)},
	{"root[+1]", path("root", 1)},
	{"root[01]", path("root", 1)},
	{"root.0", path("root", "0")},
	{`root["0"]`, path("root", "0")},
	{`tags.a\`, path("tags", `a\`)},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range engineVectors {
		got, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: got error %v, want %#v", c.text, err, c.want)
			continue
		}
		if !got.Path.Equal(c.want) {
			t.Errorf("%s: got %#v, want %#v", c.text, got.Path, c.want)
		}
		strictly, err := ParseStrict(c.text)
		if dotted := strings.Contains(c.text, ".["); dotted != (err != nil) {
			t.Errorf("%s, strictly: got %v and error %v", c.text, strictly.Path, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text       string
		kind       SyntaxErrorKind
		start, end int
	}{
		{".root", LeadingDot, 0, 1},
		{"root.", TrailingDot, 4, 5},
		{"root..", TrailingDot, 4, 6},
		{"root[", IndexNotClosed, 4, 5},
		{"root[]", BadIndex, 5, 5},
		{"root[abc]", BadIndex, 5, 8},
		{"root[ 1]", BadIndex, 5, 7},
		{"root[1.5]", BadIndex, 5, 8},
		{"root['a']", BadIndex, 5, 8},
		{"a[**]", BadIndex, 2, 4},
		{"root[99999999999999999999]", BadIndex, 5, 25},
		{`root["a`, QuoteNotClosed, 4, 7},
		{`root["a\"]`, QuoteNotClosed, 4, 10},
		{`root["a"`, BracketNotClosed, 8, 8},
		{`root["a"x]`, BracketNotClosed, 8, 9},
	} {
		_, err := Parse(c.text)
		checkSyntaxError(t, c.text, err, SyntaxError{Kind: c.kind, Start: c.start, End: c.end})
	}
}

func checkSyntaxError(t *testing.T, text string, err *SyntaxError, want SyntaxError) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: got no error, want kind %d", text, want.Kind)
		return
	}
	if err.Kind != want.Kind || err.Start != want.Start || err.End != want.End {
		t.Errorf("%s: got kind %d at %d-%d (%v), want kind %d at %d-%d", text, err.Kind, err.Start, err.End, err, want.Kind, want.Start, want.End)
	}
}

func TestSyntaxErrorMessages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a[b]":      "`b` is no index; write `[\"b\"]` for a key",
		"a['b']":    "`'b'` is no index; a key has double quotes: `[\"b\"]`",
		"a[1.5]":    "`1.5` is no index: an index is a whole number that is not too large",
		"a[]":       "an index, a key in quotes or `*` is needed in brackets",
		"a.":        "a path ends with a name or an index, not with a dot",
		"a[\"x\" ]": "the closing bracket after the key is missing",
	} {
		_, err := Parse(text)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestParseStrict(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"root.[0]", `root.["a"]`, "root..[0]"} {
		if _, err := ParseStrict(text); err == nil || err.Kind != BracketAfterDot {
			t.Errorf("%s: got %v, want that a name is needed after the dot", text, err)
		}
	}
	if p, err := ParseStrict("root..a"); err != nil || !p.Path.Equal(path("root", "a")) {
		t.Errorf("root..a: got %#v, %v", p.Path, err)
	}
}

func TestParseConfigKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		kind SyntaxErrorKind
		ok   bool
	}{
		{"a.b[0]", 0, true},
		{"", EmptyPath, false},
		{"[0].a", FirstNotKey, false},
		{`[""].a`, FirstNotKey, false},
		{"a.[0]", BracketAfterDot, false},
	} {
		_, err := ParseConfigKey(c.text)
		if (err == nil) != c.ok || err != nil && err.Kind != c.kind {
			t.Errorf("%q: got %v, want ok %v, kind %d", c.text, err, c.ok, c.kind)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`a.b[0]["c"].*`: `a b [0] ["c"] *`,
		"a..日本[*]x":     "a 日本 [*] x",
		`a.["b\"]"]`:    `a ["b\"]"]`,
		"[12].a":        "[12] a",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var pieces []string
		for _, place := range p.Places {
			pieces = append(pieces, text[place.Start:place.End])
		}
		if got := strings.Join(pieces, " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestParseGlob(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want Path
	}{
		{".root", path("root")},
		{`root["a\\b"]`, path("root", `a\b`)},
		{`root["a\nb"]`, path("root", "a\nb")},
		{`root["\u00e9"]`, path("root", "é")},
		{`root.array["*"].field`, path("root", "array", "*", "field")},
		{"root.*[3]", path("root", star, 3)},
		{"*", path(star)},
		{"a[*].b", path("a", star, "b")},
		{"root[01]", path("root", 1)},
		{"root[9223372036854775807]", path("root", 1<<63-1)},
		{"a.b[0].c.*.d", path("a", "b", 0, "c", star, "d")},
	} {
		got, err := ParseGlob(c.text)
		if err != nil || !got.Path.Equal(c.want) {
			t.Errorf("%s: got %#v, %v, want %#v", c.text, got.Path, err, c.want)
		}
	}
}

func TestParseGlobErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text       string
		kind       SyntaxErrorKind
		start, end int
	}{
		{"", EmptyPath, 0, 0},
		{"root.", TrailingDot, 4, 5},
		{"root..a", DoubleDot, 4, 6},
		{"root.[0]", BracketAfterDot, 4, 6},
		{"root[-1]", BadIndex, 5, 7},
		{"root[+1]", BadIndex, 5, 7},
		{"root[1.5]", BadIndex, 5, 8},
		{"root[9223372036854775808]", BadIndex, 5, 24},
		{"a[0]b", MissingDot, 4, 5},
		{"a[*]b", MissingDot, 4, 5},
		{"a[**]", BadIndex, 2, 4},
		{"a.*b", BadName, 2, 4},
		{"foo-bar", BadName, 0, 7},
		{"0abc", BadName, 0, 4},
		{"$x", BadName, 0, 2},
		{"naïve", BadName, 0, 6},
		{"root]", BadName, 0, 5},
		{`a["b\q"]`, BadEscape, 2, 8},
		{`a["b`, QuoteNotClosed, 2, 4},
		{`a["b"`, BracketNotClosed, 5, 5},
		{"a[1", IndexNotClosed, 1, 3},
	} {
		_, err := ParseGlob(c.text)
		checkSyntaxError(t, c.text, err, SyntaxError{Kind: c.kind, Start: c.start, End: c.end})
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path       Path
		want, glob string
	}{
		{path("root", "0abc", "a_b"), "root.0abc.a_b", `root["0abc"].a_b`},
		{path("a-b", "x y"), `["a-b"]["x y"]`, `["a-b"]["x y"]`},
		{path("a", `q"r`, 3), `a["q\"r"][3]`, `a["q\"r"][3]`},
		{path("a", star, "b"), `a["*"].b`, `a[*].b`},
		{path("root", ""), `root[""]`, `root[""]`},
		{path(""), `[""]`, `[""]`},
		{path("a", `b\`), `a.b\`, `a["b\\"]`},
		{path(0, "a"), "[0].a", "[0].a"},
		{path(), "", ""},
	} {
		if got := c.path.String(); got != c.want {
			t.Errorf("%#v: got %s, want %s", c.path, got, c.want)
		}
		if got := c.path.Glob(); got != c.glob {
			t.Errorf("%#v as glob: got %s, want %s", c.path, got, c.glob)
		}
	}
}

func TestWritable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path Path
		want bool
	}{
		{path("a", "*b", "", `x\y`, 0, star), true},
		{path("a", "*"), false},
		{path(`a\`), true},
		{path(`a.b\`), false},
	} {
		if got := c.path.Writable(); got != c.want {
			t.Errorf("%#v: got %v, want %v", c.path, got, c.want)
		}
		p, err := Parse(c.path.String())
		if same := err == nil && p.Path.Equal(c.path); same != c.want {
			t.Errorf("%#v is read back as %#v, %v; writable: %v", c.path, p.Path, err, c.want)
		}
	}
}

// Invariant: whatever a parser accepts, printing gives back.
func FuzzParse(f *testing.F) {
	for _, c := range engineVectors {
		f.Add(c.text)
	}
	f.Add(`a["\"]`)
	f.Add("a[\xff].\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, err := range []error{checkRound(text, Parse, Path.String), checkRound(text, ParseStrict, Path.String), checkRound(text, ParseGlob, Path.Glob)} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func checkRound(text string, parse func(string) (Parsed, *SyntaxError), print func(Path) string) error {
	p, failed := parse(text)
	if failed != nil {
		if failed.Start < 0 || failed.Start > failed.End || failed.End > len(text) || failed.Error() == "" {
			return fmt.Errorf("%q: error %q at %d-%d", text, failed, failed.Start, failed.End)
		}
		return nil
	}
	for i, at := range p.Places {
		if at.Start >= at.End || at.End > len(text) || i > 0 && at.Start < p.Places[i-1].End {
			return fmt.Errorf("%q: segment %d is at %v", text, i, at)
		}
	}
	again, failed := parse(print(p.Path))
	if failed != nil || !again.Path.Equal(p.Path) || len(p.Places) != len(p.Path) {
		return fmt.Errorf("%q is %#v, printed %s, read again as %#v, %v", text, p.Path, print(p.Path), again.Path, failed)
	}
	return nil
}
