package schema_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// manyMembers is a schema with several blocks of members, not in order.
func manyMembers(format string, n int) string {
	var resources, types []string
	for i := n - 1; i >= 0; i-- {
		resources = append(resources, fmt.Sprintf(`"a:m%d/r%d:R%d":{"description":"%d"}`, i%7, i, i, i))
		types = append(types, fmt.Sprintf(`"a:t%d/T%d:T%d":{"type":"object"}`, i%3, i, i))
	}
	resources = append(resources, `"odd":{}`, `"a:b:c:d":{}`, `"a:index:X":{}`, `"a::Y":{}`, `"a:Z":{}`, `"a:m1/r1:R1":{"description":"last"}`)
	return fmt.Sprintf(`{"name":"a","version":"1.2.3","description":"about","meta":{"moduleFormat":%q},"resources":{%s},"types":{%s},"provider":{"description":"p"}}`,
		format, strings.Join(resources, ","), strings.Join(types, ","))
}

// answers is what a package says about all its members and some that it has not.
func answers(p *schema.Package) string {
	var b strings.Builder
	fmt.Fprintln(&b, p.Name(), p.Version(), p.Description(), p.Resource("pulumi:providers:a").Description)
	fmt.Fprintln(&b, p.FunctionTokens(), p.TypeTokens())
	for _, m := range p.ListResources() {
		fmt.Fprintln(&b, m, p.FindResource(m.Token), p.FindResource(m.Canonical))
		if r := p.Resource(m.Token); r != nil {
			fmt.Fprintln(&b, r.Token, r.Canonical, r.Description)
		}
	}
	for _, written := range []string{"", "a", "a:m1:R1", "a:m1/other:R1", "a:zzz:Zzz", "0:a:b", "a:X", "a::Z", "a:index:Y"} {
		fmt.Fprintln(&b, written, p.FindResource(written), p.ObjectType(written) != nil)
	}
	return b.String()
}

// A package that is opened by an index says what one says that was scanned, for
// every sort of module format.
func TestIndexed(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"", "(.*)", "(.*)(?:/[^/]*)", "(.*)(?:/[^/]*)|x", "/(.*)", "["} {
		text := manyMembers(format, 300)
		index, err := schema.Index(strings.NewReader(text), int64(len(text)), "some key")
		if err != nil {
			t.Fatal(err)
		}
		p, err := schema.Config{}.OpenIndexed(strings.NewReader(text), int64(len(text)), bytes.NewReader(index), "some key")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := answers(p), answers(open(t, text)); got != want {
			t.Errorf("format %s: got\n%s\nwant\n%s", format, got, want)
		}
		for _, m := range p.ListResources() {
			if got := p.Canonical(m.Token); got != m.Canonical {
				t.Errorf("format %s: %s is listed as %s, and its canonical form is %s", format, m.Token, m.Canonical, got)
			}
			if got := p.FindResource(m.Token); strings.Count(m.Token, ":") == 2 && got.Canonical != m.Canonical {
				t.Errorf("format %s: %s is listed as %s, and found as %s", format, m.Token, m.Canonical, got.Canonical)
			}
		}
		if got := p.Resource("a:m1/r1:R1").Description; got != "last" {
			t.Errorf("of two members with one token the one that says %q counts", got)
		}
		if len(p.ResourceTokens()) != 305 || !slices.IsSorted(p.ResourceTokens()) {
			t.Errorf("format %s: got %d resources", format, len(p.ResourceTokens()))
		}
	}
}

// Nothing that happens to an index changes an answer: either it cannot be opened,
// or the schema is scanned again when the damage shows.
func TestDamagedIndex(t *testing.T) {
	t.Parallel()
	text := manyMembers("(.*)(?:/[^/]*)", 70)
	size := int64(len(text))
	index, err := schema.Index(strings.NewReader(text), size, "key")
	if err != nil {
		t.Fatal(err)
	}
	want := answers(open(t, text))
	opened, rebuilt := 0, 0
	check := func(what string, damaged []byte) {
		var again []byte
		config := schema.Config{Rebuilt: func(index []byte) { again = index }}
		p, err := config.OpenIndexed(strings.NewReader(text), size, bytes.NewReader(damaged), "key")
		if err != nil {
			return
		}
		opened++
		if got := answers(p); got != want {
			t.Fatalf("%s: got\n%s\nwant\n%s", what, got, want)
		}
		if again != nil {
			rebuilt++
			if !bytes.Equal(again, index) {
				t.Fatalf("%s: another index was made", what)
			}
		}
	}
	for at := range index {
		if at > 300 && at%61 != 0 {
			continue
		}
		damaged := bytes.Clone(index)
		damaged[at] ^= 0x41
		check(fmt.Sprintf("byte %d changed", at), damaged)
		check(fmt.Sprintf("cut at byte %d", at), index[:at])
	}
	check("more text", append(bytes.Clone(index), "more"...))
	if opened < 100 || rebuilt < 100 {
		t.Errorf("%d indexes could be opened and %d were made again: the test tests nothing", opened, rebuilt)
	}
}

