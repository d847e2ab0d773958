package syntax

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// The comment about inputs may stand among the first comments, and says what it says.
func TestPurposeOfInputs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, token, operation, at string }{
		{"# pcl: a:b:C\nx = 1\n", "a:b:C", "", "a:b:C"},
		{"#pcl:a:b:C patch", "a:b:C", "patch", "a:b:C"},
		{"//\t pcl: \ta:b:C\tlist --stateless\r\n", "a:b:C", "list", "a:b:C"},
		{"\uFEFF# license\n\n  # pcl: a:b:C odd\n", "a:b:C", "", "a:b:C"},
		{"# pcl:\nx = 1\n", "", "", ""},
		{"x = 1 # pcl: a:b:C\n", "", "", ""},
		{"x = 1\n# pcl: a:b:C\n", "", "", ""},
		{"# pcl a:b:C\n", "", "", ""},
		{"", "", "", ""},
	} {
		f := Parse("/x/bucket.pcl", test.text, nil)
		it := f.Item(0)
		label := it.Labels[1]
		if f.Count() != 1 || it.Inputs.Token != test.token || string(it.Inputs.Operation) != test.operation || test.text[label.Span.Start:label.Span.End] != test.at || label.Value != test.token {
			t.Errorf("%q: %+v, label %+v", test.text, it.Inputs, label)
		}
		if it.Labels[0].Value != "bucket" || it.Name != "" || it.Block() == nil {
			t.Errorf("%q: %+v", test.text, it)
		}
	}
	given := &Inputs{Token: "x:y:Z", Operation: OperationList}
	it := ParseInputs("a.pcl", "# pcl: a:b:C patch\n", given).Item(0)
	if it.Inputs.Token != "x:y:Z" || it.Inputs.Operation != OperationList || it.Labels[1].Span.Len() > 0 {
		t.Errorf("what is given goes first: %+v", it.Inputs)
	}
}

// A broken entry costs no other entry, and a bracket too many is an error of its own.
func TestBrokenInputs(t *testing.T) {
	t.Parallel()
	it := Parse("a.pcl", "a = 1 +\nb = [1\nc = 3\n}\noptions {\n  protect = tru\"\n}\nd = \"x\nd = 5\n", nil).Item(0)
	var names []string
	for name := range it.Block().Body.Attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "a b c d" || len(it.Block().Body.Blocks) != 1 || len(it.Errors) < 4 {
		t.Errorf("attributes %s, %d blocks, errors %v", got, len(it.Block().Body.Blocks), it.Errors)
	}
}

// An edited file of inputs is the file of the new text, whatever the text is. Reading in front of
// any place of it never fails.
func TestEditedInputs(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"# pcl: a:b:C\n", "x = 1\n", "y = [", "}", "{", "\"", "${", "options {\n", "<<E\n", "E\n", "\n", "é", "\xff", "resource a \"b:c:D\" {\n", " = ", "for x in", "\uFEFF", "/*", "*/"}
	given := &Inputs{Token: "x:y:Z"}
	for range 300 {
		f := ParseInputs("a.pcl", "", given)
		for range 12 {
			start := random.IntN(f.Len() + 1)
			end := min(f.Len(), start+random.IntN(4))
			piece := pieces[random.IntN(len(pieces))]
			want := f.Text()[:start] + piece + f.Text()[end:]
			f = f.Edited(Edit{Span: Span{Start: start, End: end}, Text: piece})
			if f.Text() != want || f.Count() != 1 || f.Item(0).Inputs.Token != given.Token || f.Len() != len(want) {
				t.Fatalf("%q became %q", want, f.Text())
			}
			for _, e := range f.Item(0).Errors {
				if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(want) {
					t.Fatalf("%q: error at %v", want, e.Span)
				}
			}
			c := cursor.ReadBody(want, start, "resource", "a", "b")
			if c.Keyword() != "resource" || strings.Join(c.Labels(), " ") != "a b" {
				t.Fatalf("%q at %d: %q %q", want, start, c.Keyword(), c.Labels())
			}
			_ = c.Isolated(true) + c.CloseAll() + c.CloseEntry() + c.CloseLine() + c.Tail()
		}
	}
}

// A command takes what the comment may say.
func TestInputsFor(t *testing.T) {
	t.Parallel()
	in, err := InputsFor(" a:b:C  patch --stateless ")
	if err != nil || in.Token != "a:b:C" || in.Operation != OperationPatch || !in.Stateless {
		t.Errorf("got %+v, %v", in, err)
	}
	for _, text := range []string{"", " ", "a:b:C now"} {
		if _, err := InputsFor(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
