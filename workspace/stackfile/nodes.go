package stackfile

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds the parts of a YAML document and their places in the text.

type member struct{ key, value *yaml.Node }

// members are the members of a mapping, then those that are merged into it (`<<: *other`).
// The first of several members with one key counts.
func members(mapping *yaml.Node) []member {
	return mergedMembers(mapping, map[*yaml.Node]bool{})
}

func mergedMembers(mapping *yaml.Node, open map[*yaml.Node]bool) []member {
	if open[mapping] { // it is merged into itself
		return nil
	}
	open[mapping] = true
	defer delete(open, mapping)
	var all []member
	var merged []*yaml.Node
	seen := map[string]bool{}
	add := func(m member) {
		if !seen[m.key.Value] {
			seen[m.key.Value] = true
			all = append(all, m)
		}
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		switch from := resolved(value); {
		case key.Tag != "!!merge":
			add(member{resolved(key), value})
		case from.Kind == yaml.SequenceNode:
			merged = append(merged, from.Content...)
		default:
			merged = append(merged, from)
		}
	}
	for _, n := range merged {
		if n = resolved(n); n.Kind == yaml.MappingNode {
			for _, m := range mergedMembers(n, open) {
				add(m)
			}
		}
	}
	return all
}

func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// part is the node at a path inside a value, or the last node on the way.
func part(n *yaml.Node, path []typesys.Step) *yaml.Node {
	for _, step := range path {
		in := resolved(n)
		next := n
		switch {
		case in.Kind == yaml.SequenceNode && step.Kind == typesys.StepIndex && step.Index < len(in.Content):
			next = in.Content[step.Index]
		case in.Kind == yaml.MappingNode && step.Kind == typesys.StepProperty:
			for _, m := range members(in) {
				if m.key.Value == step.Name {
					next = m.value
				}
			}
		}
		if next == n {
			return n
		}
		n = next
	}
	return n
}

func (f *File) span(n *yaml.Node) syntax.Span {
	m := f.places
	start := m.Offset(n.Line-1, n.Column-1, syntax.UTF32)
	end := m.LineEnd(m.Line(start))
	line := f.text[start:end]
	switch {
	case n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode:
		end = min(start+1, end)
		for _, inner := range n.Content {
			end = max(end, f.span(inner).End)
		}
		if n.Style&yaml.FlowStyle != 0 {
			end += 1 + max(0, strings.IndexAny(f.text[end:], "]}"))
		}
		return syntax.Span{Start: start, End: min(end, len(f.text))}
	case n.Kind == yaml.ScalarNode && n.Value != "" && n.Style == 0 && strings.HasPrefix(line, n.Value):
		return syntax.Span{Start: start, End: start + len(n.Value)}
	case strings.HasPrefix(line, `"`), strings.HasPrefix(line, "'"):
		if length := quoted(f.text[start:]); length > 0 {
			return f.inQuotes(n, syntax.Span{Start: start, End: start + length})
		}
	case n.Kind == yaml.ScalarNode && strings.ContainsAny(n.Value, "\n ") || n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return syntax.Span{Start: start, End: f.blockEnd(m, start)}
	}
	if comment := strings.Index(line, " #"); comment >= 0 {
		line = line[:comment]
	}
	return syntax.Span{Start: start, End: start + len(strings.TrimRight(line, " \t\r\n,}]"))}
}

// inQuotes is the place to mark in a quoted text: the text without the quotes if it needs
// no escapes.
func (f *File) inQuotes(n *yaml.Node, span syntax.Span) syntax.Span {
	if inner := (syntax.Span{Start: span.Start + 1, End: span.End - 1}); inner.Len() > 0 && f.text[inner.Start:inner.End] == n.Value {
		return inner
	}
	return span
}

// quoted is the length of the quoted text at the beginning of a text; 0 if the closing
// quote is missing.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[0] == '"' && text[i] == '\\':
			i++
		case text[i] == text[0] && text[0] == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return 0
}

// blockEnd is the end of a text of several lines, which continues as long as lines are
// indented further than the first.
func (f *File) blockEnd(m *syntax.Mapper, start int) int {
	first := m.Line(start)
	indent := indentation(m.LineText(first))
	end := m.LineStart(first) + len(strings.TrimRight(m.LineText(first), " \t\r\n"))
	for line := first + 1; line < m.LineCount(); line++ {
		text := strings.TrimRight(m.LineText(line), " \t\r\n")
		if text == "" {
			continue
		}
		if indentation(text) <= indent {
			break
		}
		end = m.LineStart(line) + len(text)
	}
	return end
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// line is a whole line, counted from 1, or the last one.
func (f *File) line(number int) syntax.Span {
	m := f.places
	line := max(0, min(number, m.LineCount())-1)
	start := m.LineStart(line)
	return syntax.Span{Start: start, End: start + len(strings.TrimRight(m.LineText(line), " \t\r\n"))}
}

// firstLine is the first line, counted from 1, that is not blank and no comment.
func (f *File) firstLine() int {
	number := 0
	for line := range strings.Lines(f.text) {
		number++
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			return number
		}
	}
	return 1
}
