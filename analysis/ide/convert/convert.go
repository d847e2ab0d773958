// Package convert rewrites declarations of other languages as PCL: blocks of Terraform, programs and resources of Pulumi YAML, resources of a state, and
// manifests of Kubernetes.
//
// Readers for Terraform (terraform.go) and for documents (document.go, pulumiyaml.go) turn the source into members and values (fit.go). These
// have the names and shapes of the source. The schema then decides what they are in PCL (fit.go): which input a name means, whether repeated blocks are a
// list, and whether a path is an asset. The writer prints the result.
//
// Bridged schemas do not contain the names of Terraform. So a resource type is found by its words, and if these fit several tokens, by the inputs that
// the block sets (token.go). Nothing is guessed beyond that: a block or value without a clear counterpart stays in place as a comment, which begins with
// the reason.
//
// Expressions have the same grammar in both languages. They keep their text except for references and calls, so that their layout and comments survive.
//
// Invariant: the text of each converted item parses and is formatted.
//
// Invariant: the work is in proportion to the text, which has a limit, and to the number of tokens in the packages that it names.
package convert

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers conversions at a place of a program, and converts whole texts. It lists the types that an existing
// resource can have.

// Longest is the length of the longest text that is converted at once.
const Longest = 64 << 20

// Offer is a conversion of a part of a file.
type Offer struct {
	Title string
	// Disabled is the reason why the conversion is not possible, or empty.
	Disabled string
	// Edits computes the conversion.
	Edits func(context.Context) ([]change.Edit, error)
}

// At returns the conversions for a selection, which may be empty. It looks only at the selected items and their neighbors; the others are read when the
// edits are computed.
func At(p *analysis.Program, path string, selected syntax.Span) []Offer {
	file, known := p.File(path)
	if !known || syntax.IsInputs(path) || selected.Len() > Longest {
		return nil
	}
	wanted := touched(p, file, selected)
	if len(wanted) == 0 {
		return selectedDocument(p, file, selected)
	}
	offers := []Offer{{Title: "Convert to PCL", Disabled: unready(p, wanted), Edits: func(ctx context.Context) ([]change.Edit, error) {
		return newConversion(ctx, p).edits(file, wanted), ctx.Err()
	}}}
	first, last := wanted[0].Base-1, wanted[len(wanted)-1].Span().End
	if near := touched(p, file, syntax.Span{Start: first, End: last + 1}); len(near) > len(wanted) && file.Len() <= Longest {
		offers = append(offers, Offer{Title: "Convert all Terraform in this file to PCL", Disabled: unready(p, near), Edits: func(ctx context.Context) ([]change.Edit, error) {
			return newConversion(ctx, p).edits(file, itemsOf(p, file, isTerraform)), ctx.Err()
		}})
	}
	return offers
}

// selectedDocument offers to convert a selection of YAML or JSON.
func selectedDocument(p *analysis.Program, file *syntax.File, selected syntax.Span) []Offer {
	text := file.Slice(selected)
	if all, _ := roots(text); len(all) == 0 {
		return nil
	}
	return []Offer{{Title: "Convert to PCL", Edits: func(ctx context.Context) ([]change.Edit, error) {
		converted := newConversion(ctx, p).document(text).Text
		if converted == "" {
			return nil, ctx.Err()
		}
		if !strings.HasSuffix(text, "\n") {
			converted = strings.TrimRight(converted, "\n")
		}
		return []change.Edit{{Path: file.Path, Span: selected, Text: converted}}, ctx.Err()
	}}}
}

// touched returns the items of Terraform that a selection touches.
func touched(p *analysis.Program, file *syntax.File, selected syntax.Span) []syntax.Placed {
	var items []syntax.Placed
	for i := max(file.IndexAt(max(selected.Start, 0)), 0); i < file.Count(); i++ {
		it := file.Item(i)
		if it.Base > selected.Start && it.Base >= selected.End {
			break
		}
		if isTerraform(p, it.Item) {
			items = append(items, it)
		}
	}
	return items
}

// itemsOf returns the items of a file that are something in a program.
func itemsOf(p *analysis.Program, file *syntax.File, is func(*analysis.Program, *syntax.Item) bool) (items []syntax.Placed) {
	for _, it := range file.All() {
		if is(p, it.Item) {
			items = append(items, it)
		}
	}
	return items
}

// unready says which schema is being read, or is missing for all items, if there is no use in a conversion yet.
func unready(p *analysis.Program, items []syntax.Placed) string {
	reason, ready := "", false
	for _, it := range items {
		if it.Keyword != resourceBlock && it.Keyword != "data" {
			ready = true
			continue
		}
		name, _ := packageOf(it.Labels[0].Value)
		pkg, state := p.PackageState(name)
		switch {
		case pkg != nil:
			ready = true
		case state.State == schema.Loading:
			return "the schema of the package " + name + " is being read"
		default:
			reason = "the schema of the package " + name + " is not known"
		}
	}
	if ready {
		return ""
	}
	return reason
}

