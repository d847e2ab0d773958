package workspace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
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

// snippet is one snippet of an export. The names of its members are those of the file.
type snippet struct {
	Name, Type string
	Code       exactText
	Descriptor struct {
		Name, Version, DownloadURL string
		Parameterization           *struct{ Name, Version, Value string }
	}
	References map[string]exactText
}

// exactText is a text in an export, with the place of each of its bytes.
type exactText struct {
	text   string
	places []int // of each byte in the file, and of the closing quote
}

// export reads an export; a snapshot reads each once.
func (s *Snapshot) export(p string) *export {
	if known, ok := s.exports.Load(p); ok {
		return known.(*export)
	}
	e := &export{}
	text, err := s.fsys.ReadFile(p)
	if e.err = err; err == nil {
		e.source = syntax.Unparsed(p, string(text), "")
		e.snippets, e.err = readExport(text, s.limit)
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
			Schemas: s.schemas.in(path.Dir(p)), OptIns: given.OptIns(s.policy), Each: s.session.workers.each,
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
	files := []*syntax.File{syntax.ParseInputs(name, s.Code.text, in)}
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
		if _, err := urn.Parse(text.text); err != nil {
			found = append(found, analysis.Diagnostic{
				Path: p, Span: text.place(syntax.Span{Start: err.Start, End: err.End}), Code: codes.URNMalformed, Severity: codes.URNMalformed.Severity(),
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
	if p := s.Descriptor.Parameterization; p != nil {
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
	d.Path, d.Span = p, s.Code.place(d.Span)
	d.Message = "in the snippet `" + s.Name + "`: " + d.Message
	related := d.Related
	d.Related = nil
	for _, r := range related {
		if r.Path == before {
			r.Path, r.Span = p, s.Code.place(r.Span)
			d.Related = append(d.Related, r)
		}
	}
	return d
}

// place is the place in the file of a part of the text.
func (t exactText) place(s syntax.Span) syntax.Span {
	last := len(t.places) - 1
	if last < 0 {
		return syntax.Span{}
	}
	return syntax.Span{Start: t.places[min(s.Start, last)], End: t.places[min(s.End, last)]}
}

// readExport finds the snippets in the text of an export, or of a file in which a backend
// keeps the state of a stack. The limit is that of each snippet; all together are limited as
// the files of a program are.
func readExport(text []byte, limit syntax.Limit) ([]snippet, error) {
	r := exportReader{decoder: json.NewDecoder(bytes.NewReader(text)), text: text, limit: limit}
	err := r.stack()
	switch {
	case errors.Is(err, errSnippetTooLarge):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("not the export of a stack: %w", err)
	}
	return r.found, nil
}

// exportReader reads the members of an export in order and skips those that matter to others.
type exportReader struct {
	decoder *json.Decoder
	text    []byte
	limit   syntax.Limit
	code    int // bytes so far
	found   []snippet
}

var errSnippetTooLarge = errors.New("its snippets are too large to be checked; raise --max-file-size")

// fits reports whether code in the text may be read.
func (r *exportReader) fits(code syntax.Span) bool {
	r.code += code.Len()
	lines := bytes.Count(r.text[code.Start:code.End], []byte(`\n`))
	return r.limit.Allows(code.Len(), lines) && r.limit.Times(mostLimits).Allows(r.code, 0)
}

// members reads an object. The function reads the value of each member.
func (r *exportReader) members(member func(name string) error) error {
	if err := r.open('{'); err != nil {
		return err
	}
	for r.decoder.More() {
		name, err := r.decoder.Token()
		if err != nil {
			return err
		}
		if err := member(name.(string)); err != nil { // a decoder gives strings for names
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

func (r *exportReader) open(bracket json.Delim) error {
	t, err := r.decoder.Token()
	if err == nil && t != bracket {
		err = fmt.Errorf("there is no %v before offset %d", bracket, r.decoder.InputOffset())
	}
	return err
}

// skip reads a value and returns where it stands.
func (r *exportReader) skip() (syntax.Span, error) {
	var raw json.RawMessage
	err := r.decoder.Decode(&raw)
	end := int(r.decoder.InputOffset())
	return syntax.Span{Start: end - len(raw), End: end}, err
}

func (r *exportReader) stack() error {
	return r.members(func(name string) error {
		switch name {
		case "deployment", "checkpoint", "latest":
			return r.stack()
		case "snippets":
			return r.snippets()
		}
		_, err := r.skip()
		return err
	})
}

func (r *exportReader) snippets() error {
	if err := r.open('['); err != nil {
		return err
	}
	for r.decoder.More() {
		if err := r.snippet(); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

func (r *exportReader) snippet() error {
	var s snippet
	err := r.members(func(name string) error {
		var into any
		switch name {
		case "code":
			at, err := r.skip()
			if err == nil && !r.fits(at) {
				err = errSnippetTooLarge
			}
			if err == nil {
				s.Code, err = readExactly(r.text, at)
			}
			return err
		case "name":
			into = &s.Name
		case "type":
			into = &s.Type
		case "descriptor":
			into = &s.Descriptor
		case "references":
			s.References = map[string]exactText{}
			return r.members(func(name string) error {
				at, err := r.skip()
				if err == nil {
					s.References[name], err = readExactly(r.text, at)
				}
				return err
			})
		default:
			_, err := r.skip()
			return err
		}
		return r.decoder.Decode(into)
	})
	r.found = append(r.found, s)
	return err
}

// readExactly reads a JSON string with the place of each byte.
func readExactly(text []byte, at syntax.Span) (exactText, error) {
	var want string
	if err := json.Unmarshal(text[at.Start:at.End], &want); err != nil {
		return exactText{}, err
	}
	var t exactText
	var b strings.Builder
	for i, end := at.Start+1, at.End-1; i < end; {
		size, r := escapeAt(text[i:end])
		n := b.Len()
		b.WriteRune(r)
		for range b.Len() - n {
			t.places = append(t.places, i)
		}
		i += size
	}
	t.text, t.places = b.String(), append(t.places, at.End-1)
	return t, nil
}

// escapes are the short escapes of JSON.
var escapes = map[byte]rune{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapeAt reads the first character of the content of a valid JSON string.
func escapeAt(text []byte) (size int, r rune) {
	if text[0] != '\\' {
		r, size = utf8.DecodeRune(text)
		return size, r
	}
	if text[1] != 'u' {
		return 2, cmp.Or(escapes[text[1]], rune(text[1]))
	}
	r = hex4(text[2:6])
	if utf16.IsSurrogate(r) && len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if both := utf16.DecodeRune(r, hex4(text[8:12])); both != utf8.RuneError {
			return 12, both
		}
	}
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}
	return 6, r
}

func hex4(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits), 16, 32) // the string is valid
	return rune(n)
}
