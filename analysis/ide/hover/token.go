package hover

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes pages about tokens and functions of packages.

func (h *hoverer) resourceToken(o *analysis.Occurrence) *page {
	pg := &page{}
	r := o.Resource
	if r == nil {
		pg.code(o.Name)
		pg.line(h.missing(o.Name))
		return pg
	}
	pg.resource(h.at.Item.Keyword, r)
	if h.at.Item.Kind == syntax.KindRead {
		pg.line("Looked up by `id`" + also(r.StateInputs))
		return pg
	}
	inputs(pg, r.Inputs)
	return pg
}

func (pg *page) resource(keyword string, r *schema.Resource) {
	pg.code(keyword + " " + r.Canonical)
	pg.facts(packageFact(r.Package), sortOf(r), overlay(r.IsOverlay), declaredAs(r))
	pg.deprecation(r.Deprecation)
	pg.successor(analysis.SuccessorOf(r))
	pg.documentation(r.Description)
}

func sortOf(r *schema.Resource) markdown.Text {
	switch {
	case r.IsProvider:
		return "provider"
	case r.IsComponent:
		return "component"
	}
	return ""
}

// overlay marks members that the SDKs implement by hand.
func overlay(is bool) markdown.Text {
	if is {
		return "implemented by hand in the SDKs"
	}
	return ""
}

func declaredAs(r *schema.Resource) markdown.Text {
	if r.Token == r.Canonical {
		return ""
	}
	return "declared as " + markdown.Code(r.Token)
}

func also(props []*schema.Property) markdown.Text {
	if len(props) == 0 {
		return "."
	}
	names := make([]markdown.Text, 0, len(props))
	for _, p := range props {
		if len(names) == 8 {
			names = append(names, "…")
			break
		}
		names = append(names, markdown.Code(p.Name))
	}
	return ", filtered by " + markdown.Joined(names, ", ") + "."
}

// packageFact names the package and version of the schema.
func packageFact(pkg *schema.Package) markdown.Text {
	if pkg == nil {
		return ""
	}
	if pkg.Version() == "" {
		return "package " + markdown.Code(pkg.Name())
	}
	return "package " + markdown.Code(pkg.Name()+" "+pkg.Version())
}

const maxInputs = 4

// inputs lists the required inputs and counts the optional ones.
func inputs(pg *page, props []*schema.Property) {
	var rows []typesys.Property
	optional := 0
	for _, p := range props {
		if p.Required {
			rows = append(rows, typesys.Property{Name: typesys.QuoteName(p.Name), Type: p.Plain})
		} else {
			optional++
		}
	}
	switch {
	case len(props) == 0:
		pg.line("It has no inputs.")
	case len(rows) == 0:
		pg.line(counted(optional, "optional input") + ".")
	case optional == 0:
		table(pg, "Required inputs:", rows)
	default:
		table(pg, "Required inputs, besides "+counted(optional, "optional one")+":", rows)
	}
}

func counted(n int, noun markdown.Text) markdown.Text {
	if n == 1 {
		return "1 " + noun
	}
	return markdown.Words(strconv.Itoa(n)) + " " + noun + "s"
}

// table adds rows of names and types under a heading, unless there are none.
func table(pg *page, heading markdown.Text, rows []typesys.Property) {
	if len(rows) == 0 {
		return
	}
	shown := rows[:min(len(rows), maxInputs)]
	text := aligned(shown, func(t typesys.Type, _ int) string { return typesys.Short(t, memberWidth) })
	pg.parts = append(pg.parts, part{section: pg.section, heading: heading.Markdown(), text: text, hidden: len(rows) - len(shown), isCode: true, rows: true})
}

// missing says why a token is unknown.
func (h *hoverer) missing(token string) markdown.Text {
	t, ok := schema.ParseToken(token)
	if !ok {
		return "Not a type token. The form is `package:module:Member`."
	}
	pkg, availability := h.p.PackageState(t.Schema())
	if pkg != nil {
		return "Package " + markdown.Code(pkg.Name()+" "+pkg.Version()) + " has no " + markdown.Code(token) + "."
	}
	if availability.State == schema.Loading {
		return "The schema of package " + markdown.Code(t.Schema()) + " is being loaded."
	}
	text := "No schema for package " + markdown.Code(t.Schema()) + "; code that uses it is not checked."
	if availability.Reason != "" {
		text += " " + markdown.Words(sentence(availability.Reason)) + "."
	}
	return text
}

// sentence capitalizes a text.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

func (h *hoverer) functionToken(o *analysis.Occurrence) *page {
	pg := &page{}
	if o.SchemaFunction == nil {
		pg.code(o.Name)
		pg.line(h.missing(o.Name))
		return pg
	}
	pg.code("function " + o.SchemaFunction.Canonical)
	function(pg, o.SchemaFunction)
	return pg
}

func (h *hoverer) method(o *analysis.Occurrence) *page {
	pg := &page{}
	if o.SchemaFunction == nil {
		if o.Resource != nil {
			pg.line(markdown.Code(o.Resource.Canonical) + " has no method " + markdown.Code(o.Name) + ".")
		}
		return pg
	}
	pg.code("method " + o.Name + " of " + o.Resource.Canonical)
	function(pg, o.SchemaFunction)
	return pg
}

// function describes a function of a schema: its inputs in order, and its result.
func function(pg *page, f *schema.Function) {
	pg.facts(packageFact(f.Package), overlay(f.IsOverlay))
	pg.deprecation(f.Deprecation)
	pg.successor(analysis.SuccessorOfFunction(f))
	pg.documentation(f.Description)
	props := slices.Clone(f.Inputs)
	lists.SortStable(props, func(a, b *schema.Property) int { return position(f, a) - position(f, b) })
	rows := make([]typesys.Property, len(props))
	for i, p := range props {
		rows[i] = typesys.Property{Name: typesys.QuoteName(p.Name), Type: p.Plain}
	}
	heading := markdown.Text("Arguments:")
	if len(f.MultiArgument) > 0 {
		heading = "Positional arguments:"
	}
	table(pg, heading, rows)
	if !f.Return.IsValid() {
		pg.line("Returns nothing.")
		return
	}
	pg.line("Returns " + markdown.Code(typesys.Short(f.Return, lineWidth)) + ".")
	pg.made(f.Return)
}

// position orders inputs: positional ones by position, others with required ones first.
func position(f *schema.Function, p *schema.Property) int {
	if i := slices.Index(f.MultiArgument, p.Name); i >= 0 {
		return i
	}
	if p.Required {
		return len(f.MultiArgument)
	}
	return len(f.MultiArgument) + 1
}
