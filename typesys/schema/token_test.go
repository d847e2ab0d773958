package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

func TestParseToken(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"a:b:C", "a:b:C true"},
		{"a:C", "a:index:C true"},
		{"a::C", "a:index:C true"},
		{"a:b/c:D/method", "a:b/c:D/method true"},
		{"a", "false"},
		{"", "false"},
		{"a:", "false"},
		{":b", "false"},
		{"a:b:", "false"},
		{":b:C", "false"},
		{"a:b:c:d", "false"},
	} {
		token, ok := schema.ParseToken(test.text)
		if got := fmt.Sprint(token, " ", ok); got != test.want && (ok || test.want != "false") {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
	provider, _ := schema.ParseToken("pulumi:providers:aws/terraformConfig")
	if !provider.IsProvider() || provider.Schema() != "aws" {
		t.Errorf("%s: got package %s", provider, provider.Schema())
	}
}

var spellings = map[schema.Spelling]string{
	schema.NotFound: "-", schema.AsDeclared: "declared", schema.Canonical: "canonical",
	schema.ByFormat: "format", schema.ByFallback: "fallback",
}

// A token finds what the module format makes it find; a module that does not
// exist may find a member of the index module.
func TestFindResource(t *testing.T) {
	t.Parallel()
	const slashes = `(.*)(?:/[^/]*)`
	for _, test := range []struct{ format, declared, written, want string }{
		{"", "a:index:R", "a:index:R", "a:index:R a::R declared"},
		{"", "a:index:R", "a::R", "a:index:R a::R canonical"},
		{"", "a:index:R", "a:R", "a:index:R a::R canonical"},
		{"", "a::R", "a:index:R", "a::R a::R canonical"},
		{"", "a:index:R", "a:bogus:R", "-"},
		{"", "a:index:R", "a:index:r", "-"},
		{"", "a:index:R", "a:b:c:R", "-"},
		{"", "a:m/x:R", "a:m/x:R", "a:m/x:R a:m/x:R declared"},
		{"", "a:m/x:R", "a:m:R", "-"},

		{slashes, "a:m/x:R", "a:m/x:R", "a:m/x:R a:m:R declared"},
		{slashes, "a:m/x:R", "a:m:R", "a:m/x:R a:m:R canonical"},
		{slashes, "a:m/x:R", "a:m/other:R", "a:m/x:R a:m:R format"},
		{slashes, "a:m/x:R", "a:R", "-"},
		{slashes, "a:index/x:R", "a:index/x:R", "a:index/x:R a::R declared"},
		{slashes, "a:index/x:R", "a:index:R", "a:index/x:R a::R canonical"},
		{slashes, "a:index/x:R", "a::R", "a:index/x:R a::R canonical"},
		{slashes, "a:index/x:R", "a:R", "a:index/x:R a::R canonical"},
		{slashes, "a:index/x:R", "a:bogus:R", "a:index/x:R a::R fallback"},
		{slashes, "a:index/x:R", "a:bogus/x:R", "-"},

		// Of two tokens with one canonical form each finds itself, the short form the first.
		{slashes, "a:index/X:R a:index/x:R", "a:index/x:R", "a:index/x:R a::R declared"},
		{slashes, "a:index/X:R a:index/x:R", "a::R", "a:index/X:R a::R canonical"},
		// A canonical form goes before a declared token.
		{slashes, "a:m:R a:m/x:R", "a:m:R", "a:m/x:R a:m:R canonical"},

		{"[", "a:m/x:R", "a:m/x:R", "a:m/x:R a:m/x:R declared"},
		{"no group", "a:m/x:R", "a:m/x:R", "a:m/x:R a::R declared"},
	} {
		members := ""
		for token := range strings.FieldsSeq(test.declared) {
			members += fmt.Sprintf(`%q:{},`, token)
		}
		p := open(t, fmt.Sprintf(`{"name":"a","meta":{"moduleFormat":%q},"resources":{%s}}`, test.format, strings.TrimSuffix(members, ",")))
		m := p.FindResource(test.written)
		got := strings.TrimSpace(fmt.Sprint(m.Token, " ", m.Canonical, " ", spellings[m.Spelling]))
		if got != test.want {
			t.Errorf("format %q, declared %s, written %s: got %s, want %s", test.format, test.declared, test.written, got, test.want)
		}
		if r := p.Resource(test.written); m.Spelling == schema.NotFound && r != nil || r != nil && r.Token != m.Token {
			t.Errorf("format %q, declared %s, written %s: resource is %v", test.format, test.declared, test.written, r)
		}
	}
}

func TestModuleFormatProblem(t *testing.T) {
	t.Parallel()
	p := open(t, `{"name":"a","meta":{"moduleFormat":"(?<=x)"}}`)
	if got := p.Problems(); len(got) != 1 || got[0].Member != "meta" {
		t.Errorf("got problems %v, want one in meta", got)
	}
}

func TestBuiltin(t *testing.T) {
	t.Parallel()
	p := schema.Builtin()
	for _, test := range []struct{ written, token, variable string }{
		{"pulumi:pulumi:StackReference", "pulumi:pulumi:StackReference", "object({id = output(id), name = output(union(none, string)), outputs = output(map(dynamic)), secretOutputNames = output(union(map(string), none)), urn = output(string)})"},
		{"pulumi::StackReference", "pulumi:pulumi:StackReference", ""},
		{"pulumi:index:StackReference", "pulumi:pulumi:StackReference", ""},
		{"pulumi:index:Stash", "pulumi:index:Stash", "object({id = output(id), input = output(dynamic), output = output(dynamic), urn = output(string)})"},
		{"pulumi:Stash", "pulumi:index:Stash", ""},
	} {
		r := p.Resource(test.written)
		if r == nil || r.Token != test.token || r.Canonical != test.token {
			t.Errorf("%s: got %+v, want %s", test.written, r, test.token)
			continue
		}
		if got := r.Type().Structural(); test.variable != "" && got != test.variable {
			t.Errorf("%s: got %s, want %s", test.written, got, test.variable)
		}
	}
	if r := p.Resource("pulumi:index:Nope"); r != nil {
		t.Errorf("pulumi:index:Nope: got %+v", r)
	}
	noProblems(t, p)
}
