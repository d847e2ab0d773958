package complete_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFilePaths: paths are offered where a function reads a file, and directories where a
// component is expected.
func TestFilePaths(t *testing.T) {
	t.Parallel()
	names := func(dir string) []analysis.FileName {
		switch dir {
		case "./":
			return []analysis.FileName{{Name: "files", IsDir: true}, {Name: "a \"b\".txt"}}
		case "./files/":
			return []analysis.FileName{{Name: "motto.txt"}}
		}
		return nil
	}
	for _, test := range []struct{ text, want string }{
		{`x = readFile("$0")`, `./a "b".txt > "./a \"b\".txt"; ./files/ > "./files/"`},
		{`x = fileAsset("./files/mo$0")`, `./files/motto.txt > "./files/motto.txt"`},
		{`x = toJSON("./$0")`, ``},
		{`component c "./$0" {}`, `./files > "./files"`},
		{`component c "$0`, `./files > "./files"`},
	} {
		text, offsets := analysistest.TakeCursors(test.text)
		p := analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}, analysis.World{Names: names}, nil)
		list, err := complete.At(context.Background(), p, "/p/main.pp", offsets[0])
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range list.Items {
			got = append(got, fmt.Sprintf("%s > \"%s\"", item.Label, strings.Trim(item.Plain, `"`)))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

// TestManyNames: in a large program the near names are offered, and those that match the typed
// text.
func TestManyNames(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "name%d = %d\n", i, i)
	}
	for typed, want := range map[string][]string{"": {"name2999", "name2950"}, "name17": {"name17", "name1700"}} {
		all := text.String() + "last = " + typed
		p := analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", all, nil)}, analysis.World{}, nil)
		list, err := complete.At(context.Background(), p, "/p/main.pp", len(all))
		if err != nil {
			t.Fatal(err)
		}
		if !list.Incomplete || len(list.Items) > 1000 {
			t.Errorf("%q: %d items, incomplete: %v", typed, len(list.Items), list.Incomplete)
		}
		offered := map[string]bool{}
		for _, item := range list.Items {
			offered[item.Label] = true
		}
		for _, name := range want {
			if !offered[name] {
				t.Errorf("%q: %s is not offered", typed, name)
			}
		}
	}
}

// TestStackKeys: the keys of the selected stack are offered as names of configs.
func TestStackKeys(t *testing.T) {
	t.Parallel()
	stack := &analysis.Stack{Name: "dev", Values: map[string]analysis.StackValue{"size": {Text: "1"}, "zone": {Text: "a"}, "a b": {Text: "c"}}}
	for text, want := range map[string]string{
		"config size int {}\nconfig ": "zone value in stack dev",
		"x = size\nconfig \"":         "size used but not declared; zone value in stack dev",
		"resource ":                   "",
	} {
		p := analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}, analysis.World{Stack: stack}, nil)
		list, err := complete.At(context.Background(), p, "/p/main.pp", len(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range list.Items {
			got = append(got, item.Label+" "+item.Detail)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
