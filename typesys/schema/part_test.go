package schema

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// These are schemas in which it looks in many places as if a member began where
// none does: in strings and deep inside members.
func misleading(repeats int) string {
	var members []string
	for i := range repeats {
		members = append(members, fmt.Sprintf(
			`"a:m:R%d":{"x":{"no":{},"a:deep:D":{"y":"},"},"z":"},\"a:in:S\":{"},"s":"},`, i)+"\n"+`","t":",:{"}`)
	}
	return `{"name":"a","resources":{` + strings.Join(members, ",") + `},"types":{"a:t:T":{}},"resources":{"a:again:A":{},"a:last:L":{}},"version":"v1.2.3"}`
}

// Wherever a schema is cut, and in whatever order its parts are scanned, the same
// is found.
func TestMisleadingParts(t *testing.T) {
	t.Parallel()
	text := misleading(12)
	want, err := scanned(text)
	if err != nil || !strings.Contains(want, "a:last:L") {
		t.Fatalf("got %s, %v", want, err)
	}
	agreesInParts(t, text, want, err)
	right := 0
	for at := range len(text) {
		parts := cutAt(strings.NewReader(text), int64(len(text)), []int64{int64(at)})
		parts[1].scan()
		parts[0].scan()
		if parts[0].found.err == errReached {
			right++
		}
		if got, err := listed(join(parts)); got != want || err != nil {
			t.Fatalf("cut at %d: got\n%s%v\nwant\n%s", at, got, err, want)
		}
	}
	if right != 15 {
		t.Errorf("%d members begin a part, want 15", right)
	}
}

// A guess is a place where a member seems to begin, however the text is laid out.
func TestGuess(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want int
	}{
		{`x"},"a:b:C":{"y`, 4}, {"}\r\n\t,\n \"a:b\" : {", 7}, {`},"properties":{},"a:b:C":{`, 18}, {`},"$ref":"#/types/a:b:C"`, -1}, {`,"a:b:C":{`, -1}, {`},"a:b:C":[`, -1}, {``, -1},
	} {
		at, ok := guess(strings.NewReader("four"+test.text), 4)
		if want := int64(test.want + 4); ok != (test.want >= 0) || ok && at != want {
			t.Errorf("%q: got %d, %v, want %d", test.text, at-4, ok, test.want)
		}
	}
}

// A scan that began at a wrong place ends some parts further on.
func TestWrongPartsEnd(t *testing.T) {
	t.Parallel()
	text := &countingText{text: `{"name":"a","x":"` + strings.Repeat(`},"a:b:C":{"`+strings.Repeat(" ", 1<<16), 64) + `"}`}
	size := int64(len(text.text))
	_, want := Index(text, size, "")
	sequential := text.read
	text.read = 0
	_, err := Indexer{Workers: 8}.Index(text, size, "")
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("got %v, want %v", err, want)
	}
	if limit := sequential + (partsAhead+2)*int(size); text.read > limit {
		t.Errorf("of %d bytes %d were read, want at most %d", size, text.read, limit)
	}
}

type countingText struct {
	text string
	read int
}

func (c *countingText) ReadAt(p []byte, at int64) (int, error) {
	n, err := strings.NewReader(c.text).ReadAt(p, at)
	c.read += n
	return n, err
}

// The parts of a real schema are as many as wanted, and each ends where the next
// one begins.
func TestRealParts(t *testing.T) {
	t.Parallel()
	const file = "../../../shared/schemas/aws-5.14.0.json.gz"
	if _, err := os.Stat(file); err != nil {
		t.Skip("../shared/schemas is not there")
	}
	text := unzipped(t, file)
	parts := cut(bytes.NewReader(text), int64(len(text)), 8)
	if len(parts) != 8 {
		t.Errorf("got %d parts, want 8", len(parts))
	}
	for i, p := range parts {
		p.scan()
		if last := i == len(parts)-1; p.found == nil || last && p.found.err != nil || !last && p.found.end != p.later[0] {
			t.Errorf("the part at %d does not end where the next one begins: %+v", p.start, p.found)
		}
	}
}

func unzipped(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
