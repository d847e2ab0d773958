package check_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
)

// This file checks the small languages inside texts: durations and ranges of
// versions.

// A text is a duration exactly when Go reads it as one.
func TestDurationsAreThoseOfGo(t *testing.T) {
	t.Parallel()
	try := func(text string) {
		_, err := time.ParseDuration(text)
		if got := check.IsDuration(text); got != (err == nil) {
			t.Errorf("%q: got %v, and Go says %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "0", "+0", "-0", "00", "0.0", "5", "5m", "1h30m", "-1.5h", "+5s", "5 m", "5 minutes", "1d", "1w", ".5s", "5.s", ".s", "s", "-", "+-5s", "--5s",
		"1h1h", "1e3s", "1µs", "1μs", "1us", "1Ms", "1M", "ms", "2562047h47m16.854775807s", "2562047h47m16.854775808s", "-2562047h47m16.854775808s",
		"9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns", "18446744073709551616ns", "0.9999999999999999999999s", "1\x00s", "١s", "5m\n",
	} {
		try(text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	bits := strings.Split("0|1|23|.|.|h|m|s|ms|us|µs|μs|ns|-|+| |d|9223372036|854775807|9223372036854775807|18446744073709551615|é", "|")
	right := 0
	for range 200_000 {
		text := ""
		for range 1 + random.IntN(7) {
			text += bits[random.IntN(len(bits))]
		}
		try(text)
		if check.IsDuration(text) {
			right++
		}
	}
	if right < 5_000 {
		t.Errorf("only %d generated texts are durations: the law is not tried", right)
	}
}

// Ranges of versions are read as the engine reads them; the verdicts were taken from
// its library.
func TestVersionRanges(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"3.0.0", ">=3.0.0", ">= 3.0.0", ">=3.0.0 <4.0.0", ">=3.0.0  <4.0.0", " >=3.0.0 ", "3.x", "3.x.x", "3.1.x", ">3.x", "<=3.1.x", "!=3.5.0", "!3.5.0", "==3.5.0",
		">=3.0.0 <4.0.0 || >=5.1.0", "1.2.3-rc.1+build", ">=1.0.0-x", "^3.x", "3.0.0 - 4.0.0", "1 2.0.0",
	} {
		if problem := check.RangeProblem(text); problem != "" {
			t.Errorf("%q: got %q", text, problem)
		}
	}
	for text, part := range map[string]string{
		"":              "the range is empty",
		"3":             "the range is empty", // a word of one character is skipped
		"||":            "on both sides",
		"1.0.0 ||":      "on both sides",
		"|| 1.0.0":      "on both sides",
		"^3.0.0":        "`^` is not supported",
		"~> 3.0.0":      "`>=` and `<`",
		"v3.0.0":        "leading `v`: `3.0.0`",
		">=v3.0.0":      "`>=v` is not a comparison operator",
		">=3":           "needs three numbers: `3.0.0`",
		"3.1":           "needs three numbers: `3.1.0`",
		"3.0.0, <4.0.0": "`3.0.0,` is not a version",
		"03.0.0":        "is not a version",
		"latest":        "has no version",
		">=x":           "has no version",
		"3.0.x.0":       "the last numbers",
		"1.0.0-x":       "the last numbers",
		">=3.0.0 && <4": "has no version",
		"3.0.0.0":       "is not a version",
		"=> 3.0.0":      "`=>` is not a comparison operator",
	} {
		problem := check.RangeProblem(text)
		if part != "" && (problem == "" || !strings.Contains(problem, part)) {
			t.Errorf("%q: got %q, want something with %q", text, problem, part)
		}
	}
}
