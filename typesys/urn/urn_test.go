package urn

import (
	"strings"
	"testing"
)

var vectors = []struct{ text, stack, project, qualified, typ, name string }{
	{"urn:pulumi:dev::proj::aws:s3/bucket:Bucket::b", "dev", "proj", "aws:s3/bucket:Bucket", "aws:s3/bucket:Bucket", "b"},
	{"urn:pulumi:dev::proj::my:comp:C$aws:s3/bucket:Bucket::b", "dev", "proj", "my:comp:C$aws:s3/bucket:Bucket", "aws:s3/bucket:Bucket", "b"},
	{"urn:pulumi:dev::proj::a$b$c::n", "dev", "proj", "a$b$c", "c", "n"},
	{"urn:pulumi:dev::p::a:b:C$x:y:Z::n$m", "dev", "p", "a:b:C$x:y:Z", "x:y:Z", "n$m"},
	{"urn:pulumi:dev::proj::t::a::b::c", "dev", "proj", "t", "t", "a::b::c"},
	{"urn:pulumi:dev::p::t::::n", "dev", "p", "t", "t", "::n"},
	{"urn:pulumi:dev::proj::t::", "dev", "proj", "t", "t", ""},
	{"urn:pulumi:dev::proj::::n", "dev", "proj", "", "", "n"},
	{"urn:pulumi:dev::proj::t$::n", "dev", "proj", "t$", "", "n"},
	{"urn:pulumi:::::::", "", "", "", "", ""},
	{"urn:pulumi:a b::p p::t t::n", "a b", "p p", "t t", "t t", "n"},
	{"urn:pulumi:d:v::p::t::n", "d:v", "p", "t", "t", "n"},
	{"urn:pulumi:dev:::proj::t::n", "dev", ":proj", "t", "t", "n"},
	{"urn:pulumi:dev::p::t:::n", "dev", "p", "t", "t", ":n"},
	{"urn:pulumi::dev::proj::t::n", ":dev", "proj", "t", "t", "n"},
	{"urn:pulumi:dev::p::t::n\n", "dev", "p", "t", "t", "n\n"},
	{"urn:pulumi:dev::proj::pulumi:pulumi:Stack::proj-dev", "dev", "proj", "pulumi:pulumi:Stack", "pulumi:pulumi:Stack", "proj-dev"},
	{"urn:pulumi:dev::proj::pulumi:providers:aws::default", "dev", "proj", "pulumi:providers:aws", "pulumi:providers:aws", "default"},
}

// partOf returns the text of each part of a URN.
func partOf(text string, u URN) func(Part) string {
	return func(p Part) string {
		start, end := u.Place(p)
		return text[start:end]
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range vectors {
		u, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		part := partOf(c.text, u)
		got := [...]string{part(Stack), part(Project), part(QualifiedType), part(Type), part(Name)}
		want := [...]string{c.stack, c.project, c.qualified, c.typ, c.name}
		if got != want {
			t.Errorf("%q: got %q, want %q", c.text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text       string
		kind       ErrorKind
		start, end int
		says       string
	}{
		{"urn:pulumi:a::b::c", TooFewParts, 17, 18, "the name is missing"},
		{"urn:pulumi:dev::proj::t", TooFewParts, 22, 23, "the name is missing"},
		{"urn:pulumi:dev:proj:t:n", TooFewParts, 11, 23, "two colons"},
		{"URN:pulumi:dev::p::t::n", NoPrefix, 0, 11, "lower case"},
		{"urn:pulumi", NoPrefix, 0, 10, "starts with `urn:pulumi:`"},
		{"abc", NoPrefix, 0, 3, "starts with"},
		{" urn:pulumi:dev::p::t::n", NoPrefix, 0, 1, "without leading spaces"},
		{"", Missing, 0, 0, "write a URN"},
		// The reference takes the colon of the prefix for half a separator.
		{"urn:pulumi::a::b::c", TooFewParts, 18, 19, "the name is missing"},
		{"urn:pulumi:dev", TooFewParts, 11, 14, "the project and the qualified type and the name are missing"},
	} {
		_, err := Parse(c.text)
		if err == nil {
			t.Errorf("%q: got no error", c.text)
			continue
		}
		if err.Kind != c.kind || err.Start != c.start || err.End != c.end || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: got kind %d at %d-%d: %v; want %d at %d-%d: …%s…", c.text, err.Kind, err.Start, err.End, err, c.kind, c.start, c.end, c.says)
		}
	}
}

// Invariant: the parts of a URN in order, with the separators between them, are the
// text that was parsed.
func FuzzParse(f *testing.F) {
	for _, c := range vectors {
		f.Add(c.text)
	}
	f.Add("urn:pulumi::a::b::c")
	f.Add("urn:pulumi:dev::p::pulumi:providers:aws::default::id")
	f.Fuzz(func(t *testing.T, text string) {
		for _, finding := range Check(text) {
			if finding.Start < 0 || finding.Start > finding.End || finding.End > len(text) || finding.Message == "" {
				t.Errorf("%q: %+v", text, finding)
			}
		}
		u, err := Parse(text)
		if err != nil {
			if err.Start < 0 || err.Start > err.End || err.End > len(text) || err.Error() == "" {
				t.Errorf("%q: error at %d-%d: %v", text, err.Start, err.End, err)
			}
			return
		}
		part := partOf(text, u)
		parts := strings.Join([]string{part(Stack), part(Project), part(QualifiedType), part(Name)}, "::")
		if Prefix+parts != text || !strings.HasSuffix(part(QualifiedType), part(Type)) {
			t.Errorf("%q: has the parts %q and the type %q", text, parts, part(Type))
		}
	})
}
