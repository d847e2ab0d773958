package fix

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repairs values. Whether what comes out fits its place is found out by
// trying.

// wrapped puts something around what the finding is about.
func wrapped(before, after, title string) repair {
	return func(s site) []Fix {
		return []Fix{s.rewrite(s.span, before+s.text(s.span)+after, title)}
	}
}

// rewritten puts a text in its place.
func rewritten(text string) repair {
	return func(s site) []Fix { return s.instead(text, true) }
}

// inserted puts a text before it.
func inserted(texts ...string) repair {
	return func(s site) []Fix {
		var fixes []Fix
		for _, text := range texts {
			fixes = append(fixes, s.insertAt(s.span.Start, text, "Insert `"+strings.TrimSpace(text)+"`"))
		}
		return fixes
	}
}

// either tries several repairs.
func either(all ...repair) repair {
	return func(s site) []Fix {
		var fixes []Fix
		for _, r := range all {
			fixes = append(fixes, r(s)...)
		}
		return fixes
	}
}

var inBrackets = wrapped("[", "]", "Put it in brackets")

// misfit tries what usually makes a value fit: brackets, the value without or with
// quotes, and one that says the same as text. A value that does not fit either, for
// another reason, is no fix: the other reason has one that leads back.
func misfit(s site) []Fix {
	fixes := append(s.unquoted(), either(inBrackets, quoted, wrapped("toJSON(", ")", "Write it as JSON"))(s)...)
	for i := range fixes {
		fixes[i].fits = true
	}
	return fixes
}

// unquoted takes the quotes from a number or bool.
func (s site) unquoted() []Fix {
	text := s.text(s.span)
	if len(text) < 2 || text[0] != '"' {
		return nil
	}
	inner := strings.Trim(text, `"`)
	if _, err := strconv.ParseFloat(inner, 64); err != nil && inner != "true" && inner != "false" && syntax.IdentifierEnd(inner, 0) != len(inner) {
		return nil
	}
	return []Fix{s.rewrite(s.span, inner, "Write `"+inner+"` without quotes")}
}

func withoutQuotes(s site) []Fix { return s.unquoted() }

