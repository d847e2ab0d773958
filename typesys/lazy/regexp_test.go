package lazy

import "testing"

// Whatever a sign is for, it changes no result.
func TestSigns(t *testing.T) {
	t.Parallel()
	const expression = `<(\w+)>`
	with, without := RegexpWith("<", expression), Regexp(expression)
	for _, text := range []string{"", "plain", "<a> and <b>", "< a >", "a>", "<<c>"} {
		if got, want := with.Replace(text, "[$1]"), without.Get().ReplaceAllString(text, "[$1]"); got != want {
			t.Errorf("%q becomes %q instead of %q", text, got, want)
		}
		shout := func(match string) string { return match + "!" }
		if got, want := with.ReplaceFunc(text, shout), without.Get().ReplaceAllStringFunc(text, shout); got != want {
			t.Errorf("%q becomes %q instead of %q", text, got, want)
		}
		got, want := with.Submatches(text), without.Get().FindStringSubmatch(text)
		if len(got) != len(want) || len(got) > 0 && (got[0] != want[0] || got[1] != want[1]) {
			t.Errorf("in %q, %q is found instead of %q", text, got, want)
		}
	}
}