func TestIndexOfAnotherSchema(t *testing.T) {
	t.Parallel()
	text := manyMembers("", 3)
	size := int64(len(text))
	index, err := schema.Index(strings.NewReader(text), size, "key")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		size  int64
		index string
		key   string
	}{
		{size, string(index), "other"}, {size - 1, string(index), "key"}, {size, "", "key"}, {size, "pclidx", "key"},
		{size, strings.Repeat("\xff", 64), "key"}, {size, string(index[:8]) + strings.Repeat("\xff", 64), "key"},
	} {
		if p, err := (schema.Config{}).OpenIndexed(strings.NewReader(text), test.size, strings.NewReader(test.index), test.key); err == nil {
			t.Errorf("size %d, key %s: opened as %s", test.size, test.key, p.Name())
		}
	}
}

// When neither the index nor the schema can be read any more, nothing is known;
// it must not look as if members were missing.
func TestIndexAndTextGoAway(t *testing.T) {
	t.Parallel()
	text := &vanishing{text: strings.Replace(manyMembers("", 3), `"types":`, `"functions":{"a:m:g":{}},"types":`, 1)}
	size := int64(len(text.text))
	bytesOf, err := schema.Index(text, size, "key")
	if err != nil {
		t.Fatal(err)
	}
	index := &vanishing{text: string(bytesOf)}
	p, err := schema.Config{}.OpenIndexed(text, size, index, "key")
	if err != nil {
		t.Fatal(err)
	}
	text.gone, index.gone = true, true
	if r := p.Resource("a:m1/r1:R1"); r == nil || !r.Unreadable {
		t.Errorf("got %+v", r)
	}
	if f := p.Function("a:m:f"); f == nil || !f.Unreadable {
		t.Errorf("got %+v", f)
	}
	if m := p.FindResource("a:m:Nope"); m.Spelling == schema.NotFound {
		t.Error("of a package that cannot be read it is said what is not in it")
	}
	if got := p.ResourceTokens(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// Looking for a member reads a small part of an index.
func TestIndexIsReadInPieces(t *testing.T) {
	t.Parallel()
	text := manyMembers("(.*)(?:/[^/]*)", 5000)
	size := int64(len(text))
	index, err := schema.Index(strings.NewReader(text), size, "key")
	if err != nil {
		t.Fatal(err)
	}
	read := &counting{r: bytes.NewReader(index)}
	p, err := schema.Config{}.OpenIndexed(strings.NewReader(text), size, read, "key")
	if err != nil {
		t.Fatal(err)
	}
	if p.Resource("a:m3:R3") == nil {
		t.Fatal("a:m3:R3 is not found")
	}
	if read.bytes > len(index)/10 {
		t.Errorf("of an index of %d bytes %d were read", len(index), read.bytes)
	}
}

// counting counts what is read.
type counting struct {
	r     io.ReaderAt
	bytes int
}

func (c *counting) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.r.ReadAt(p, at)
	c.bytes += n
	return n, err
}

// FuzzIndex reads indexes that are nothing like what was kept. None brings a package down;
// what single damaged bytes lead to is in TestDamagedIndex.
func FuzzIndex(f *testing.F) {
	text := manyMembers("(.*)(?:/[^/]*)", 12)
	size := int64(len(text))
	index, err := schema.Index(strings.NewReader(text), size, "key")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(index)
	f.Add(index[:len(index)/2])
	f.Add([]byte{})
	f.Fuzz(func(_ *testing.T, damaged []byte) {
		p, err := schema.Config{}.OpenIndexed(strings.NewReader(text), size, bytes.NewReader(damaged), "key")
		if err == nil {
			answers(p)
		}
	})
}
