package fix

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file repairs block labels and the types in them, finds the type of a config that has none, fixes files of
// inputs, and fixes findings about packages and versions: missing schemas, names, old package blocks, later versions
// of packages, and the version of Pulumi that a program requires.

// labels rewrites all labels of a block.
func (s site) labels(labels ...string) []Fix {
	if s.item.Block() == nil {
		return nil
	}
	span := syntax.Span{Start: s.item.KeywordSpan.End, End: s.item.Block().OpenBraceRange.Start.Byte}
	text := " "
	for _, l := range labels {
		text += l + " "
	}
	return []Fix{s.rewrite(span, text, "Write `"+strings.TrimSpace(s.item.Keyword+text)+"`")}
}

// labelText returns a label as the program writes it, quotes included.
func (s site) labelText(i int) string { return s.text(s.item.Labels[i].Span) }

func configLabels(s site) []Fix {
	switch n := len(s.item.Labels); {
	case n == 0:
		return s.labels(s.freeName("value"), "string")
	case n == 3 && slices.Contains([]string{"list", "set", "map"}, s.item.Labels[1].Value):
		return s.labels(s.labelText(0), `"`+s.item.Labels[1].Value+"("+s.item.Labels[2].Value+`)"`)
	case n > 2:
		return s.labels(s.labelText(0), s.labelText(1))
	}
	return nil
}

func outputLabels(s site) []Fix {
	if len(s.item.Labels) == 0 {
		return s.labels(s.freeName("result"))
	}
	return s.labels(s.labelText(0), s.labelText(1))
}

func hookLabels(s site) []Fix {
	switch {
	case len(s.item.Labels) == 0:
		return s.labels(language.ResourceHook, s.freeName("hook"))
	case len(s.item.Labels) > 2:
		return s.labels(s.labelText(0), s.labelText(1))
	case s.item.Labels[0].Value == language.ResourceHook || s.item.Labels[0].Value == language.ErrorHook:
		return s.labels(s.labelText(0), s.freeName("hook"))
	}
	return s.labels(language.ResourceHook, s.labelText(0))
}

func noLabels(s site) []Fix {
	fixes := s.labels()
	if s.item.Kind == syntax.KindPackage && len(fixes) > 0 && s.item.Block().Body.Attributes[language.ProviderName] == nil {
		name := printer.Text(s.item.Labels[0].Value)
		fixes[0].Edits = append(fixes[0].Edits, s.addInputs(language.ProviderName+" = "+name)...)
	}
	return fixes
}

// meantType writes the type that a label is meant to be. A label of more than one word needs
// quotes.
func meantType(s site) []Fix {
	for _, label := range s.item.Labels {
		if label.Span == s.span && !label.Quoted && !syntax.IsIdentifier(s.finding.Suggestion) && s.finding.Suggestion != "" {
			return s.instead(printer.Text(s.finding.Suggestion), true)
		}
	}
	return proposed(s)
}

// oneType keeps only the first or only the last of several types.
func oneType(first bool) repair {
	return func(s site) []Fix {
		is := s.text(s.span)
		open, shut := strings.IndexByte(is, '('), strings.LastIndexByte(is, ')')
		if open < 0 || shut < open {
			return nil
		}
		parts := splitTop(is[open+1 : shut])
		kept := "any"
		if len(parts) > 0 {
			kept = strings.TrimSpace(parts[len(parts)-1])
			if first {
				kept = strings.TrimSpace(parts[0])
			}
		}
		return []Fix{s.rewrite(s.span, is[:open+1]+kept+is[shut:], "Write `"+is[:open+1]+kept+is[shut:]+"`")}
	}
}

// mapType turns `object` without members into `map`.
func mapType(s site) []Fix {
	before := s.item.Text[:s.span.Start]
	at := strings.LastIndex(before, "object")
	if at < 0 || strings.Trim(before[at+len("object"):], " (") != "" {
		return nil
	}
	return []Fix{s.rewrite(syntax.Span{Start: at, End: at + len("object")}, "map", "Change to a map")}
}

func blockToAttribute(s site) []Fix {
	if language.IsForeignOptions(s.text(s.span)) {
		return nil
	}
	return []Fix{s.insertAt(s.span.End, " =", "Write it as an attribute with `=`")}
}

