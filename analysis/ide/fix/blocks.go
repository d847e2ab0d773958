package fix

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repairs block labels and the types in them.

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
