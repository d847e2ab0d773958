package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file checks the snippets in exports of stacks, which `pulumi stack export` writes. Each
// snippet is a program of its own: a file of inputs, and a package block made of its
// descriptor. Findings move to the text of the snippet in the export.

// exportEnding is the ending of exports.
const exportEnding = ".json"

// isExport reports whether a file may be the export of a stack, by its name.
func isExport(p string) bool { return strings.HasSuffix(p, exportEnding) }

// export is what is known about an export.
type export struct {
	source   *syntax.File
	snippets []snippet
	err      error
}

// snippet is one snippet of an export.
type snippet struct{ state.Snippet }

// export reads an export; a snapshot reads each once.
func (s *Snapshot) export(p string) *export {
	if known, ok := s.exports.Load(p); ok {
		return known.(*export)
	}
	e := &export{}
	text, err := s.fsys.ReadFile(p)
	if e.err = err; err == nil {
		e.source = syntax.Unparsed(p, string(text), "")
		e.snippets, e.err = readSnippets(text, s.limit)
	}
	known, _ := s.exports.LoadOrStore(p, e)
	return known.(*export)
}

// DiagnoseExport checks the snippets in the export of a stack. The error is that of the
// context.
func (s *Snapshot) DiagnoseExport(ctx context.Context, p string) ([]analysis.Diagnostic, error) {
	p = disk.Clean(p)
	e, given := s.export(p), s.settings(path.Dir(p))
	var all []analysis.Diagnostic
	for i, one := range e.snippets {
		name := p + "#" + strconv.Itoa(i)
		program := analysis.NewProgram(name, one.files(name), analysis.World{
			Schemas: s.schemas.in(path.Dir(p)), OptIns: given.OptIns(s.policy), Language: languageOf(s.pulumi, &given, stackfile.Project{}, s.session.installed), Each: s.session.workers.each,
		}, nil)
		found, err := program.Diagnostics(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, one.badReferences(p)...)
		for _, d := range found {
			if d.Path == name {
				all = append(all, one.placed(d, p))
			}
		}
	}
	return severe(&analysis.FileFindings{Path: p, Diagnostics: all}, s.policy.Over(given.PolicyFor(p))).Diagnostics, nil
}

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

// badReferences are findings about references that are no URNs. The engine refuses them.
func (s snippet) badReferences(p string) []analysis.Diagnostic {
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

// placed moves a finding about the code to its place in the export.
func (s snippet) placed(d analysis.Diagnostic, p string) analysis.Diagnostic {
	before := d.Path
	d.Path, d.Span = p, inExport(s.Code, d.Span)
	d.Message = "in the snippet `" + s.Name + "`: " + d.Message
	related := d.Related
	d.Related = nil
	for _, r := range related {
		if r.Path == before {
			r.Path, r.Span = p, inExport(s.Code, r.Span)
			d.Related = append(d.Related, r)
		}
	}
	return d
}

// inExport is the place in the export of a part of a text.
func inExport(t state.Text, s syntax.Span) syntax.Span {
	return syntax.Span{Start: t.Place(s.Start), End: t.Place(s.End)}
}

var errSnippetTooLarge = errors.New("its snippets are too large to be checked; raise --max-file-size")

// readSnippets finds the snippets in the text of an export, or of a file in which a backend
// keeps the state of a stack. The limit is that of each snippet; all together are limited as
// the files of a program are.
func readSnippets(text []byte, limit syntax.Limit) ([]snippet, error) {
	size := 0
	found, err := state.Snippets(text, func(code []byte) error {
		size += len(code)
		lines := bytes.Count(code, []byte(`\n`))
		if limit.Allows(len(code), lines) && limit.Times(mostLimits).Allows(size, 0) {
			return nil
		}
		return errSnippetTooLarge
	})
	all := lists.Map(found, func(one state.Snippet) snippet { return snippet{one} })
	return all, err
}