// meantKind writes the kind of block that is meant. Nothing in the block was checked before.
func meantKind(s site) []Fix {
	fixes := proposed(s)
	for i := range fixes {
		fixes[i].reveals = true
	}
	return fixes
}

// configType writes the type that all places ask for where the config is used, and the type of its default. Of an object
// without members, the type would accept nothing else.
func configType(s site) []Fix {
	if len(s.item.Labels) == 0 {
		return nil
	}
	labels := s.labelsOfUses()
	if len(labels) > 1 {
		labels = nil // some of them convert, and which one is meant is not known
	}
	if a := s.item.Block().Body.Attributes[language.ConfigDefault]; a != nil {
		if info, err := s.program.Check(s.ctx, s.item); err == nil {
			labels = appendLabel(labels, info.TypeOf(a.Expr))
		}
	}
	return slices.Concat(lists.Map(labels, func(label string) []Fix { return s.labels(s.labelText(0), label) })...)
}

// labelsOfUses are the types, as labels, that places ask for where the value of the item is all they get.
func (s site) labelsOfUses() []string {
	var labels []string
	for _, f := range s.program.Files {
		for _, it := range f.All() {
			uses := slices.DeleteFunc(slices.Clone(s.program.Uses(it)), func(r syntax.Ref) bool { return r.Name != s.item.Name })
			if len(uses) == 0 {
				continue
			}
			info, err := s.program.Check(s.ctx, it)
			if err != nil {
				return nil
			}
			for _, use := range uses {
				labels = appendLabel(labels, expectedAt(info, it, use.Span))
			}
		}
	}
	return labels
}

// expectedAt is the type that a place asks for if a name alone stands there, and else the invalid type.
func expectedAt(info *analysis.Info, it syntax.Placed, name syntax.Span) typesys.Type {
	for _, n := range syntax.NodeAt(it.Item, name.Start) {
		if t, is := n.(*hclsyntax.ScopeTraversalExpr); is && syntax.SpanOf(t) == name {
			return info.ExpectedOf(t)
		}
	}
	return typesys.Type{}
}

// appendLabel adds a type as a label, unless it says nothing or is there.
func appendLabel(labels []string, t typesys.Type) []string {
	if !t.IsValid() || t.Kind() == typesys.KindObject && len(t.Properties()) == 0 {
		return labels
	}
	label, ok := printer.Label(t)
	if !ok || label == "any" || slices.Contains(labels, label) {
		return labels
	}
	return append(labels, label)
}

// purpose begins the comment that says what the inputs are for. Completion offers the types in
// it.
func purpose(_ context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
	file, ok := p.File(d.Path)
	if !ok {
		return nil
	}
	it, ok := file.ItemAt(0)
	if !ok || it.Inputs == nil || it.Inputs.HasComment || d.Span.Len() > 0 { // a block: this is a program
		return nil
	}
	return []Fix{{
		Title: "Say what these inputs are for: `" + syntax.PurposeComment + " …`", Preferred: true,
		Edits: []change.Edit{{Path: d.Path, Text: syntax.PurposeComment + " \n"}},
	}}
}

// removedBlock removes a nested block.
func removedBlock(s site) []Fix {
	for _, b := range s.item.Block().Body.Blocks {
		if syntax.SpanOf(b).Start == s.span.Start {
			return []Fix{{Title: "Remove `" + b.Type + "`", Edits: []change.Edit{s.without(syntax.SpanOf(b))}, Preferred: true}}
		}
	}
	return nil
}

// packageUnknown returns what would provide the schema of a package. It reads the same data as
// the message of the finding.
func packageUnknown(_ context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
	_, a := p.PackageState(d.Subject)
	var fixes []Fix
	if ref := neededRef(p, d.Subject); a.State == schema.Missing && a.DeclaredIn == "" && ref.Parameterization == nil {
		fixes = append(fixes, Fix{Title: "Fetch the schema of `" + d.Subject + "`", Command: FetchSchema{Package: ref.PluginName(), Version: ref.Version}, Preferred: true})
	}
	if a.Lacks&schema.Trust != 0 {
		fixes = append(fixes, Fix{Title: "Trust this workspace so the server can run the provider of `" + d.Subject + "`", Command: TrustWorkspace{}})
	}
	if a.Lacks&schema.Permission != 0 {
		fixes = append(fixes, Fix{Title: "Allow plugins to provide schemas", Command: AllowPlugins{}})
	}
	if a.State == schema.Missing && a.Install != "" && a.DeclaredIn == "" {
		fixes = append(fixes, Fix{Title: "Install the provider: `" + a.Install + "`", Command: InstallPlugin{Shell: a.Install}, Preferred: true})
	}
	return fixes
}

