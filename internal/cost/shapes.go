package cost

import (
	_ "embed" // for the shapes
	"fmt"
	"math"
	"path"
	"strings"
	"sync/atomic"
	"text/template"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"
)

// This file reads the shapes and writes their programs.

// Shape is a kind of program.
type Shape struct {
	Name string
	// Compared is how many other things one is compared with at most, and Limit says which limit that is. For smaller n,
	// work may be quadratic.
	Compared int
	Limit    string
	Open     bool   // all files are open, not the main file alone
	Folder   string // the format of the names of folders; empty where the directory of the main file is the only one

	files []file
}

// file is a file of a shape, or one for each number below n. The first file of a shape is its main file.
type file struct {
	name, text *template.Template
	isRepeated bool
}

// quadratic is the largest exponent before a limit is reached.
const quadratic = 2.3

// Main is the path of the main file.
const Main = "main.pp"

// Old and New are the paths of two versions of a schema, which shapes may have.
const (
	Old = "schemas/pen-1.0.0.json"
	New = "schemas/pen-2.0.0.json"
)

// State is the path of the state of a stack, which settings may name.
const State = "state.json"

//go:embed shapes.txtar
var shapes []byte

//go:embed wide.txtar
var wide []byte

// Shapes are those of all tests. The server has those of Wide too.
var Shapes, Wide = readShapes(shapes), readShapes(wide)

// Text is the main file of a program.
func (s Shape) Text(n int) string { return written(s.files[0].text, n, 0) }

// Files are the files of a program, by path.
func (s Shape) Files(n int) map[string]string {
	files := map[string]string{}
	for _, f := range s.files {
		count := 1
		if f.isRepeated {
			count = n
		}
		for i := range count {
			files[written(f.name, n, i)] = written(f.text, n, i)
		}
	}
	return files
}

// Folders are the folders of the workspace, in the directory of the main file.
func (s Shape) Folders(n int) []string {
	if s.Folder == "" {
		return []string{""}
	}
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(s.Folder, i))
	}
	return all
}

func written(t *template.Template, n, i int) string {
	var b strings.Builder
	if err := t.Execute(&b, struct{ N, I int }{n, i}); err != nil {
		panic(err)
	}
	return b.String()
}

// used counts programs with types of their own: the checker remembers the common types of some that it has seen.
var used atomic.Int32

var functions = template.FuncMap{
	"add":    func(a, b int) int { return a + b },
	"mul":    func(a, b int) int { return a * b },
	"div":    func(a, b int) int { return a / b },
	"mod":    func(a, b int) int { return a % b },
	"sqrt":   func(n int) int { return int(math.Sqrt(float64(n))) },
	"repeat": strings.Repeat,
	"own":    func() string { return fmt.Sprintf("%06d", used.Add(1)) },
}

func readShapes(text []byte) []Shape {
	var all []Shape
	for _, part := range txtar.Parse(text).Files {
		isFile := strings.Contains(part.Name, ".")
		if !isFile {
			all = append(all, Shape{Name: part.Name})
		}
		s := &all[len(all)-1]
		if isFile {
			s.files = append(s.files, readFile(part))
		} else if err := yaml.Unmarshal(part.Data, s); err != nil {
			panic(err)
		}
	}
	return all
}

func readFile(part txtar.File) file {
	text := string(part.Data)
	if path.Ext(part.Name) == ".json" {
		text = strings.TrimSuffix(text, "\n")
	}
	parse := func(text string) *template.Template {
		return template.Must(template.New(part.Name).Funcs(functions).Parse(text))
	}
	return file{parse(part.Name), parse(text), strings.Contains(part.Name, ".I")}
}
