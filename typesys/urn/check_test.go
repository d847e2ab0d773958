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
		out = append(out, fmt.Sprintf("%s %s %q", [...]string{LevelError: "error", LevelWarning: "warning"}[f.Level], f.Part, text[f.Start:f.End]))
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
