package urn

import (
	"fmt"
	"strings"
	"testing"
)

// describe writes findings as `level part: the text`.
func describe(text string, findings []Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s %s %q", f.Level, f.Part, text[f.Start:f.End]))
	}
	return strings.Join(out, "; ")
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"urn:pulumi:dev::proj::aws:s3/bucket:Bucket::b", ""},
		{"urn:pulumi:dev::proj::my:comp:C$aws:s3/bucket:Bucket::b", ""},
		{"urn:pulumi:dev::proj::pulumi:providers:aws::default", ""},
		{"urn:pulumi:dev::proj::a:b:C::n::m", ""},
		{"urn:pulumi:dev::proj::aws:Bucket::b", `warning type "aws:Bucket"`},
		{"urn:pulumi:dev::proj::aws::b", `warning type "aws"`},
		{"urn:pulumi:dev::proj::comp$a:b:C::b", `warning type "comp"`},
		{"urn:pulumi:dev::proj::a:b:C$::b", `warning type ""`},
		{"urn:pulumi:::proj::a:b:C::b", `warning stack ""`},
		{"urn:pulumi:dev::::a:b:C::", `warning project ""; warning name ""`},
		{"urn:pulumi: dev::proj ::a:b:C::n", `warning stack " "; warning project " "`},
		{"urn:pulumi:dev:::proj::a:b:C:::n", `warning project ":"; warning name ":"`},
		{"urn:pulumi:dev::p::a:b:C::n\n", "warning name \"\\n\""},
		{"urn:pulumi:dev::p::a:b c:C::n", `warning type "a:b c:C"`},
		{"urn:pulumi:dev:p", `error stack "dev:p"`},
	} {
		if got := describe(c.text, Check(c.text)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	u, err := Parse("urn:pulumi:dev::proj::x:y:Z$a:b:C::n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		context Context
		want    string
	}{
		{Context{}, ""},
		{Context{"proj", "dev", "a:b:C"}, ""},
		{Context{"other", "prod", "a:b:D"}, `information stack "dev"; information project "proj"; information type "a:b:C"`},
	} {
		if got := describe(u.String(), u.Differences(c.context)); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.context, got, c.want)
		}
	}
}

func TestCheckProject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		start, end int
		fine       bool
	}{
		{"my-proj_1.x", 0, 0, true},
		{strings.Repeat("a", 100), 0, 0, true},
		{strings.Repeat("a", 101), 100, 101, false},
		{"a b", 1, 2, false},
		{"aé", 1, 3, false},
		{"a/b", 1, 2, false},
		{"", 0, 0, false},
	} {
		found := CheckProject(c.name)
		if c.fine != (len(found) == 0) || !c.fine && (found[0].Start != c.start || found[0].End != c.end) {
			t.Errorf("%q: got %+v, want fine %v, %d-%d", c.name, found, c.fine, c.start, c.end)
		}
	}
}
