// Package stackfile reads project files (Pulumi.yaml) and stack files
// (Pulumi.STACK.yaml), and checks them against the configs of a program.
//
// A [Project] is what a project file says about programs: where its program and its stack
// files are. A [Set] is the project file and the stack files of one program;
// [Set.Selected] is the configuration that a stack gives the program, [Set.Check] reports
// findings in the files, and [Keys] finds the places to rename a config.
//
// The package does not know which files are open in an editor, or which programs there
// are. Its callers read the stack files; it reads project files itself, from a
// disk.FS.
//
// Why findings are in these files and not at the config blocks: the value is wrong, and
// each stack has its own. Whoever edits a stack file looks at that file.
package stackfile

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file compares files with the configs of a program.
// (docs/language/configs.md#unknown-keys, docs/language/configs.md#values)

// Set is the files that belong to one program.
type Set struct {
	Project *File   // nil if there is none
	Stacks  []*File // by path
}

// Question is what a check needs to know besides the files.
type Question struct {
	// Program is the program that the files belong to. Partial says that some of its
	// files could not be read, so it may have more configs.
	Program *analysis.Program
	Partial bool
	// Told is the stack file whose missing values are already reported at the configs;
	// empty for none.
	Told string
	// Only is the one stack file to check; empty for all.
	Only string
}

// Files are all files of the set.
func (s *Set) Files() []*File {
	if s == nil {
		return nil
	}
	if s.Project == nil {
		return s.Stacks
	}
	return append([]*File{s.Project}, s.Stacks...)
}

// Check gives the findings in each file, in the order of [Set.Files].
func (s *Set) Check(q Question) []*analysis.FileFindings {
	c := checker{set: s, question: q, configs: map[string]analysis.ConfigDeclaration{}}
	if s.Project != nil && s.Project.name != nil {
		c.namespace = s.Project.name.Value
	}
	var declared []analysis.ConfigDeclaration
	declared, c.mayBe = q.Program.Configs()
	for _, config := range declared {
		c.configs[config.Key] = config
		c.order = append(c.order, config.Key)
		c.keys = append(c.keys, config.Key)
	}
	c.readProject()
	var all []*analysis.FileFindings
	for _, f := range s.Files() {
		c.file, c.found = f, nil
		if f.project || q.Only == "" || q.Only == f.Path {
			c.check()
		}
		lists.SortStable(c.found, func(a, b analysis.Diagnostic) int { return a.Span.Start - b.Span.Start })
		all = append(all, &analysis.FileFindings{Path: f.Path, Diagnostics: c.found})
	}
	return all
}

// checker checks one file after the other.
type checker struct {
	set       *Set
	question  Question
	namespace string // of the project; empty if it has none
	configs   map[string]analysis.ConfigDeclaration
	order     []string               // of the configs
	keys      []string               // of the configs, and those that the project file declares
	mayBe     func(name string) bool // whether text of the program that nobody could read may declare a name
	project   map[string]configEntry // what the project file has, by key

	file  *File
	found []analysis.Diagnostic
}

func (c *checker) readProject() {
	c.project = map[string]configEntry{}
	if c.set.Project == nil {
		return
	}
	for _, e := range c.set.Project.entries {
		if e.isOf(c.namespace) {
			c.project[e.name] = e
			if _, known := c.configs[e.name]; !known && e.declares {
				c.order = append(c.order, e.name)
			}
		}
	}
}

func (c *checker) check() {
	for _, f := range c.file.faults {
		c.find(codes.ProjectInvalid, f.span, f.message)
	}
	if c.file.project {
		c.checkProject()
	}
	given := map[string]syntax.Span{}
	for _, e := range c.file.entries {
		if !e.isOf(c.namespace) {
			continue // configuration of a provider
		}
		if _, twice := given[e.name]; twice {
			c.find(codes.ProjectInvalid, e.key, "`"+e.name+"` is set twice, with and without the name of the project; remove one of them")
			continue
		}
		given[e.name] = e.key
		c.checkEntry(e)
	}
	if !c.file.project && len(c.file.faults) == 0 && c.file.Path != c.question.Told {
		c.checkMissing(given)
	}
}