// quoted makes a text of a value.
func quoted(s site) []Fix {
	text := s.text(s.span)
	if strings.ContainsAny(text, "\"\n") {
		return nil
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil && text != "true" && text != "false" {
		return []Fix{s.rewrite(s.span, `"${`+text+`}"`, "Make a text of it")}
	}
	return []Fix{s.rewrite(s.span, `"`+text+`"`, "Put it in quotes")}
}

// expression is what the finding is about, if it is an expression.
func (s site) expression() (hclsyntax.Expression, bool) {
	return innermost(s, func(e hclsyntax.Expression) bool { return syntax.SpanOf(e) == s.span })
}

// computed writes out a value that is known.
func computed(s site) []Fix {
	e, ok := s.expression()
	if !ok {
		return nil
	}
	v, err := eval.Of(s.ctx, s.program, s.item, e)
	if err != nil || !v.Known() || v.Value.IsMarked() || v.Value.IsNull() || !v.Value.Type().IsPrimitiveType() {
		return nil
	}
	text := printer.Value(v.Value)
	fixes := s.instead(text, false)
	if v.Value.Type() == cty.String && (v.Value.AsString() == "true" || v.Value.AsString() == "yes") {
		fixes = append(fixes, s.rewrite(s.span, "true", "Write `true`"))
	}
	return fixes
}

// literally writes a value out, or leaves the attribute away.
func literally(s site) []Fix { return append(truth(s), append(computed(s), s.removeAttribute()...)...) }

var truths = map[string]string{`"yes"`: "true", `"true"`: "true", `"on"`: "true", "1": "true", `"no"`: "false", `"false"`: "false", `"off"`: "false", "0": "false"}

func truth(s site) []Fix {
	if word := truths[s.text(s.span)]; word != "" {
		return []Fix{s.rewrite(s.span, word, "Write `"+word+"`")}
	}
	return nil
}

// condition compares a value that is no bool.
func condition(s site) []Fix {
	text := s.text(s.span)
	return []Fix{
		s.rewrite(s.span, text+" != 0", "Compare it with zero"),
		s.rewrite(s.span, text+` != ""`, "Compare it with the empty text"),
		s.rewrite(s.span, "length("+text+") > 0", "Ask whether there are elements"),
	}
}

// template takes a lone expression out of its quotes.
func template(s site) []Fix {
	t, ok := innermost(s, func(t *hclsyntax.TemplateWrapExpr) bool { return syntax.SpanOf(t) == s.span })
	if !ok {
		return nil
	}
	f := s.rewrite(s.span, s.text(syntax.SpanOf(t.Wrapped)), "Write the expression alone")
	f.Safe = true
	return []Fix{f}
}

// chosenBranch writes the branch that is always taken.
func chosenBranch(s site) []Fix {
	c, ok := innermost(s, func(c *hclsyntax.ConditionalExpr) bool { return syntax.SpanOf(c.Condition) == s.span })
	if !ok {
		return nil
	}
	branch := c.FalseResult
	if strings.Contains(s.message, "always true") {
		branch = c.TrueResult
	}
	return []Fix{s.rewrite(syntax.SpanOf(c), s.text(syntax.SpanOf(branch)), "Write the branch that is always taken")}
}

// whole cuts the fraction off.
func whole(s site) []Fix {
	n, err := strconv.ParseFloat(s.text(s.span), 64)
	if err != nil {
		return nil
	}
	return s.instead(strconv.FormatInt(int64(n), 10), false)
}

// fromEnd counts from the end of a list.
func fromEnd(s site) []Fix {
	index, ok := innermost(s, func(x *hclsyntax.IndexExpr) bool { return true })
	if !ok {
		return nil
	}
	text := "element(" + s.text(syntax.SpanOf(index.Collection)) + ", " + s.text(syntax.SpanOf(index.Key)) + ")"
	return []Fix{s.rewrite(syntax.SpanOf(index), text, "Count from the end with `element`")}
}

var elements = regexp.MustCompile("has ([0-9]+) elements?")

// lastIndex takes the last element.
func lastIndex(s site) []Fix {
	m := elements.FindStringSubmatch(s.message)
	if m == nil {
		return nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n == 0 {
		return nil
	}
	return s.instead("["+strconv.Itoa(n-1)+"]", false)
}

var duration = regexp.MustCompile(`^"([0-9.]+) *(h|m|s)[a-z]*"$`)

func durationText(s site) []Fix {
	m := duration.FindStringSubmatch(s.text(s.span))
	if m == nil {
		return nil
	}
	return s.instead(`"`+m[1]+m[2]+`"`, true)
}

func base64Text(s site) []Fix {
	text := strings.Trim(s.text(s.span), `"`)
	if strings.ContainsAny(text, `\$%"`) {
		return nil
	}
	padded := strings.TrimRight(text, "=")
	padded += strings.Repeat("=", (4-len(padded)%4)%4)
	if _, err := base64.StdEncoding.DecodeString(padded); err == nil {
		return s.instead(printer.Text(padded), true)
	}
	return []Fix{s.rewrite(s.span, printer.Text(base64.StdEncoding.EncodeToString([]byte(text))), "Encode the text")}
}

// counted writes out what range gives.
func counted(s site) []Fix {
	call, ok := s.call()
	if !ok || len(call.Args) != 1 {
		return nil
	}
	n, err := strconv.Atoi(s.text(syntax.SpanOf(call.Args[0])))
	if err != nil || n < 0 || n > 50 {
		return nil
	}
	numbers := make([]string, n)
	for i := range numbers {
		numbers[i] = strconv.Itoa(i)
	}
	return []Fix{s.rewrite(syntax.SpanOf(call), "["+strings.Join(numbers, ", ")+"]", "Write the numbers out")}
}

// call is the innermost call around the finding.
func (s site) call() (*hclsyntax.FunctionCallExpr, bool) {
	return innermost(s, func(*hclsyntax.FunctionCallExpr) bool { return true })
}

// calledAs calls another function.
func calledAs(names map[string]string) repair {
	return func(s site) []Fix {
		call, ok := s.call()
		if !ok || names[call.Name] == "" {
			return nil
		}
		name := syntax.Span{Start: call.NameRange.Start.Byte, End: call.NameRange.End.Byte}
		return []Fix{s.rewrite(name, names[call.Name], "Call `"+names[call.Name]+"`")}
	}
}

// remaining removes the arguments from the finding on.
func remaining(s site) []Fix {
	call, ok := s.call()
	if !ok {
		return nil
	}
	for i, arg := range call.Args {
		if i > 0 && syntax.SpanOf(arg).Start >= s.span.Start {
			return []Fix{s.rewrite(syntax.Span{Start: syntax.SpanOf(call.Args[i-1]).End, End: call.CloseParenRange.Start.Byte}, "", "Remove the arguments that are too many")}
		}
	}
	return nil
}

// missingArguments adds what a call lacks.
func missingArguments(s site) []Fix {
	call, ok := s.call()
	if !ok {
		return nil
	}
	b := analysis.LookupBuiltin(call.Name)
	if b == nil {
		return nil
	}
	var added []string
	for i, p := range b.Parameters {
		if i >= len(call.Args) && !p.Optional && !p.Variadic {
			added = append(added, placeholderNamed(p.Type))
		}
	}
	return s.withArguments(call, added)
}

func placeholderNamed(name string) string {
	switch {
	case strings.HasPrefix(name, "list") || strings.HasPrefix(name, "set"):
		return "[]"
	case strings.HasPrefix(name, "map") || strings.HasPrefix(name, "{"):
		return "{}"
	case name == "string":
		return `""`
	case name == "int" || name == "number":
		return "0"
	case name == "bool":
		return "false"
	}
	return "null"
}

func (s site) withArguments(call *hclsyntax.FunctionCallExpr, added []string) []Fix {
	if len(added) == 0 {
		return nil
	}
	text := strings.Join(added, ", ")
	at := call.OpenParenRange.End.Byte
	if n := len(call.Args); n > 0 {
		at, text = syntax.SpanOf(call.Args[n-1]).End, ", "+text
	}
	return []Fix{s.insertAt(at, text, "Add the missing arguments")}
}

// argument adds one argument to the call.
func argument(text string) repair {
	return func(s site) []Fix {
		call, ok := s.call()
		if !ok {
			return nil
		}
		return s.withArguments(call, []string{text})
	}
}

// oneByOne gives the members of an object as arguments.
func oneByOne(s site) []Fix {
	call, ok := s.call()
	if !ok || len(call.Args) != 2 {
		return nil
	}
	object, ok := call.Args[1].(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	_, list, found := strings.Cut(s.message, "one by one: invoke(")
	list, _, closed := strings.Cut(list, ")")
	if !found || !closed || strings.Contains(list, "…") {
		return nil
	}
	values := map[string]string{}
	for _, item := range object.Items {
		if key, literal := analysis.LiteralKey(item.KeyExpr); literal {
			values[key] = s.text(syntax.SpanOf(item.ValueExpr))
		}
	}
	var args []string
	for _, name := range strings.Split(list, ", ")[1:] {
		value := values[strings.TrimSuffix(name, "?")]
		if value == "" {
			value = "null"
		}
		args = append(args, value)
	}
	return []Fix{s.rewrite(syntax.SpanOf(object), strings.Join(args, ", "), "Give the arguments one by one")}
}