// neededRef returns what a program asks for under the name of a package.
func neededRef(p *analysis.Program, name string) schema.Ref {
	for _, need := range p.PackageNeeds() {
		if need.Ref.Name == name {
			return need.Ref
		}
	}
	return schema.Ref{Name: name}
}

// packageLabel replaces the label of a package block by an attribute. If the block
// already has the attribute, the label is just removed.
func packageLabel(s site) []Fix {
	if len(s.item.Labels) != 1 {
		return nil
	}
	label, open := s.item.Labels[0].Span, s.item.Block().OpenBraceRange.Start.Byte
	if open < label.End || strings.TrimSpace(s.text(syntax.Span{Start: label.End, End: open})) != "" {
		return nil
	}
	remove := s.replace(syntax.Span{Start: label.Start, End: open}, "")
	if s.item.Block().Body.Attributes[language.ProviderName] != nil {
		return []Fix{{Title: "Remove the label", Edits: []change.Edit{remove}, Preferred: true}}
	}
	written := s.text(label)
	if !strings.HasPrefix(written, `"`) {
		written = `"` + written + `"`
	}
	edits := append([]change.Edit{remove}, s.edits(s.block().AddFirst(language.ProviderName+" = "+written))...)
	return []Fix{{Title: "Write the label as `baseProviderName`", Edits: edits, Preferred: true}}
}

// undeclaredPackage returns the only package that the program uses without declaring it, or
// nothing.
func (s site) undeclaredPackage() string {
	used, _ := s.program.PackageNames()
	found := lists.Where(used, func(name string) bool {
		_, _, declared := s.program.PackageBlock(name)
		return !declared && name != schema.BuiltinPackage
	})
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// nameOfPackage fills in a missing package name if only one package is possible.
func nameOfPackage(s site) []Fix {
	name := s.undeclaredPackage()
	if name == "" {
		return nil
	}
	if s.text(s.span) == `""` {
		return s.instead(`"`+name+`"`, true)
	}
	if b, ok := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == language.Parameterization }); ok {
		edits := s.edits(s.block().Nested(b).AddFirst(`name = "` + name + `"`))
		return []Fix{{Title: "Name the package `" + name + "`", Edits: edits, Preferred: true}}
	}
	return []Fix{{Title: "Name the provider `" + name + "`", Edits: s.addInputs(language.ProviderName + ` = "` + name + `"`), Preferred: true}}
}

func quotedName(s site) []Fix {
	word := strings.Trim(s.text(s.span), `"`)
	if syntax.IdentifierEnd(word, 0) != len(word) {
		return nil
	}
	return s.instead(`"`+word+`"`, true)
}

func secureURL(s site) []Fix {
	is := strings.Trim(s.text(s.span), `"`)
	if strings.Contains(is, "://") {
		return nil
	}
	return s.instead(`"https://`+is+`"`, false)
}

func versionText(s site) []Fix {
	if fixes := proposed(s); fixes != nil {
		return fixes
	}
	is := strings.TrimLeft(strings.Trim(s.text(s.span), `"`), "vV=")
	for range 3 {
		if analysis.IsVersion(is) {
			return s.instead(`"`+is+`"`, true)
		}
		is += ".0"
	}
	return nil
}

// currentVersion adds the version that the checker already uses.
func currentVersion(s site) []Fix {
	ref, ok := analysis.PackageRef(s.item.Item)
	if !ok {
		return nil
	}
	pkg, a := s.program.PackageState(ref.PluginName())
	version := a.Version
	if version == "" && pkg != nil {
		version = pkg.Version()
	}
	if !analysis.IsVersion(version) {
		return nil
	}
	return []Fix{{Title: "Require version " + version, Edits: s.addInputs(language.ProviderVersion + ` = "` + version + `"`), Preferred: true}}
}

