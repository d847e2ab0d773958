package fix

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repairs headers of blocks, type labels and package blocks.

// labels writes the labels of a block anew.
func (s site) labels(labels ...string) []Fix {
	if s.item.Block == nil {
		return nil
	}
	span := syntax.Span{Start: s.item.KeywordSpan.End, End: s.item.Block.OpenBraceRange.Start.Byte}
	text := " "
	for _, l := range labels {
		text += l + " "
	}
	return []Fix{s.rewrite(span, text, "Write `"+strings.TrimSpace(s.item.Keyword+text)+"`")}
}

// labelText is a label as it is written.
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
		return s.labels("resource", s.freeName("hook"))
	case len(s.item.Labels) > 2:
		return s.labels(s.labelText(0), s.labelText(1))
	case s.item.Labels[0].Value == "resource" || s.item.Labels[0].Value == "error":
		return s.labels(s.labelText(0), s.freeName("hook"))
	}
	return s.labels("resource", s.labelText(0))
}

func noLabels(s site) []Fix {
	fixes := s.labels()
	if s.item.Kind == syntax.KindPackage && len(fixes) > 0 && s.item.Block.Body.Attributes["baseProviderName"] == nil {
		name := printer.Text(s.item.Labels[0].Value)
		fixes[0].Edits = append(fixes[0].Edits, s.addInputs([]string{"baseProviderName = " + name}))
	}
	return fixes
}

// typeText repairs a type in a label.
func typeBrackets(s site) []Fix {
	is := s.text(s.span)
	text := strings.NewReplacer("[", "(", "]", ")", "<", "(", ">", ")").Replace(is)
	if strings.Contains(text, "()") {
		text = strings.ReplaceAll(text, "()", "(any)")
	}
	fixes := s.instead(text, true)
	if strings.HasPrefix(is, `"`) {
		is = strings.Trim(is, `"`)
		return append(fixes, s.instead(`"`+is+`(any)"`, false)...)
	}
	return append(fixes, s.instead(is+"(any)", false)...)
}

// oneType keeps one of several types: the last one, or the first.
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

// mapType makes a map of an object whose members are not written.
func mapType(s site) []Fix {
	before := s.item.Text[:s.span.Start]
	at := strings.LastIndex(before, "object")
	if at < 0 || strings.Trim(before[at+len("object"):], " (") != "" {
		return nil
	}
	return []Fix{s.rewrite(syntax.Span{Start: at, End: at + len("object")}, "map", "Make it a map")}
}

// retyped declares the type that the value has.
func retyped(s site) []Fix {
	if s.item.Block == nil || len(s.item.Labels) != 2 {
		return nil
	}
	a := s.item.Block.Body.Attributes["default"]
	if s.item.Kind == syntax.KindOutput {
		a = s.item.Block.Body.Attributes["value"]
	}
	info, err := s.program.Check(s.ctx, s.item)
	if a == nil || err != nil || !info.Types[a.Expr].IsValid() {
		return nil
	}
	label, ok := printer.Label(info.Types[a.Expr])
	if !ok {
		return nil
	}
	return []Fix{{Title: "Declare the type `" + strings.Trim(label, `"`) + "`", Edits: []change.Edit{s.replace(s.item.Labels[1].Span, label)}}}
}

func blockToAttribute(s site) []Fix {
	return []Fix{s.insertAt(s.span.End, " =", "Write it as a value, with `=`")}
}

// undeclaredPackage is the one package that the program uses and no block declares.
func (s site) undeclaredPackage() string {
	used, _ := s.program.PackageNames()
	var found []string
	for _, name := range used {
		if _, _, declared := s.program.PackageBlock(name); !declared && name != "pulumi" {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// nameOfPackage fills in the name that only one package can have.
func nameOfPackage(s site) []Fix {
	name := s.undeclaredPackage()
	if name == "" || s.item.Block == nil {
		return nil
	}
	if s.text(s.span) == `""` {
		return s.instead(`"`+name+`"`, true)
	}
	if b, ok := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == "parameterization" }); ok {
		return []Fix{s.insertAt(b.OpenBraceRange.End.Byte, s.lineEnd()+`    name = "`+name+`"`, "Name the package `"+name+"`")}
	}
	return []Fix{{Title: "Name the provider `" + name + "`", Edits: []change.Edit{s.addInputs([]string{`baseProviderName = "` + name + `"`})}, Preferred: true}}
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
	if fixes := writtenInstead(s); fixes != nil {
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

// currentVersion names the version that is used today.
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
	return []Fix{{Title: "Ask for version " + version, Edits: []change.Edit{s.addInputs([]string{`baseProviderVersion = "` + version + `"`})}, Preferred: true}}
}

// inherited gives the component's program the package block of this one.
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
	return []Fix{{Title: "Copy the package block there", Edits: []change.Edit{{Path: s.finding.Related[1].Path, Text: text}}}}
}

var caret = regexp.MustCompile(`^"\s*([\^~])\s*v?([0-9]+)\.([0-9]+)(?:\.([0-9]+))?\s*"$`)

// plainRange writes a range of versions without signs of other tools.
func plainRange(s site) []Fix {
	m := caret.FindStringSubmatch(s.text(s.span))
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

// joinedRange makes one text of several.
func joinedRange(s site) []Fix {
	list, ok := innermost(s, func(l *hclsyntax.TupleConsExpr) bool { return syntax.SpanOf(l) == s.span })
	if !ok {
		return nil
	}
	var parts []string
	for _, e := range list.Exprs {
		text, plain := analysis.PlainText(e)
		if !plain {
			return nil
		}
		parts = append(parts, text)
	}
	return s.instead(printer.Text(strings.Join(parts, " ")), true)
}
