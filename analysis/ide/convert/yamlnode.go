package convert

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reads nodes of YAML. JSON is YAML, too.

// entry is an entry of a mapping.
type entry struct {
	key, value *yaml.Node
}

// merges reports whether the value has entries for the mapping around it.
func (e entry) merges() bool { return e.key.ShortTag() == "!!merge" }

// entries returns those of a mapping, and those that it merges: its own come first, and then those of earlier mappings.
func entries(n *yaml.Node) []entry {
	all := pairs(resolved(n))
	if !slices.ContainsFunc(all, entry.merges) {
		return all
	}
	return merged(resolved(n), map[string]bool{}, map[*yaml.Node]bool{})
}

// merged returns the entries of a mapping with other keys than the known ones. Each mapping is merged once, and not too many are: aliases could multiply it.
func merged(n *yaml.Node, known map[string]bool, seen map[*yaml.Node]bool) (all []entry) {
	if seen[n] || len(seen) > maxDepth {
		return nil
	}
	seen[n] = true
	own := slices.DeleteFunc(pairs(n), func(e entry) bool { return known[e.key.Value] })
	for _, e := range own {
		known[e.key.Value] = known[e.key.Value] || !e.merges()
	}
	for _, e := range own {
		switch of := resolved(e.value); {
		case !e.merges():
			all = append(all, e)
		case of.Kind == yaml.SequenceNode:
			for _, m := range elements(of) {
				all = append(all, merged(m, known, seen)...)
			}
		default:
			all = append(all, merged(of, known, seen)...)
		}
	}
	return all
}

// pairs are the keys of a mapping with their values.
func pairs(n *yaml.Node) (all []entry) {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		all = append(all, entry{n.Content[i], n.Content[i+1]})
	}
	return all
}

// resolved returns the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// get returns the value of a key, or nil.
func get(n *yaml.Node, key string) *yaml.Node {
	for _, e := range entries(n) {
		if e.key.Value == key {
			return resolved(e.value)
		}
	}
	return nil
}

// scalar returns the text of a scalar, or nothing for other nodes.
func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// isTrue reports whether a mapping sets a flag.
func isTrue(n *yaml.Node, key string) bool { return scalar(get(n, key)) == "true" }

// elements are those of a list.
func elements(n *yaml.Node) []*yaml.Node {
	if n = resolved(n); n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return lists.Map(n.Content, resolved)
}

// isEmpty reports whether there is nothing in a document, such as one with comments alone.
func isEmpty(n *yaml.Node) bool {
	return n == nil || n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}

// source is the lines of a text that a node or an entry has, for a comment.
type source struct {
	text   string
	starts []int // of its lines, and its end
}

func newSource(text string) source {
	s := source{text, []int{0}}
	for line := range strings.Lines(text) {
		s.starts = append(s.starts, s.starts[len(s.starts)-1]+len(line))
	}
	return s
}

// mostLines is how many lines a comment quotes, and mostInLine how many bytes of something that shares its line with others.
const (
	mostLines  = 20
	mostInLine = 120
)

// of returns the lines of a node that begins with another one, such as its key. What does not begin its line is written anew, and in short: a text
// on one line would be quoted as a whole for each part of it.
func (s source) of(begins, n *yaml.Node) string {
	first, last := begins.Line, lastLine(n, 0)
	if first < 1 || first >= len(s.starts) {
		return ""
	}
	if n.Style&yaml.FlowStyle != 0 {
		last = max(last, s.closing(n))
	}
	line := s.text[s.starts[first-1]:]
	if at := min(max(begins.Column-1, 0), len(line)); strings.Trim(line[:at], " \t-") != "" || begins.Style == yaml.FlowStyle {
		return inShort(begins, n)
	}
	last = min(max(first, last), len(s.starts)-1)
	if last-first >= mostLines {
		return strings.TrimRight(s.text[s.starts[first-1]:s.starts[first+mostLines-1]], "\r\n") + "\n…"
	}
	return strings.TrimRight(s.text[s.starts[first-1]:s.starts[last]], "\r\n")
}

// closing is the line in which the brackets of a node are closed.
func (s source) closing(n *yaml.Node) int {
	line, depth, quote := n.Line, 0, byte(0)
	rest := s.text[s.starts[n.Line-1]:]
	for at := min(n.Column-1, len(rest)); at < len(rest); at++ {
		switch c := rest[at]; {
		case c == '\n':
			line++
		case quote != 0:
			if c == '\\' && quote == '"' {
				at++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return line
			}
		}
	}
	return line
}

// inShort writes a node as the beginning of one line.
func inShort(begins, n *yaml.Node) string {
	var b strings.Builder
	if begins != n {
		b.WriteString(begins.Value + ": ")
	}
	sketch(&b, n, 0)
	text := b.String()
	if len(text) > mostInLine {
		text = strings.ToValidUTF8(text[:mostInLine], "") + "…"
	}
	return text
}

func sketch(b *strings.Builder, n *yaml.Node, depth int) {
	switch n = resolved(n); {
	case b.Len() > mostInLine || depth > maxDepth:
	case n.Kind == yaml.ScalarNode:
		text := strings.ReplaceAll(n.Value[:min(len(n.Value), mostInLine)], "\n", `\n`)
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
			text = `"` + text + `"`
		}
		b.WriteString(text)
	default:
		braces := map[bool]string{true: "[]", false: "{}"}[n.Kind == yaml.SequenceNode]
		b.WriteString(braces[:1])
		for i, part := range n.Content {
			if b.Len() > mostInLine {
				break
			}
			if i > 0 {
				b.WriteString(map[bool]string{true: ": ", false: ", "}[n.Kind == yaml.MappingNode && i%2 == 1])
			}
			sketch(b, part, depth+1)
		}
		b.WriteString(braces[1:])
	}
}

// maxDepth limits how deep nodes are read.
const maxDepth = 100

func lastLine(n *yaml.Node, depth int) int {
	last := n.Line
	if n.Kind == yaml.ScalarNode && (n.Style == yaml.LiteralStyle || n.Style == yaml.FoldedStyle) {
		last += strings.Count(n.Value, "\n")
	}
	if len(n.Content) > 0 && depth < maxDepth {
		last = max(last, lastLine(n.Content[len(n.Content)-1], depth+1))
	}
	return last
}
