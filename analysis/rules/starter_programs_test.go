package rules_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes random programs about the resources that the starter rules look at. It takes resources from the rules' tests, and
// changes their inputs: to other literals, to values of configs, and to outputs of resources.

// harvest is what the tests of rules write.
type harvest struct {
	resources []found
	texts     []string
	kinds     map[string]string // of configs, by name
}

// found is a resource in a test.
type found struct {
	token  string
	item   syntax.Placed
	inputs []*hclsyntax.Attribute
}

// harvested collects what the tests of rules write.
func harvested(files []*rules.File) *harvest {
	h := &harvest{kinds: map[string]string{}}
	texts := map[string]bool{"": true, "x": true}
	for _, f := range files {
		for _, r := range f.Rules {
			for _, t := range r.Tests {
				h.add(syntax.Parse("/test/main.pp", t.Files["main.pp"], nil), texts)
			}
		}
	}
	for text := range texts {
		h.texts = append(h.texts, text)
	}
	slices.Sort(h.texts)
	return h
}

var (
	inserted = regexp.MustCompile(`\$\{[a-z]+\}`)
	decimal  = regexp.MustCompile(`^"[0-9]+"$`)
	quoted   = regexp.MustCompile(`"([A-Za-z0-9_.:/*-]*)"`)
)

func (h *harvest) add(f *syntax.File, texts map[string]bool) {
	for _, it := range f.All() {
		switch it.Kind {
		case syntax.KindConfig:
			h.kinds[it.Name] = it.Labels[1].Value
		case syntax.KindResource:
			one := found{token: it.Labels[1].Value, item: it}
			for _, name := range slices.Sorted(maps.Keys(it.Block().Body.Attributes)) {
				a := it.Block().Body.Attributes[name]
				one.inputs = append(one.inputs, a)
				for _, m := range quoted.FindAllStringSubmatch(eval.Source(it.Item, a.Expr), -1) {
					texts[m[1]] = true
				}
			}
			h.resources = append(h.resources, one)
		}
	}
}

// writer writes one program.
type writer struct {
	*rand.Rand
	*harvest
	schemas analysis.Schemas
	ranged  bool // the block that is being written has a range
	item    syntax.Placed
}

// start declares what the inputs of the program refer to: configs of each kind, and a resource with outputs of each kind.
const start = `config flag bool {}
config usual bool { default = true }
config word string {}
config mode string { default = "%s" }
config number int {}
config words "list(string)" {}
config labels "map(string)" {}
config hidden string { secret = true }
resource disk "aws:ebs/volume:Volume" {
  availabilityZone = mode
}
resource policy "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
  bucket          = disk.id
  blockPublicAcls = usual
}
`

// references are expressions of each kind whose values are not written out.
func (w *writer) reference(kind string) string {
	from := map[string][]string{
		"bool":   {"flag", "usual", "!flag", "disk.encrypted", "policy.blockPublicAcls", `word == "x"`},
		"int":    {"number", "number + 20", "disk.size", "length(words)"},
		"string": {"word", "mode", `"${word}"`, `"${word}-x"`, `"x${word}"`, "disk.arn", "disk.kmsKeyId", "hidden", "secret(word)", "unsecret(hidden)", "lookup(labels, \"Owner\", mode)"},
	}
	if w.ranged {
		from["bool"], from["string"], from["int"] = []string{`range.value == "x"`, `range.value == "*"`}, []string{"range.value"}, []string{"length(range.value)"}
	}
	switch {
	case strings.HasPrefix(kind, "list"):
		return "words"
	case strings.HasPrefix(kind, "map"):
		return "labels"
	case from[kind] == nil:
		kind = "string"
	}
	return from[kind][w.IntN(len(from[kind]))]
}