// checkProject looks at what a project must have.
func (c *checker) checkProject() {
	f := c.file
	if len(f.faults) > 0 {
		return
	}
	head := f.line(f.firstLine())
	switch {
	case f.name == nil, f.name.Value == "":
		c.find(codes.ProjectName, head, "this project has no `name`; the engine refuses to run it")
	}
	runtime := f.runtime
	if runtime == nil {
		c.find(codes.ProjectRuntime, head, "this project has no `runtime`; write `runtime: pcl` for .pp programs")
		return
	}
	for _, m := range members(runtime) {
		if m.key.Value == "name" {
			runtime = resolved(m.value)
		}
	}
	if runtime.Value != "pcl" {
		c.find(codes.ProjectRuntime, f.span(runtime), "the .pp files are not part of this project: its runtime is `"+runtime.Value+"`, not `pcl`")
	}
}

// checkEntry compares one value with the config that it is for.
func (c *checker) checkEntry(e configEntry) {
	config, declared := c.configs[e.name]
	switch {
	case !declared && (c.question.Partial || c.mayBe(e.name)):
		return
	case !declared:
		message := "no config of the program has the key `" + e.name + "`"
		near := typesys.Near(e.name, c.keys)
		if near != "" {
			message += "; did you mean `" + near + "`?"
		}
		c.find(codes.ConfigStackUnknown, e.key, message)
		c.found[len(c.found)-1].Subject = near
		return
	case e.node == nil || e.value.Secure:
		return
	case config.Secret:
		c.plainSecret(e, "`"+e.name+"` is secret, but is plain text here", c.declaration(config))
		return
	case c.project[e.name].secret:
		c.plainSecret(e, "`"+e.name+"` is secret in "+c.set.Project.base()+", but is plain text here", nil)
		return
	}
	if _, _, problem := constraint.Parse(e.value.Text, config.Type); problem != nil {
		span := c.file.span(part(e.node, problem.Path))
		if span.Len() == 0 {
			span = e.key
		}
		c.find(codes.ConfigStackValue, span, "`"+e.name+"` is "+c.typeName(config)+", but the value does not fit: "+problem.Error(), c.declaration(config)...)
	}
}

func (c *checker) typeName(config analysis.ConfigDeclaration) string {
	return "of type " + typesys.Short(config.Type, 60)
}

// plainSecret reports a value that is to be encrypted. The place is the value, so that
// whoever shows the text can leave it out.
func (c *checker) plainSecret(e configEntry, message string, related []analysis.Related) {
	span := c.file.span(e.node)
	if span.Len() == 0 {
		return // nothing to hide
	}
	c.find(codes.ConfigStackPlainSecret, span, message+"; set it with `pulumi config set --secret`", related...)
	c.found[len(c.found)-1].Subject = e.name
}

// checkMissing reports the configs that a stack gives no value.
func (c *checker) checkMissing(given map[string]syntax.Span) {
	for _, key := range c.order {
		_, has := given[key]
		at, inProject := c.project[key]
		if has || at.node != nil {
			continue
		}
		config, declared := c.configs[key]
		switch {
		case declared && config.Required:
			c.find(codes.ConfigStackMissing, c.file.home, "`"+key+"` has no value and no default; a run with this stack fails", c.declaration(config)...)
		case inProject:
			declaration := analysis.Related{Path: c.set.Project.Path, Span: at.key, Message: "declared here without a default"}
			c.find(codes.ConfigStackMissing, c.file.home, "`"+key+"`, which "+c.set.Project.base()+" declares, has no value; a run with this stack fails", declaration)
		}
	}
}

func (c *checker) declaration(config analysis.ConfigDeclaration) []analysis.Related {
	return []analysis.Related{{Path: config.Path, Span: config.Span, Message: "`" + config.Name + "` is declared here"}}
}

func (c *checker) find(code codes.Code, span syntax.Span, message string, related ...analysis.Related) {
	message = strings.ToValidUTF8(message, "\uFFFD")
	c.found = append(c.found, analysis.Diagnostic{Path: c.file.Path, Span: span, Code: code, Severity: code.Severity(), Message: message, Related: related}.Legible())
}
