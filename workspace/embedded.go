package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/fences"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file checks programs that stand in other files, each by itself: the snippets in exports of stacks, which `pulumi stack export`
// writes, the code blocks in Markdown, and those in the descriptions of package schemas. Findings move to their places in these files.
// It also answers questions about open Markdown documents.

const exportEnding = ".json"

// IsMarkdown reports whether a file is Markdown, by its name.
func IsMarkdown(p string) bool {
	return strings.HasSuffix(p, ".md") || strings.HasSuffix(p, ".markdown")
}

// mayEmbed reports whether programs may stand in a file that is none, by its name.
func mayEmbed(p string) bool { return strings.HasSuffix(p, exportEnding) || IsMarkdown(p) }

// Embedding is what is known about such a file.
type Embedding struct {
	source   *syntax.File
	programs []embedded
	isProse  bool // it is Markdown, or a package schema
	err      error
}

// embedded is a program that stands in another file.
type embedded interface {
	// files are those of the program. The first has the name.
	files(name string) []*syntax.File
	// general are findings about the program as a whole.
	general(in string) []analysis.Diagnostic
	// placed moves a finding about the first file to its place in the file around it.
	placed(d analysis.Diagnostic) analysis.Diagnostic
}

// embedding reads such a file; a snapshot reads each once.
func (s *Snapshot) embedding(p string) *Embedding {
	if known, ok := s.embeddings.Load(p); ok {
		return known.(*Embedding)
	}
	e := &Embedding{}
	if o := s.overlays.at(p); o.blocks != nil {
		e.programs, e.err = codeIn(o.file().Text(), s.limit)
	} else if text, err := s.fsys.ReadFile(p); err != nil {
		e.err = err
	} else {
		e = s.session.options.Embedded(p, text, s.limit)
		e.source = syntax.Unparsed(p, string(text), "")
	}
	known, _ := s.embeddings.LoadOrStore(p, e)
	return known.(*Embedding)
}

// Embedded reads such a file. The limit is that of one program; all together are limited as the files of a program are.
func Embedded(path string, text []byte, limit syntax.Limit) *Embedding {
	e := &Embedding{isProse: IsMarkdown(path)}
	if e.isProse {
		e.programs, e.err = codeIn(string(text), limit)
		return e
	}
	if e.programs, e.err = readSnippets(text, limit); e.err != nil {
		if all, isSchema, err := state.Descriptions(text); isSchema {
			e.programs, e.isProse, e.err = examplesIn(all), true, err
		}
	}
	return e
}

// DiagnoseEmbedded checks the programs in the export of a stack, in Markdown or in a package schema. The error is that of the context.
func (s *Snapshot) DiagnoseEmbedded(ctx context.Context, p string) ([]analysis.Diagnostic, error) {
	p = disk.Clean(p)
	given, world, programs := s.settings(dirOf(p)), s.around(p), s.embedding(p).programs
	if given.Excludes(p) {
		return nil, ctx.Err()
	}
	found, errs := make([][]analysis.Diagnostic, len(programs)), make([]error, len(programs))
	diagnose := func(one embedded) ([]analysis.Diagnostic, error) {
		return analysis.NewProgram(p, one.files(p), world, nil).Diagnostics(ctx)
	}
	known := s.overlays.at(p).blocks // of an open document, which is Markdown
	key := func(i int) block { return block{world.Schemas, world.OptIns, world.Language, programs[i].(code).text} }
	s.Each(len(programs), func(i int) {
		if known == nil {
			found[i], errs[i] = diagnose(programs[i])
		} else {
			found[i], errs[i] = known.find(key(i), func(text string) ([]analysis.Diagnostic, error) { return diagnose(code{text: text}) })
		}
		found[i] = slices.Concat(programs[i].general(p), placed(programs[i], found[i], p))
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if known != nil {
		known.keep(len(programs), key)
	}
	all := &analysis.FileFindings{Path: p, Diagnostics: slices.Concat(found...)}
	return mostSevere(severe(all, s.policy.Over(given.PolicyFor(p)))).Diagnostics, nil
}

// around is what the programs in a file know of the world: packages and the language, but no other files.
func (s *Snapshot) around(p string) analysis.World {
	given := s.settings(dirOf(p))
	return analysis.World{
		Schemas: s.schemas.in(dirOf(p)), OptIns: given.OptIns(s.policy), Language: languageOf(s.pulumi, &given, stackfile.Project{}, s.session.options.Installed),
	}
}

// placed moves the findings about the first file of a program to their places in the file p around it.
func placed(one embedded, found []analysis.Diagnostic, p string) (all []analysis.Diagnostic) {
	for _, d := range found {
		if d.Path != p {
			continue
		}
		related := d.Related
		d.Related = nil
		for _, r := range related {
			if r.Path == p {
				r.Span = one.placed(analysis.Diagnostic{Span: r.Span}).Span
				d.Related = append(d.Related, r)
			}
		}
		all = append(all, one.placed(d))
	}
	return all
}

// code is a code block in Markdown.
type code struct {
	text  string
	start int // in the file
}

func (c code) files(name string) []*syntax.File {
	return []*syntax.File{syntax.Parse(name, c.text, nil)}
}

func (code) general(string) []analysis.Diagnostic { return nil }

func (c code) placed(d analysis.Diagnostic) analysis.Diagnostic {
	d.Span = d.Span.Shift(c.start)
	return d
}

// codeIn are the blocks of PCL in the text of a Markdown file, which are limited as the files of a program are.
func codeIn(text string, limit syntax.Limit) (all []embedded, err error) {
	if !limit.Times(mostLimits).Allows(len(text), 0) {
		return nil, errors.New("it is too large to be checked; raise --max-file-size")
	}
	for _, b := range fences.In(text) {
		if b.IsPCL() {
			all = append(all, code{text[b.Start:b.End], b.Start})
		}
	}
	return all, nil
}

// example is a code block in the description of a member of a package schema.
type example struct {
	code
	of   string
	text state.Text
}

func (e example) placed(d analysis.Diagnostic) analysis.Diagnostic {
	d.Span = inExport(e.text, e.code.placed(d).Span)
	d.Message = "in an example of `" + e.of + "`: " + d.Message
	return d
}

// examplesIn are the blocks of PCL in descriptions.
func examplesIn(all []state.Description) (examples []embedded) {
	for _, d := range all {
		text := d.Text.String()
		for _, b := range fences.In(text) {
			if b.IsPCL() {
				examples = append(examples, example{code{text[b.Start:b.End], b.Start}, d.Of, d.Text})
			}
		}
	}
	return examples
}

// snippet is one snippet of an export: the text of a file of inputs, and the package that its descriptor names.
type snippet struct{ state.Snippet }

// files are the program that a snippet is: its code, and the package that its descriptor names.
func (s snippet) files(name string) []*syntax.File {
	in := &syntax.Inputs{Token: s.Type, Snippet: true, Name: s.Name}
	in.References = slices.Sorted(maps.Keys(s.References))
	files := []*syntax.File{syntax.ParseInputs(name, s.Code.String(), in)}
	if s.Descriptor.Name != "" {
		files = append(files, syntax.Parse(name+"/package", s.packageBlock(), nil))
	}
	return files
}

// general are findings about references that are no URNs. The engine refuses them.
func (s snippet) general(p string) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(s.References)) {
		text := s.References[name]
		if _, err := urn.Parse(text.String()); err != nil {
			found = append(found, analysis.Diagnostic{
				Path: p, Span: inExport(text, syntax.Span{Start: err.Start, End: err.End}), Code: codes.URNMalformed, Severity: codes.URNMalformed.Severity(),
				Message: "in the snippet `" + s.Name + "`: the reference `" + name + "` is no URN: " + err.Error(),
			})
		}
	}
	return found
}