// program is a random program.
func (w *writer) program() string {
	var out strings.Builder
	fmt.Fprintf(&out, start, w.texts[w.IntN(len(w.texts))])
	for i := range 4 {
		one := w.resources[w.IntN(len(w.resources))]
		fmt.Fprintf(&out, "resource r%d %q {\n", i, one.token)
		w.ranged = w.IntN(6) == 0
		written := map[string]bool{}
		for _, from := range []found{one, w.resources[w.IntN(len(w.resources))], w.resources[w.IntN(len(w.resources))]} {
			if from.token != one.token {
				continue
			}
			w.item = from.item
			for _, a := range from.inputs {
				if !written[a.Name] && (w.required(one.token, a.Name) || w.IntN(8) > 0) {
					written[a.Name] = true
					fmt.Fprintf(&out, "  %s = %s\n", a.Name, w.value(a.Expr))
				}
			}
		}
		if w.ranged {
			fmt.Fprintf(&out, "  options {\n    range = %s\n  }\n", []string{`["x", "y"]`, "words", `[mode, "*"]`}[w.IntN(3)])
		}
		out.WriteString("}\n")
	}
	return out.String()
}

func (w *writer) required(token, input string) bool {
	pkg, _, _ := strings.Cut(token, ":")
	p, _ := w.schemas.Package(schema.Ref{Name: pkg})
	if p == nil || p.Resource(token) == nil {
		return false
	}
	for _, in := range p.Resource(token).Inputs {
		if in.Name == input {
			return in.Required
		}
	}
	return false
}

// value is an expression like one of a test.
func (w *writer) value(e hclsyntax.Expression) string {
	source := eval.Source(w.item.Item, e)
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return w.value(e.Expression)
	case *hclsyntax.ObjectConsExpr:
		return w.object(e)
	case *hclsyntax.TupleConsExpr:
		return w.list(e)
	case *hclsyntax.ConditionalExpr:
		return w.reference("bool") + " ? " + w.value(e.TrueResult) + " : " + w.value(e.FalseResult)
	case *hclsyntax.FunctionCallExpr:
		return e.Name + "(" + w.value(e.Args[0]) + ")"
	case *hclsyntax.UnaryOpExpr, *hclsyntax.BinaryOpExpr:
		return w.reference("bool")
	case *hclsyntax.ScopeTraversalExpr:
		return w.reference(w.kinds[e.Traversal.RootName()])
	case *hclsyntax.LiteralValueExpr:
		return w.literal(source)
	}
	switch {
	case strings.Contains(source, "\\"):
		return source
	case decimal.MatchString(source):
		return w.literal(source)
	}
	return w.text(source)
}

func (w *writer) object(e *hclsyntax.ObjectConsExpr) string {
	var parts []string
	for _, item := range e.Items {
		if w.IntN(10) > 0 {
			parts = append(parts, eval.Source(w.item.Item, item.KeyExpr)+" = "+w.value(item.ValueExpr))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (w *writer) list(e *hclsyntax.TupleConsExpr) string {
	var parts []string
	for _, element := range e.Exprs {
		for range 1 + w.IntN(8)/7 {
			if w.IntN(10) > 0 {
				parts = append(parts, w.value(element))
			}
		}
	}
	if w.IntN(12) == 0 && len(e.Exprs) > 0 && len(parts) > 0 {
		return "usual ? [" + strings.Join(parts, ", ") + "] : [" + w.value(e.Exprs[0]) + "]"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// literal is a bool, a number or null.
func (w *writer) literal(source string) string {
	isBool := source == "true" || source == "false"
	switch {
	case w.IntN(3) == 0 && isBool:
		return w.reference("bool")
	case w.IntN(4) == 0 && isBool:
		return `"` + source + `"`
	case w.IntN(3) == 0 && isBool:
		return map[string]string{"true": "false", "false": "true"}[source]
	case isBool || source == "null" || w.IntN(3) == 0:
		return source
	case w.IntN(4) == 0:
		return w.reference("int")
	}
	return []string{"0", "3", "7", "22", "80", "3389", `"14"`}[w.IntN(7)]
}

// text is a text in quotes, or what gives one.
func (w *writer) text(source string) string {
	switch w.IntN(8) {
	case 0:
		return w.reference("string")
	case 1:
		return `"` + w.texts[w.IntN(len(w.texts))] + `"`
	case 2:
		if plain := strings.Trim(source, `"`); len(plain) > 1 && !strings.Contains(plain, "$") {
			return `"` + plain[:len(plain)/2] + `${word}"`
		}
	}
	return inserted.ReplaceAllString(source, "$${word}")
}