// inherited copies the package block of this program to the program of the component.
func inherited(s site) []Fix {
	if len(s.finding.Related) < 2 {
		return nil
	}
	path, it, ok := "", syntax.Placed{}, false
	for _, f := range s.program.Files {
		if f.Path == s.finding.Related[0].Path {
			path = f.Path
			it, ok = f.ItemAt(s.finding.Related[0].Span.Start)
		}
	}
	if !ok || path == "" || it.Kind != syntax.KindPackage {
		return nil
	}
	text := strings.TrimSpace(it.Text[analysis.ContentSpan(it).Start-it.Base:]) + s.lineEnd() + s.lineEnd()
	return []Fix{{Title: "Copy the package block to the component", Edits: []change.Edit{{Path: s.finding.Related[1].Path, Text: text}}}}
}

var caret = lazy.Regexp(`^"\s*([\^~])\s*v?([0-9]+)\.([0-9]+)(?:\.([0-9]+))?\s*"$`)

// plainRange expands the `^` and `~` of other tools to a range of versions.
func plainRange(s site) []Fix {
	m := caret.Get().FindStringSubmatch(s.text(s.span))
	if m == nil {
		return nil
	}
	if m[4] == "" {
		m[4] = "0"
	}
	upper := next(m[2]) + ".0.0"
	if m[1] == "~" {
		upper = m[2] + "." + next(m[3]) + ".0"
	}
	return s.instead(`">=`+m[2]+"."+m[3]+"."+m[4]+" <"+upper+`"`, true)
}

// next returns the number after the given one.
func next(digits string) string {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return digits
	}
	return strconv.Itoa(n + 1)
}

// joinedRange joins several constraints in one string.
func joinedRange(s site, list *hclsyntax.TupleConsExpr) []Fix {
	var parts []string
	for _, e := range list.Exprs {
		text, plain := analysis.PlainText(e)
		if !plain {
			return nil
		}
		parts = append(parts, text)
	}
	text := printer.Text(strings.Join(parts, " "))
	return []Fix{s.rewrite(s.span, text, "Write `"+text+"`")}
}

// lowerEnd is the version at the lower end of the usual ranges.
var lowerEnd = lazy.Regexp(`^>= *[0-9.]+`)

// raised requires the version of Pulumi that accepts what a finding is about. It is not tried: what the later version says of the rest of
// the program is for the author to see.
func raised(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
	if d.Since == 0 || analysis.EditionOf(p).IsChosen {
		return nil
	}
	needed := ">=" + d.Since.String() + ".0"
	f := Fix{Title: "Require Pulumi " + d.Since.String(), Kind: QuickFix, Diagnostic: d}
	for _, file := range p.Files {
		for _, it := range file.PulumiBlocks() {
			if it.Block() == nil {
				continue
			}
			if a := it.Block().Body.Attributes[language.RequiredVersionRange]; a != nil {
				is, plain := tree.PlainText(a.Expr)
				if text := lowerEnd.Get().ReplaceAllString(is, needed); plain && text != is {
					needed = text
				}
				f.Edits = []change.Edit{{Path: file.Path, Span: syntax.SpanOf(a.Expr).Shift(it.Base), Text: printer.Text(needed)}}
				return []Fix{f}
			}
			block := change.Of(it.Item)
			block.LineEnd = printer.LineEnd(file.Text())
			for _, e := range block.AddAttributes(language.RequiredVersionRange + " = " + printer.Text(needed)) {
				f.Edits = append(f.Edits, change.Edit{Path: file.Path, Span: e.Span.Shift(it.Base), Text: e.Text})
			}
			return []Fix{f}
		}
	}
	site, known := siteOf(ctx, p, d)
	if !known {
		return nil
	}
	site.item, _ = site.file.ItemAt(0)
	end := site.lineEnd()
	f.Edits = []change.Edit{site.replace(syntax.Span{}, printer.Block("pulumi", end, language.RequiredVersionRange+" = "+printer.Text(needed))+end+end)}
	return []Fix{f}
}

// keptDefault writes out the default that an input has today.
func keptDefault(s site) []Fix {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil || s.finding.Subject == "" || s.item.Kind != syntax.KindResource || s.item.Block() == nil {
		return nil
	}
	for _, p := range info.Inputs {
		if p.Name == s.finding.Subject && p.Default != cty.NilVal && len(p.DefaultEnv) == 0 {
			line := printer.Key(p.Name) + " = " + printer.Value(p.Default)
			return []Fix{{Title: "Write out today's default, `" + line + "`", Edits: s.addInputs(line)}}
		}
	}
	return nil
}
