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

// A limit leaves out what it does not name, and turns on what it names.
func TestPolicySelects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		flags, settings []string
		selected        string
		code            codes.Code
		severity, want  codes.Severity
	}{
		{"what it names", nil, nil, "attr.unknown", codes.AttrUnknown, codes.Error, codes.Error},
		{"its family", nil, nil, "attr.*", codes.AttrUnknown, codes.Error, codes.Error},
		{"everything", nil, nil, "*", codes.AttrUnknown, codes.Error, codes.Error},
		{"something else", nil, nil, "unused.*", codes.AttrUnknown, codes.Error, codes.Off},
		{"something else with a severity", []string{"attr.unknown=hint"}, nil, "unused.*", codes.AttrUnknown, codes.Error, codes.Off},
		{"a syntax error", nil, nil, "unused.*", "syntax.paren", codes.Error, codes.Error},
		{"off by default", nil, nil, "name.style", codes.NameStyle, codes.Off, codes.Warning},
		{"off by default, as one of a family", nil, nil, "name.*", codes.NameStyle, codes.Off, codes.Warning},
		{"off by default, as one of all", nil, nil, "*", codes.NameStyle, codes.Off, codes.Off},
		{"off by default with a severity", []string{"name.style=hint"}, nil, "name.style", codes.NameStyle, codes.Off, codes.Hint},
		{"off by default with a severity in settings", nil, []string{"name.style=error"}, "name.style", codes.NameStyle, codes.Off, codes.Error},
		{"off in settings", nil, []string{"unused.*=off"}, "unused.local", codes.UnusedLocal, codes.Hint, codes.Hint},
		{"off in settings, as one of all", nil, []string{"unused.*=off"}, "*", codes.UnusedLocal, codes.Hint, codes.Off},
		{"off in the same policy", []string{"unused.*=off"}, nil, "unused.local", codes.UnusedLocal, codes.Hint, codes.Off},
	} {
		p, err := policy(t, c.flags...).Selecting(c.selected)
		if err != nil {
			t.Fatal(err)
		}
		all := p.Over(policy(t, c.settings...))
		if got := all.Severity(c.code, c.severity); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if got := all.OptIns().Has(c.code); got != (c.want != codes.Off || c.severity != codes.Off) {
			t.Errorf("%s: looked for: %v", c.name, got)
		}
		if whole := all.Whole(); p.Selects(c.code) && whole.Severity(c.code, c.severity) != c.want || !p.Selects(c.code) && whole.Severity(c.code, c.severity) == codes.Off {
			t.Errorf("%s: without the limit: got %v", c.name, whole.Severity(c.code, c.severity))
		}
		if p.IsZero() || p.Equal(policy(t, c.flags...)) || p.Equal(p.Whole()) {
			t.Errorf("%s: the limit is not part of the policy", c.name)
		}
	}
	if p, err := (codes.Policy{}).Selecting("unused.*", "nothing.*"); err == nil || err.Error() != `there is no code "nothing.*"` || !p.IsZero() {
		t.Errorf("got %v, %v", p, err)
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
