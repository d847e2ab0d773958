package hover_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// hoverIn is the text of the hover at the first place of a text in a program of a world.
func hoverIn(t *testing.T, world analysis.World, text, at string) string {
	t.Helper()
	world.Schemas = analysistest.RepositorySchemas(t)
	p := analysis.NewProgram("/p", []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}, world, nil)
	offset := strings.Index(text, at)
	if offset < 0 {
		t.Fatalf("there is no %q", at)
	}
	h, err := hover.At(context.Background(), p, "/p/main.pp", offset+1)
	if err != nil || h == nil {
		t.Fatal(err, h)
	}
	return h.Text
}

// What is known of a file is told where its path is written, and at the function that reads it.
func TestFiles(t *testing.T) {
	t.Parallel()
	const text = `a = fileAsset("./a.txt")
b = fileArchive("./dir")
c = readFile("gone.txt")
d = fileAsset("./large.bin")
e = stringAsset("./a.txt")
`
	world := analysis.World{
		File: func(path string) analysis.File {
			kinds := map[string]analysis.FileKind{"./a.txt": analysis.FileRegular, "./large.bin": analysis.FileRegular, "./dir": analysis.FileDirectory}
			if kind, known := kinds[path]; known {
				return analysis.File{Kind: kind}
			}
			return analysis.File{Kind: analysis.FileAbsent}
		},
		Content: func(path string) (analysis.FileContent, bool) {
			if path == "./large.bin" {
				return analysis.FileContent{Size: 3 << 30}, true
			}
			return analysis.FileContent{Size: 3, SHA256: "ba78"}, true
		},
	}
	const known = "`./a.txt` has 3 bytes · SHA-256 `ba78`"
	for at, want := range map[string]string{
		`"./a.txt`: known, `fileAsset("./a`: known, `"./dir`: "`./dir` is a directory.", `"gone.txt`: "Nothing is at `gone.txt`.",
		`"./large`: "`./large.bin` has 3072.0 MiB",
	} {
		if got := hoverIn(t, world, text, at); !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant %s", at, got, want)
		}
	}
	if got := hoverIn(t, world, text, `stringAsset`); strings.Contains(got, "SHA") {
		t.Errorf("a text is no path:\n%s", got)
	}
}

// The URN of a resource is told as far as the program says it.
func TestURN(t *testing.T) {
	t.Parallel()
	const text = `resource plain "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}
resource named "cloudy:net:Network" {
  __logicalName = "other"
  options {
    parent = plain
  }
}
resource several "cloudy:net/network:Network" {
  options {
    range = 2
  }
}
resource below "cloudy:net/network:Network" {
  options {
    parent = several[0]
  }
}
resource circle "cloudy:net/network:Network" {
  options {
    parent = circle
  }
}
`
	world := analysis.World{Stack: &analysis.Stack{Name: "dev", Project: "shop"}}
	for at, want := range map[string]string{
		"plain":   "URN `urn:pulumi:dev::shop::cloudy:net/network:Network::plain`",
		"named":   "URN `urn:pulumi:dev::shop::cloudy:net/network:Network$cloudy:net/network:Network::other`",
		"several": "", "below": "", "circle": "",
	} {
		got := hoverIn(t, world, text, at)
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "URN") {
			t.Errorf("%s: got\n%s\nwant %q", at, got, want)
		}
	}
	if got := hoverIn(t, analysis.World{}, text, "plain"); strings.Contains(got, "URN") {
		t.Errorf("no stack is selected:\n%s", got)
	}
}

// The URN that an alias stands for is told as far as the program says it.
func TestFormerURN(t *testing.T) {
	t.Parallel()
	const text = `resource plain "cloudy:net/network:Network" {
  options {
    aliases = [{ name = "first" }, { type = "cloudy:net:Old" }, { name = "third", parent = renamed }]
  }
}
resource renamed "cloudy:net:Network" {
  options {
    aliases = [{ parent = plain }]
  }
}
resource child "cloudy:net:Network" {
  options {
    parent  = above
    aliases = [{ name = "fourth" }, { noParent = true }, { name = "fifth", noParent = true, parent = above }]
  }
}
resource above "cloudy:net:Network" {
}
resource several "cloudy:net:Network" {
  options {
    range   = 2
    aliases = [{ name = "sixth" }, { parent = above }]
  }
}
`
	world := analysis.World{Stack: &analysis.Stack{Name: "dev", Project: "shop"}}
	const network = "cloudy:net/network:Network"
	for at, want := range map[string]string{
		`"first"`:            network + "::first",
		`type = `:            "cloudy:net:Old::plain",
		`"third"`:            "", // the parent may have been found by its alias
		`name = "fourth"`:    network + "$" + network + "::fourth",
		`noParent = true }`:  network + "::child",
		`"fifth"`:            network + "$" + network + "::fifth",
		`name = "sixth"`:     network + "::sixth",
		`{ parent = above }`: "", // each instance has another name
	} {
		got := hoverIn(t, world, text, at)
		if want != "" {
			want = "Stands for `urn:pulumi:dev::shop::" + want + "`"
		}
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "Stands for") {
			t.Errorf("%s: got\n%s\nwant %q", at, got, want)
		}
	}
	if got := hoverIn(t, analysis.World{}, text, `"first"`); strings.Contains(got, "Stands for") {
		t.Errorf("no stack is selected:\n%s", got)
	}
}