// packageBlock writes the descriptor as a program would.
func (s snippet) packageBlock() string {
	var b strings.Builder
	set := func(indent, name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s%s = %s\n", indent, name, strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(value)))
		}
	}
	b.WriteString("package {\n")
	set("  ", "baseProviderName", s.Descriptor.Name)
	set("  ", "baseProviderVersion", s.Descriptor.Version)
	set("  ", "baseProviderDownloadUrl", s.Descriptor.DownloadURL)
	if p := s.Descriptor.Parameterization; p.Name != "" {
		b.WriteString("  parameterization {\n")
		set("    ", "name", p.Name)
		set("    ", "version", p.Version)
		set("    ", "value", p.Value)
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func (s snippet) placed(d analysis.Diagnostic) analysis.Diagnostic {
	d.Span = inExport(s.Code, d.Span)
	d.Message = "in the snippet `" + s.Name + "`: " + d.Message
	return d
}

func inExport(t state.Text, s syntax.Span) syntax.Span {
	return syntax.Span{Start: t.Place(s.Start), End: t.Place(s.End)}
}

var errSnippetTooLarge = errors.New("its snippets are too large to be checked; raise --max-file-size")

// readSnippets finds the snippets in the text of an export, or of a file in which a backend
// keeps the state of a stack. The limit is that of each snippet; all together are limited as
// the files of a program are.
func readSnippets(text []byte, limit syntax.Limit) ([]embedded, error) {
	size := 0
	found, err := state.Snippets(text, func(code []byte) error {
		size += len(code)
		lines := bytes.Count(code, []byte(`\n`))
		if limit.Allows(len(code), lines) && limit.Times(mostLimits).Allows(size, 0) {
			return nil
		}
		return errSnippetTooLarge
	})
	all := lists.Map(found, func(one state.Snippet) embedded { return snippet{one} })
	return all, err
}

// IsPage reports whether a document is open and Markdown.
func (s *Snapshot) IsPage(p string) bool { return s.overlays.at(disk.Clean(p)).blocks != nil }

// Page are the findings in an open Markdown document as the editor has it, the same as those of a check of the file. It is false for other files. The error
// is that of the context.
func (s *Snapshot) Page(ctx context.Context, p string) (FileReport, bool, error) {
	if !s.IsPage(p) {
		return FileReport{}, false, nil
	}
	p = disk.Clean(p)
	found, err := s.DiagnoseEmbedded(ctx, p)
	return FileReport{&analysis.FileFindings{Path: p, Diagnostics: found}, s.overlays.at(p).file()}, true, err
}

// Block is the program in the block of PCL at an offset of an open Markdown document; nil elsewhere. Its file has the path of the document, and its text up
// to the end of the block, with spaces for all that stands before the block. So a place in the program is the same place in the document.
func (s *Snapshot) Block(p string, offset int) *analysis.Program {
	if !s.IsPage(p) {
		return nil
	}
	p = disk.Clean(p)
	source := s.overlays.at(p).file()
	for _, one := range s.embedding(p).programs {
		c := one.(code)
		end := c.start + len(c.text)
		if offset < c.start || offset > end || offset == end && end < source.Len() {
			continue
		}
		text := []byte(source.Slice(syntax.Span{End: end}))
		for i, b := range text[:c.start] {
			if b != '\n' && b != '\r' {
				text[i] = ' '
			}
		}
		return analysis.NewProgram(p, []*syntax.File{syntax.Parse(p, string(text), nil)}, s.around(p), nil)
	}
	return nil
}
