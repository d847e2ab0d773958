package codes_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// policy returns a policy with the entries "PATTERN=SEVERITY".
func policy(t *testing.T, entries ...string) codes.Policy {
	t.Helper()
	var p codes.Policy
	for _, e := range entries {
		pattern, severity, _ := strings.Cut(e, "=")
		next, err := p.With(pattern, severity)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		p = next
	}
	return p
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		entries []string
		want    codes.Severity
	}{
		{"nothing", nil, codes.Error},
		{"the code", []string{"attr.unknown=hint"}, codes.Hint},
		{"another code", []string{"attr.type=hint"}, codes.Error},
		{"the family", []string{"attr.*=off"}, codes.Off},
		{"another family", []string{"package.*=off"}, codes.Error},
		{"the code over its family", []string{"attr.unknown=warning", "attr.*=off"}, codes.Warning},
		{"the code over its family, in the other order", []string{"attr.*=off", "attr.unknown=warning"}, codes.Warning},
		{"the longer family", []string{"attr.u*=information", "attr.*=off"}, codes.Information},
		{"the later of two", []string{"attr.unknown=hint", "attr.unknown=information"}, codes.Information},
	} {
		if got := policy(t, c.entries...).Severity(codes.AttrUnknown, codes.Error); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPolicyOver(t *testing.T) {
	t.Parallel()
	p := policy(t, "attr.*=hint").Over(policy(t, "attr.unknown=warning", "package.*=error"))
	if got := p.Severity(codes.AttrUnknown, codes.Error); got != codes.Hint {
		t.Errorf("the stronger family over the weaker code: got %v", got)
	}
	if got := p.Severity(codes.PackageUnknown, codes.Warning); got != codes.Error {
		t.Errorf("the weaker policy where the stronger is silent: got %v", got)
	}
}

func TestPolicyRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ pattern, severity, want string }{
		{"attr.unknown", "fatal", `unknown severity "fatal"`},
		{"attr.unknwon", "error", `there is no code "attr.unknwon"`},
		{"nothing.*", "error", `there is no code "nothing.*"`},
		{"syntax.paren", "off", "syntax errors are always errors"},
		{"syntax.*", "hint", "syntax errors are always errors"},
		{"*", "off", "syntax errors are always errors"},
	} {
		p, err := codes.Policy{}.With(c.pattern, c.severity)
		if err == nil || !strings.Contains(err.Error(), c.want) || !p.IsZero() {
			t.Errorf("%s=%s: got %v", c.pattern, c.severity, err)
		}
	}
}

// Codes are declared once, and their names are dotted words.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	seen := map[codes.Code]bool{}
	for _, d := range codes.All() {
		if seen[d.Code] {
			t.Errorf("%s is declared twice", d.Code)
		}
		seen[d.Code] = true
		if again, ok := codes.Lookup(d.Code); !ok || again != d {
			t.Errorf("%s is not found", d.Code)
		}
		for _, part := range strings.Split(string(d.Code), ".") {
			if part == "" || strings.ContainsAny(part, " _/*") {
				t.Errorf("%q is not a code", d.Code)
			}
		}
	}
}
