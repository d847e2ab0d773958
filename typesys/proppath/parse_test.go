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
		t.Errorf("%s: got kind %d at %d-%d, want kind %d at %d-%d", text, err.Kind, err.Start, err.End, want.Kind, want.Start, want.End)
	}
}

func TestSpans(t *testing.T) {
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
		for _, span := range p.Spans {
			pieces = append(pieces, text[span.Start:span.End])
		}
		if got := strings.Join(pieces, " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path Path
		want string
	}{
		{path("root", "0abc", "a_b"), "root.0abc.a_b"},
		{path("a-b", "x y"), `["a-b"]["x y"]`},
		{path("a", `q"r`, 3), `a["q\"r"][3]`},
		{path("a", star, "b"), `a["*"].b`},
		{path("root", ""), `root[""]`},
		{path(""), `[""]`},
		{path("a", `b\`), `a.b\`},
		{path(0, "a"), "[0].a"},
		{path(), ""},
	} {
		if got := c.path.String(); got != c.want {
			t.Errorf("%#v: got %s, want %s", c.path, got, c.want)
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
		if err := checkRound(text); err != nil {
			t.Error(err)
		}
	})
}

func checkRound(text string) error {
	p, failed := Parse(text)
	if failed != nil {
		if failed.Start < 0 || failed.Start > failed.End || failed.End > len(text) {
			return fmt.Errorf("%q: error %v at %d-%d", text, failed, failed.Start, failed.End)
		}
		return nil
	}
	for i, at := range p.Spans {
		if at.Start >= at.End || at.End > len(text) || i > 0 && at.Start < p.Spans[i-1].End {
			return fmt.Errorf("%q: segment %d is at %v", text, i, at)
		}
	}
	again, failed := Parse(p.Path.String())
	if failed != nil || !again.Path.Equal(p.Path) || len(p.Spans) != len(p.Path) {
		return fmt.Errorf("%q is %#v, printed %s, read again as %#v, %v", text, p.Path, p.Path.String(), again.Path, failed)
	}
	return nil
}