// edits converts some items of a file. The others say what references lead to.
func (t *conversion) edits(file *syntax.File, wanted []syntax.Placed) []change.Edit {
	if t.declare(wanted); file.Len() <= Longest {
		t.declare(itemsOf(t.program, file, isTerraform))
	}
	var all []change.Edit
	t.settled(func() {
		all = nil
		for _, it := range wanted {
			if t.ctx.Err() != nil {
				return
			}
			span := analysis.ContentSpan(it)
			if block := syntax.SpanOf(it.Block()).Shift(it.Base); block.End > span.Start {
				span.End = block.End
			}
			all = append(all, change.Edit{Path: file.Path, Span: span, Text: t.item(it.Item)})
		}
	})
	return all
}

// Language is a language that texts are converted from.
type Language string

// The languages.
const (
	Terraform  Language = "terraform"
	PulumiYAML Language = "yaml"
	Kubernetes Language = "kubernetes"
	State      Language = "state"  // what `pulumi stack export` writes
	Import     Language = "import" // a file for `pulumi import --file`
)

// Languages are all of them.
func Languages() []string {
	return []string{string(Terraform), string(PulumiYAML), string(Kubernetes), string(State), string(Import)}
}

// Result is a converted text.
type Result struct {
	// Text is empty if the text is in no other language, or if nothing of it can be converted.
	Text string
	// From is the language of the text; empty if it is in none that is known. Problem says why a text that looks like YAML or JSON cannot be read.
	From    Language
	Problem string
	// Project is the project file for a program whose text has its own; empty for others.
	Project string
	// Left is the number of parts that could not be converted and stay as comments.
	Left int
	// Missing are the packages whose schemas are needed and not known.
	Missing []string
	// Loading says that a schema which the text needs is being read, so that more can be converted when it is there.
	Loading bool
}

// Text converts a text of another language.
func Text(ctx context.Context, p *analysis.Program, text string) Result {
	return All(ctx, p, []string{text}, nil)[0]
}

// All converts texts that belong together: blocks of one refer to those of others, and no two have the same name.
// File reads templates beside them; it may be nil.
func All(ctx context.Context, p *analysis.Program, texts []string, file func(name string) (string, bool)) []Result {
	t := newConversion(ctx, p)
	t.file = file
	results, files := make([]Result, len(texts)), make([]*syntax.File, len(texts))
	var blocks []syntax.Placed // of all texts
	for i, text := range texts {
		if len(text) > Longest {
			continue
		}
		if results[i] = t.document(text); results[i].From == "" {
			if files[i] = terraformFile(p, text); files[i] != nil {
				blocks = append(blocks, itemsOf(p, files[i], mayBeTerraform)...)
			}
		}
	}
	t.declare(blocks)
	t.settled(func() {
		for i, file := range files {
			if file != nil {
				results[i] = t.terraformText(file)
			}
			results[i].Missing, results[i].Loading = slices.Sorted(maps.Keys(t.missing)), t.loading
		}
	})
	return results
}

// terraformFile reads a text if it has blocks of Terraform, and nothing else.
func terraformFile(p *analysis.Program, text string) *syntax.File {
	file := syntax.Parse("pasted.pp", text, nil)
	certain := false
	for _, it := range file.All() {
		switch {
		case mayBeTerraform(p, it.Item):
			certain = certain || isTerraform(p, it.Item)
		case it.Kind != syntax.KindBlank:
			return nil
		}
	}
	if !certain {
		return nil
	}
	return file
}

// terraformText converts all blocks of a text.
func (t *conversion) terraformText(file *syntax.File) Result {
	items := itemsOf(t.program, file, mayBeTerraform)
	before := t.left
	converted := change.Applied(file, t.edits(file, items)).Text() // with the comments around the blocks
	if converted = strings.TrimRight(formatted(converted), "\r\n"); converted == "" || unready(t.program, items) != "" {
		return Result{From: Terraform}
	}
	return Result{Text: converted + "\n", From: Terraform, Left: t.left - before}
}

// maxTypes limits how many types are listed. The largest packages have ten thousand.
const maxTypes = 20_000

// Types returns the tokens of the resources in the packages that a program uses, in the short form if that means the same.
func Types(p *analysis.Program) []string {
	types := []string{}
	used, _ := p.PackageNames()
	for _, name := range used {
		pkg := p.Package(name)
		if pkg == nil || name == schema.BuiltinPackage {
			continue
		}
		for _, l := range pkg.ListResources() {
			if len(types) == maxTypes {
				return types
			}
			types = append(types, short(l.Token, l.Canonical, pkg.FindResource))
		}
	}
	return types
}

// short returns a declared token in the short form, if that means the same.
func short(token, canonical string, find func(string) schema.Match) string {
	t, ok := schema.ParseToken(canonical)
	if !ok {
		return token
	}
	text := t.String()
	if t.Module == "index" {
		text = t.Package + ":" + t.Member
	}
	if find(text).Token != token {
		return token
	}
	return text
}

func shortResource(r *schema.Resource) string {
	return short(r.Token, r.Canonical, r.Package.FindResource)
}

func shortFunction(f *schema.Function) string {
	return short(f.Token, f.Canonical, f.Package.FindFunction)
}
