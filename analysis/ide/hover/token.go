package hover

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes pages about tokens, functions and blocks of packages (which schema a block resolves to, and why),
// and about keywords, builtin functions, and the codes in suppression comments.

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

// packageBlock describes the declared package and its schema.
func (h *hoverer) packageBlock(pg *page, ref schema.Ref) {
	declares := "Declares package " + markdown.Code(ref.Name)
	if ref.Plugin != ref.Name && ref.Plugin != "" {
		declares += ", served by provider " + markdown.Code(ref.Plugin)
	}
	if ref.Version != "" {
		declares += " in version " + markdown.Code(ref.Version)
	}
	pg.line(declares + ".")
	pkg, availability := h.p.PackageState(ref.Name)
	if pkg == nil {
		pg.line("No schema: " + markdown.Words(availability.Reason) + ".")
		pg.line(helps(availability))
	} else {
		pg.facts(packageFact(pkg), h.newer(pkg), counted(len(pkg.ResourceTokens()), "resource"), counted(len(pkg.FunctionTokens()), "function"))
	}
	if d, known := h.p.PackageDecision(ref.Name); known {
		choice(pg, d)
	}
	if pkg != nil {
		pg.documentation(pkg.Description())
	}
}

// newer names the newest version that was found if it is newer than the one in use; empty otherwise.
func (h *hoverer) newer(pkg *schema.Package) markdown.Text {
	d, _ := h.p.PackageDecision(pkg.Name())
	newest := schema.NewestVersion(d.Versions())
	if newest == "" || schema.CompareVersions(newest, pkg.Version()) <= 0 {
		return ""
	}
	return "newest found: " + markdown.Code(newest)
}

// helps says how to get a missing schema.
func helps(a schema.Availability) markdown.Text {
	switch {
	case a.DeclaredIn != "":
		return "The package block in " + markdown.Code(filepath.ToSlash(a.DeclaredIn)) + " declares the package: copy it into the program."
	case a.Install != "":
		return "Install its provider: " + markdown.Code(a.Install)
	}
	return ""
}

// choice says why a schema was chosen and what was not used.
func choice(pg *page, d schema.Decision) {
	if d.Path != "" && d.Why != "" {
		pg.line("Schema file " + markdown.Code(d.Path) + ": " + markdown.Words(d.Why) + ".")
	}
	var others []markdown.Text
	for _, p := range d.Considered {
		if !p.Taken && (p.Kind != schema.InstalledSource || p.Path != d.Provider.Dir) {
			others = append(others, markdown.Code(p.Path)+": "+markdown.Words(p.Why))
		}
	}
	if d.Provider.Dir != "" && d.Provider.From == schema.InstalledSource {
		pg.line("A run uses the provider in " + markdown.Code(d.Provider.Dir) + ".")
	}
	pg.list("Not used:", others)
}

// packageValue returns the page of a value in a package block that selects the schema.
func (h *hoverer) packageValue() (syntax.Span, *page) {
	pg := &page{}
	ref, ok := analysis.PackageRef(h.at.Item.Item)
	if !ok {
		return syntax.Span{}, pg
	}
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if a, isAttribute := n.(*hclsyntax.Attribute); isAttribute && strings.HasPrefix(a.Name, "baseProvider") {
			if span := syntax.SpanOf(a.Expr); span.Touches(h.at.Offset) {
				h.packageBlock(pg, ref)
				return span, pg
			}
		}
	}
	return syntax.Span{}, pg
}

func (h *hoverer) keyword(o *analysis.Occurrence) *page {
	pg := documented(o.Name, typesys.Type{}, o.Doc)
	if h.at.Item.Kind == syntax.KindPulumi && !pg.empty() {
		edition := analysis.EditionOf(h.p)
		pg.line("Judged as " + markdown.Message(edition.String()) + ".")
		pg.list("What later versions changed:", changesSince(edition.Version))
	}
	ref, ok := analysis.PackageRef(h.at.Item.Item)
	if !ok || pg.empty() {
		return pg
	}
	h.packageBlock(pg, ref)
	return pg
}

// changesSince are the changes of the language after a version.
func changesSince(v language.Version) []markdown.Text {
	var later []markdown.Text
	for _, c := range language.Changes() {
		if c.Since > v {
			later = append(later, markdown.Words(c.Since.String())+": "+markdown.Message(c.What))
		}
	}
	return later
}

func (h *hoverer) builtin(o *analysis.Occurrence) *page {
	pg := &page{}
	b := o.Function
	if b == nil {
		return pg
	}
	pg.function(b)
	if call := h.callAt(o.Span); call != nil {
		if t := h.at.Info.TypeOf(call); t.IsValid() && t.Kind() != typesys.KindDynamic {
			pg.line("Returns here: " + markdown.Code(typesys.Short(t, 120)))
		}
		pg.line(h.value(call))
		h.file(pg, call)
	}
	pg.examples(b)
	return pg
}

func (pg *page) function(b *language.Builtin) {
	pg.code(b.Usage())
	pg.line(markdown.Text(b.Doc))
	if b.Since != 0 {
		pg.line(markdown.Text("Since Pulumi " + b.Since.String() + "."))
	}
}

func (pg *page) examples(b *language.Builtin) {
	pg.list("", markdown.Texts(b.Notes))
	if len(b.Examples) > 0 {
		pg.code(b.Examples[0].String())
	}
}

// callAt returns the call whose function name is at a span.
func (h *hoverer) callAt(name syntax.Span) *hclsyntax.FunctionCallExpr {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && call.NameRange.Start.Byte == name.Start {
			return call
		}
	}
	return nil
}

// suppressed returns the hover of the code at an offset, or nil.
func suppressed(p *analysis.Program, path string, offset int) *Hover {
	file, ok := p.File(path)
	if !ok {
		return nil
	}
	it, ok := file.ItemAt(offset)
	if !ok {
		return nil
	}
	for _, s := range it.Item.Suppressions() {
		for _, c := range s.Codes {
			if span := c.Span.Shift(it.Base); span.Touches(offset) {
				pg := explained(c.Pattern)
				if pg.empty() {
					return nil
				}
				return &Hover{Span: span, Markdown: pg.markdown(), Text: pg.text()}
			}
		}
	}
	return nil
}

// explained returns the page of a code or of a family of codes.
func explained(pattern string) *page {
	pg := &page{}
	if d, ok := codes.Lookup(codes.Code(pattern)); ok {
		text := d.Code.Text()
		pg.code(d.Severity.String() + " " + pattern + ": " + text.Title)
		pg.line(markdown.Text(text.Explanation))
		return pg
	}
	if !codes.IsSuppressible(pattern) {
		return pg
	}
	pg.code("family " + pattern)
	var members []markdown.Text
	for _, d := range codes.All() {
		if d.Code.Matches(pattern) {
			members = append(members, markdown.Code(string(d.Code))+": "+markdown.Text(d.Code.Text().Title))
		}
	}
	pg.list("", members)
	return pg
}
