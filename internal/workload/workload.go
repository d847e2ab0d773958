// Package workload generates programs for benchmarks and stress tests of the checker: of
// any size, without findings, and with places to edit.
//
// It is a pure function from a Config to texts. It does not know the checker or the protocol.
//
// A place is a few characters inside a property, with texts to put there. Each text has the number of findings that the
// program then has, by construction, so the author of an edit knows which result to wait for.
//
// Invariant: the texts of a place have no line break, every place is alone on its line, and the text before it is
// ASCII. So edits of other places do not move it, and its line and column are the same in every encoding.
//
// Invariant: with the first text in every place, the program has no findings.
//
// **Why** templates with marks instead of functions that print: the measured program is readable as a program.
package workload

import (
	"embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Kind is what programs are made of.
type Kind string

// The kinds of workloads.
const (
	// Simple are resources with a few flat strings.
	Simple Kind = "simple"
	// Nested are resources with objects in lists in objects, for expressions and templates.
	Nested Kind = "nested"
	// Chained are locals and resources that each refer to the one before. The only
	// place is the first local, which all others depend on.
	Chained Kind = "chained"
	// AWS are resources of the real aws package with their usual properties: a small service in a network of
	// its own, as programs have many.
	AWS Kind = "aws"
	// ChainedAWS is Chained with resources of the real aws package.
	ChainedAWS Kind = "chained-aws"
)

// Config says what to generate. Zero numbers mean 1.
type Config struct {
	Kind Kind
	// Resources is how many resources there are in all programs together; in a
	// chain it counts its locals too, and an odd one out is left away.
	Resources int
	// Programs is over how many directories the resources are distributed. A single
	// program has no directory of its own.
	Programs int
	// Files is over how many files each program is distributed.
	Files int
	// Wrong says that every so many places have their second text for good, with its finding. They cannot be edited. Zero means none.
	Wrong int
	// Seed decides on names and values.
	Seed uint64
}

// Workload is what was generated.
type Workload struct {
	Files    map[string]string // texts by path, which is relative and has slashes
	Places   []Place           // where to edit, by path and line
	Findings int               // number of findings that the programs have before any edit
}

// Paths are the paths of the files, sorted.
func (w *Workload) Paths() []string { return slices.Sorted(maps.Keys(w.Files)) }

// Lines is how many lines the files have together.
func (w *Workload) Lines() int {
	n := 0
	for _, text := range w.Files {
		n += strings.Count(text, "\n")
	}
	return n
}

// Place is where an item can be edited. Lines and columns count from zero.
type Place struct {
	Path   string
	Offset int // byte at which the first text begins in the generated file
	// Position is where that is, which no edit at another place changes.
	Position
	// First and Last are the lines of the item around the place.
	First, Last  int
	Texts        []Text   // what can stand there. The generated file has the first.
	Reference    Position // where the same item mentions another one, if HasReference
	HasReference bool
}

// Position is a line and a column.
type Position struct{ Line, Column int }

// Text is one of the texts of a place, with the findings that the program has because of it.
type Text struct {
	Text   string
	Own    int // number of findings in the item of the place
	Others int // number of findings in the items that depend on it
}

// Generate makes a workload.
func Generate(c Config) *Workload {
	c.Resources, c.Programs, c.Files = max(c.Resources, 1), max(c.Programs, 1), max(c.Files, 1)
	w := &Workload{Files: map[string]string{}}
	random := rand.New(rand.NewPCG(c.Seed, 1))
	for p := range c.Programs {
		dir := ""
		if c.Programs > 1 {
			dir = fmt.Sprintf("p%04d/", p)
		}
		c.program(w, dir, share(c.Resources, c.Programs, p), random)
	}
	return w
}

// share is how many of n the i-th of so many parts gets.
func share(n, parts, i int) int { return n*(i+1)/parts - n*i/parts }

func (c Config) program(w *Workload, dir string, resources int, random *rand.Rand) {
	next, seen := newSource(c.Kind, resources, random), 0
	for f := range c.Files {
		path := dir + "main.pp"
		if f > 0 {
			path = fmt.Sprintf("%spart%03d.pp", dir, f)
		}
		file := writer{path: path, wrong: c.Wrong, seen: seen}
		for range share(resources, c.Files, f) {
			for _, item := range next() {
				file.item(item)
			}
		}
		w.Files[path] = file.text.String()
		w.Places = append(w.Places, file.places...)
		w.Findings, seen = w.Findings+file.findings, file.seen
	}
}

// newSource returns what gives the items of one resource after another.
func newSource(k Kind, resources int, random *rand.Rand) func() []item {
	all := templates(string(k))
	if k == Chained || k == ChainedAWS {
		return chain(all, resources)
	}
	return fromTemplates(all, random)
}

// Language is a language of programs that declare resources.
type Language struct {
	ID        string // what editors call the language
	File      string // name of the file of a program
	head      string // at the top of the file
	templates string // file of templates, which have one place in each resource
}

// Nobody begins the wrong text of each place. With a number after it, it is the name that the finding mentions.
const Nobody = "nobody"

// The languages. The wrong texts of PCL and Terraform refer to something that is not declared; only the names in count and its
// like are judged without a schema of the provider of Terraform. Those of Pulumi YAML are options that do not exist, because
// references are plain text to tools for YAML.
var (
	PCL        = Language{ID: "pcl", File: "main.pp", templates: "pcl"}
	Terraform  = Language{ID: "terraform", File: "main.tf", templates: "terraform"}
	PulumiYAML = Language{ID: "yaml", File: "Pulumi.yaml", head: yamlHead, templates: "pulumi-yaml"}
)

// yamlHead leads the server for YAML to a schema of such programs.
const yamlHead = `# yaml-language-server: $schema=` + YAMLSchemaFile + `
name: service
runtime: yaml
resources:`

// Translated makes a program in a language. Programs with the same number of resources have the same ones in each.
func Translated(l Language, resources int) *Workload {
	file := writer{path: l.File}
	if l.head != "" {
		file.item(item{text: l.head})
	}
	next := fromTemplates(templates(l.templates), rand.New(rand.NewPCG(0, 1)))
	for range resources {
		for _, item := range next() {
			file.item(item)
		}
	}
	return &Workload{Files: map[string]string{l.File: strings.TrimSuffix(file.text.String(), "\n")}, Places: file.places}
}

//go:embed templates yard-1.0.0.json pulumi-yaml.json
var files embed.FS

// SchemaFile is the name of the file that Schema belongs in.
const SchemaFile = "yard-1.0.0.json"

// Schema is the schema of the package whose resources Simple, Nested and Chained
// declare. It serves where no aws schema is.
func Schema() []byte { return read(SchemaFile) }

// YAMLSchemaFile is the name of the file that YAMLSchema belongs in, beside the program.
const YAMLSchemaFile = "pulumi-yaml.json"

// YAMLSchema is a JSON schema of programs in Pulumi YAML. It knows their structure, and nothing of the properties of resources.
func YAMLSchema() []byte { return read(YAMLSchemaFile) }

// templates are those of a file, with lines of three dashes between them.
func templates(name string) []string {
	return strings.Split(string(read("templates/"+name+".txt")), "---\n")
}

func read(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
