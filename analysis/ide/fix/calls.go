package fix

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// meantFunction calls the function that the table of builtins names for the finding.
var meantFunction = about(anywhere, func(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	meant := language.Called(call.Name).Meant[s.code]
	if meant == "" {
		return nil
	}
	name := syntax.Span{Start: call.NameRange.Start.Byte, End: call.NameRange.End.Byte}
	return []Fix{s.rewrite(name, meant, "Call `"+meant+"`")}
})

// otherCall calls a function of the suggested name, or replaces the whole call by the suggested
// one.
func otherCall(s site) []Fix {
	call, ok := s.call()
	if !ok || syntax.IsIdentifier(s.finding.Suggestion) {
		return proposed(s)
	}
	s.span = syntax.SpanOf(call)
	return verbatim(s)
}

// remaining removes the surplus arguments, from the finding on.
func remaining(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	for i, arg := range call.Args {
		if i > 0 && syntax.SpanOf(arg).Start >= s.span.Start {
			return []Fix{s.rewrite(syntax.Span{Start: syntax.SpanOf(call.Args[i-1]).End, End: call.CloseParenRange.Start.Byte}, "", "Remove the extra arguments")}
		}
	}
	return nil
}

// missingArguments adds placeholders for the missing arguments.
func missingArguments(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	b := language.LookupBuiltin(call.Name)
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

// lookupDefault adds a default of the type that the call has.
func lookupDefault(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return nil
	}
	return s.withArguments(call, []string{printer.Placeholder(typesys.PlainShape(info.TypeOf(call)))})
}

// repairedCall writes the call of a method as the language has it, or closes a call.
func repairedCall(s site) []Fix {
	open := s.span.End
	if !strings.HasPrefix(s.item.Text[open:], "(") {
		return closedParen(s)
	}
	dot := strings.LastIndexByte(s.text(s.span), '.')
	receiver, name := s.text(s.span)[:dot], s.text(s.span)[dot+1:]
	method := s.method(receiver, name)
	call := callIn(name + s.item.Text[open:])
	if method == nil || call == nil {
		return nil
	}
	inputs, ok := namedInputs(method, call, name+s.item.Text[open:])
	if !ok {
		return nil
	}
	text := "call(" + receiver + ", " + printer.Text(name) + ", " + inputs + ")"
	end := open + syntax.SpanOf(call).Len() - len(name)
	return []Fix{s.rewrite(syntax.Span{Start: s.span.Start, End: end}, text, "Write `"+text+"`")}
}

// method returns the method of a resource, or of an instance such as server[0].
func (s site) method(receiver, name string) *schema.Function {
	of, _, indexed := strings.Cut(receiver, "[")
	o := s.program.Lookup(of)
	if o == nil {
		return nil
	}
	t := s.program.TypeOf(s.ctx, o)
	if indexed {
		t = typesys.PlainShape(t).Elem()
	}
	r := schema.ResourceOf(t)
	if r == nil {
		return nil
	}
	return r.Method(name)
}

// callIn returns the call that a text begins with. Only the first closing parentheses are
// tried.
func callIn(text string) *hclsyntax.FunctionCallExpr {
	end := 0
	for range maxLines {
		next := strings.IndexByte(text[end:], ')')
		if next < 0 {
			break
		}
		end += next + 1
		if e, errs := parse.Expression(text[:end], 0); len(errs) == 0 {
			call, _ := e.(*hclsyntax.FunctionCallExpr)
			return call
		}
	}
	return nil
}

// namedInputs writes the arguments of a call as an object. A single argument is the input that
// is required, or the only one. The schema doesn't know the order of several.
func namedInputs(method *schema.Function, call *hclsyntax.FunctionCallExpr, text string) (string, bool) {
	if len(call.Args) == 0 {
		return "{}", true
	}
	if len(call.Args) > 1 {
		return "", false
	}
	span := syntax.SpanOf(call.Args[0])
	value := text[span.Start:span.End]
	if object, ok := call.Args[0].(*hclsyntax.ObjectConsExpr); ok && takes(method, object) {
		return value, true
	}
	inputs := method.Inputs
	if required := requiredOf(inputs); len(required) > 0 {
		inputs = required
	}
	if len(inputs) != 1 {
		return "", false
	}
	return "{ " + inputs[0].Name + " = " + value + " }", true
}

// takes reports whether all keys of an object are inputs of a method.
func takes(method *schema.Function, object *hclsyntax.ObjectConsExpr) bool {
	return !slices.ContainsFunc(object.Items, func(item hclsyntax.ObjectConsItem) bool {
		key, literal := analysis.LiteralKey(item.KeyExpr)
		return !literal || method.Input(key) == nil
	})
}

// oneByOne passes the members of an object as separate arguments.
func oneByOne(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	if len(call.Args) != 2 {
		return nil
	}
	object, ok := call.Args[1].(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return nil
	}
	called := slices.IndexFunc(info.Occurrences, func(o analysis.Occurrence) bool { return o.Span == s.span && o.SchemaFunction != nil })
	if called < 0 {
		return nil
	}
	values := map[string]string{}
	for _, item := range object.Items {
		if key, literal := analysis.LiteralKey(item.KeyExpr); literal {
			values[key] = s.text(syntax.SpanOf(item.ValueExpr))
		}
	}
	var args []string
	for _, name := range info.Occurrences[called].SchemaFunction.MultiArgument {
		value := cmp.Or(values[name], "null")
		args = append(args, value)
	}
	return []Fix{s.rewrite(syntax.SpanOf(object), strings.Join(args, ", "), "Pass the arguments one by one")}
}

// pairs replaces the call by a `for` expression that lists keys and values.
func pairs(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	if len(call.Args) != 1 {
		return nil
	}
	text := "[for key, value in " + s.text(syntax.SpanOf(call.Args[0])) + " : { key = key, value = value }]"
	return []Fix{s.rewrite(syntax.SpanOf(call), text, "Use a `for` expression")}
}

// counted replaces a call of `range` by the list it returns.
func counted(s site, call *hclsyntax.FunctionCallExpr) []Fix {
	if len(call.Args) != 1 {
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
	return []Fix{s.rewrite(syntax.SpanOf(call), "["+strings.Join(numbers, ", ")+"]", "Write out the numbers")}
}
