package fix

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file repairs block labels and the types in them, finds the type of a config that has none, and fixes files of
// inputs.

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
func purpose(p *analysis.Program, d analysis.Diagnostic) []Fix {
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
