package checking_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
)

// A baseline has one sorted entry on each line, and is read as it was written.
func TestWriteAndParse(t *testing.T) {
	t.Parallel()
	b := checking.NewBaseline([]checking.Entry{
		{"b.pp", "x.y", "2", "<second>\n\"quoted\""}, {"a.pp", "x.z", "1", "m"}, {"a.pp", "x.y", "3", "m"}, {"a.pp", "x.z", "1", "m"},
	})
	const want = `{
"version": 1,
"fingerprints": 7,
"findings": [
{"file":"a.pp","code":"x.y","fingerprint":"3","message":"m"},
{"file":"a.pp","code":"x.z","fingerprint":"1","message":"m"},
{"file":"b.pp","code":"x.y","fingerprint":"2","message":"<second>\n\"quoted\""}
]
}
`
	text, err := b.Write(7)
	if err != nil || string(text) != want {
		t.Fatalf("got %s, %v", text, err)
	}
	again, err := checking.ParseBaseline(text, 7)
	if err != nil || len(again.Without(b)) != 0 || len(b.Without(again)) != 0 || !again.Has("3") || again.Has("4") {
		t.Errorf("read: %v, %v", again, err)
	}
	empty, err := checking.NewBaseline(nil).Write(7)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := checking.ParseBaseline(empty, 7); err != nil || len(b.Entries()) != 0 {
		t.Errorf("%s: %v, %v", empty, b, err)
	}
}

// What is no baseline is refused, with its place.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"", "line 1: not a baseline"},
		{"{\n\"version\": 1,\n<<<<<<< HEAD\n", "line 3: not a baseline"},
		{"{\n\"version\": \"1\"}", "line 2: not a baseline"},
		{"{\n\"rules\": {}}", "not a baseline"},
		{"{\"version\": 2, \"fingerprints\": 7}", "another version"},
		{"{\"version\": 1, \"fingerprints\": 6}", "another version"},
		{"{\"version\": 1, \"fingerprints\": 7}\n{}", "unexpected text after the end"},
		{"{\"version\": 1, \"fingerprints\": 7, \"findings\": [{\"file\": \"a\"}]}", "finding 1 has no fingerprint"},
	} {
		if _, err := checking.ParseBaseline([]byte(test.text), 7); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// TestKnown: of the findings of a file, as many are known besides as a limit may have hidden.
func TestKnown(t *testing.T) {
	t.Parallel()
	entry := func(file, print string) checking.Entry { return checking.Entry{file, "c", print, "m"} }
	limit := checking.Entry{"a.pp", "limit", "0", "m"}
	for _, test := range []struct {
		old, found []checking.Entry
		want       string
	}{
		{[]checking.Entry{entry("a.pp", "1")}, []checking.Entry{entry("a.pp", "1"), entry("a.pp", "2")}, "1"},
		{[]checking.Entry{entry("a.pp", "1"), limit}, []checking.Entry{entry("a.pp", "1"), entry("a.pp", "2"), limit}, "01"},
		{[]checking.Entry{entry("a.pp", "1"), limit}, []checking.Entry{entry("a.pp", "2"), entry("a.pp", "3"), limit}, "02"},
		{[]checking.Entry{entry("a.pp", "1"), limit}, []checking.Entry{entry("a.pp", "2"), entry("a.pp", "3")}, "23"},
		{[]checking.Entry{entry("b.pp", "1"), limit}, []checking.Entry{entry("a.pp", "2"), limit, entry("b.pp", "3")}, "0"},
	} {
		got := ""
		for print, known := range checking.NewBaseline(test.old).Known(test.found, "limit") {
			if known {
				got += print
			}
		}
		if got = sorted(got); got != test.want {
			t.Errorf("of %v, %v are known: %s, want %s", test.found, test.old, got, test.want)
		}
	}
}

func sorted(text string) string { return string(slices.Sorted(slices.Values([]byte(text)))) }
