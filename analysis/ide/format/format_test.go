package format_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func formatted(text string) string {
	return format.Apply(text, format.Edits(syntax.Parse("main.pp", text, nil)))
}

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "format", func(t *testing.T, f *analysistest.Fixture) {
		for _, path := range f.Paths() {
			f.Check(t, filepath.Base(path), formatted(f.Text(path)))
		}
	})
}

// Texts with white space that fixtures cannot show.
func TestWhiteSpace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", "\n\n  \n", ""},
		{"final line end is added", "a = 1", "a = 1\n"},
		{"blank lines at both ends", "\n\na = 1\n\n\n", "a = 1\n"},
		{"blanks at line ends", "a = 1  \n\t\nb = 2 # x \t\n", "a = 1\n\nb = 2 # x\n"},
		{"windows", "a=1\r\n\r\n\r\nr \"x\" {\r\n}\r\n", "a = 1\r\n\r\nr \"x\" {\r\n}\r\n"},
		{"mixed becomes that of the first line", "a=1\r\nb=2\nc=3\r\n", "a = 1\r\nb = 2\r\nc = 3\r\n"},
		{"a heredoc keeps its line ends", "a=1\r\nb=2\r\nconfig x {\n default = <<E\nx  \nE\n}\n", "a = 1\r\nb = 2\r\nconfig x {\n  default = <<E\nx  \nE\n}\n"},
		{"a heredoc with both is left alone", "config x {\n default = <<E\r\nx\nE\n}\n", "config x {\n default = <<E\r\nx\nE\n}\n"},
		{"byte order mark", "\ufeffa=1\n", "\ufeffa = 1\n"},
		{"a comment alone", "#x  ", "#x\n"},
		{"a comment of several lines", "/* x  \n  y */   \na=1\n", "/* x  \n  y */\na = 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := formatted(test.text); got != test.want {
				t.Errorf("input %q\n got %q\nwant %q", test.text, got, test.want)
			}
		})
	}
}

func TestEditsAreSmall(t *testing.T) {
	t.Parallel()
	text := "a = 1\n\n\n\nb=2\n\nc = 3\n\nd=4\ne=5\n"
	want := []format.Edit{
		{Span: syntax.Span{Start: 6, End: 13}, Text: "\nb = 2\n"},
		{Span: syntax.Span{Start: 21, End: 29}, Text: "d = 4\ne = 5\n"},
	}
	if got := format.Edits(syntax.Parse("main.pp", text, nil)); !slices.Equal(got, want) {
		t.Errorf("input %q\n got %v\nwant %v", text, got, want)
	}
}

// TestAlignmentIsBounded: lines are aligned with a longer one, unless the text would multiply.
func TestAlignmentIsBounded(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("b=2\n", 1000)
	for _, long := range []int{200, 50_000} {
		for _, text := range []string{
			strings.Repeat("a", long) + "=1\n" + lines,
			"a=\"" + strings.Repeat("a", long) + "\" # c\n" + strings.ReplaceAll(lines, "\n", "# c\n"),
		} {
			if got := formatted(text); got == text || len(got) > 300*len(text) || long == 200 && len(got) < 1000*long {
				t.Errorf("a line of %d bytes before 1,000 others: from %d to %d bytes", long, len(text), len(got))
			}
		}
	}
}

// sources returns all PCL texts in testdata: programs, conformance programs, and the syntax
// fixtures, some of them broken.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	root := filepath.Join(analysistest.Repository(t), "testdata")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "node_modules" {
			return fs.SkipDir
		}
		ext := filepath.Ext(path)
		if d.IsDir() || ext != ".pp" && ext != ".txtar" {
			return nil
		}
		data, err := os.ReadFile(path)
		all[path] = string(data)
		return err
	})
	if err != nil || len(all) < 150 {
		t.Fatalf("found %d texts: %v", len(all), err)
	}
	return all
}

// Invariant: formatting twice changes nothing more.
// Invariant: formatting changes white space only.
func TestLaws(t *testing.T) {
	t.Parallel()
	changed := 0
	for path, text := range sources(t) {
		once := formatted(text)
		if twice := formatted(once); twice != once {
			t.Errorf("%s: formatted twice:\n%s", path, cmp.Diff(once, twice))
		}
		if diff := cmp.Diff(words(text), words(once)); diff != "" {
			t.Errorf("%s: other tokens:\n%s", path, diff)
		}
		if once != text {
			changed++
		}
	}
	if changed < 20 {
		t.Errorf("only %d texts were changed: the laws say nothing", changed)
	}
}

// words returns the tokens of the items of a text, including comments but not line endings. It
// reads each item alone, since an open quote in one changes the tokens after it.
func words(text string) []string {
	var all []string
	for _, it := range syntax.Parse("main.pp", text, nil).All() {
		all = append(all, tokens(it.Text)...)
	}
	return all
}

func tokens(text string) []string {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.Pos{Line: 1, Column: 1})
	var all []string
	for _, t := range tokens {
		word := string(t.Bytes)
		if t.Type == hclsyntax.TokenComment {
			word = strings.TrimRight(word, " \t\r\n")
		}
		if strings.TrimSpace(word) == "" {
			continue // blank lines in the rest of an open quote
		}
		if t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenEOF {
			all = append(all, t.Type.String()+" "+word)
		}
	}
	return all
}

// Invariant: an item with syntax errors keeps every byte.
func TestBrokenItemsKeepEveryByte(t *testing.T) {
	t.Parallel()
	broken := 0
	for path, text := range sources(t) {
		f := syntax.Parse("main.pp", text, nil)
		edits := format.Edits(f)
		end := 0
		for _, e := range edits {
			if e.Span.Start < end || e.Span.End < e.Span.Start || e.Span.Start > 0 && text[e.Span.Start-1] != '\n' {
				t.Errorf("%s: edit %v after %d is out of order or begins inside a line", path, e, end)
			}
			end = e.Span.End
		}
		for _, it := range f.All() {
			if len(it.Errors) == 0 {
				continue
			}
			broken++
			for _, e := range edits {
				if e.Span.Start < it.Span().End && it.Base < e.Span.End {
					t.Errorf("%s: edit %v touches the broken item at %v", path, e, it.Span())
				}
			}
		}
	}
	if broken < 20 {
		t.Errorf("only %d broken items were seen", broken)
	}
}

// The meaning of a program does not depend on its layout.
func TestMeaningStays(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	for path, text := range sources(t) {
		if filepath.Ext(path) != ".pp" {
			continue
		}
		if before, after := dump(t, schemas, text), dump(t, schemas, formatted(text)); before != after {
			t.Errorf("%s: other meaning:\n%s", path, cmp.Diff(before, after))
		}
	}
}

// dump returns the meaning of a program, without places.
func dump(t *testing.T, schemas analysis.Schemas, text string) string {
	t.Helper()
	p := analysis.NewProgram("/x", []*syntax.File{syntax.Parse("/x/main.pp", text, nil)}, analysis.World{Schemas: schemas}, nil)
	d, err := analysis.DumpProgram(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Diagnostics {
		d.Diagnostics[i].Range = [2]int{}
		for j := range d.Diagnostics[i].Related {
			d.Diagnostics[i].Related[j].Range = [2]int{}
		}
	}
	for i := range d.Nodes {
		d.Nodes[i].Range = [2]int{}
	}
	slices.SortFunc(d.Expressions, func(a, b analysis.DumpedExpression) int { return strings.Compare(a.Kind+a.Type, b.Kind+b.Type) })
	for i := range d.Expressions {
		d.Expressions[i].Range = [2]int{}
	}
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
