package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file gives values, which readers produce with the names and shapes of the source, the names and shapes that
// the schema expects, and writes them as PCL.

// members renames entries to the properties that they mean. Entries without one become comments. The owner is the name of the type in messages.
func (r *reader) members(all []member, properties []typesys.Property, owner string) []member {
	fitted := make([]member, len(all))
	set := map[string]bool{}
	for i, m := range all {
		fitted[i] = m
		if m.reason != "" {
			continue
		}
		p, ok := meant(m.name, properties, owner)
		switch {
		case !ok && owner == "":
			fitted[i].reason = "there is no `" + m.name + "` in it"
		case m.key != "", !ok:
			fitted[i].reason = "`" + owner + "` has no input `" + m.name + "`"
		case set[p.Name]:
			fitted[i].reason = "`" + p.Name + "` is already set"
		default:
			set[p.Name] = true
			fitted[i] = r.fitted(m, p)
		}
	}
	return fitted
}

// fitted converts the value of an entry for a property.
func (r *reader) fitted(m member, p typesys.Property) member {
	before := r.problem
	r.problem = ""
	v := r.fit(m.value, p.Type)
	if r.problem != "" {
		m.reason = r.problem
	} else {
		m.name, m.value, m.above = p.Name, v, append(slices.Clip(m.above), r.notes...)
	}
	r.problem, r.notes = before, nil
	return m
}

// fit converts a value for a type. Problems go to r.problem.
func (r *reader) fit(v value, t typesys.Type) value {
	t = typesys.Unwrapped(typesys.Strip(typesys.PlainShape(t)))
	switch v.form {
	case formSource:
		return r.fitSource(v, t)
	case formObject:
		return r.fitObject(v, t)
	case formList:
		return r.fitList(v, t)
	case formLoop, formJoined:
		if one := alternative(t, typesys.KindList, typesys.KindSet, typesys.KindObject); one.Kind() == typesys.KindObject { // so there is one block at most
			return textValue("singleOrNone(" + r.fit(v, typesys.List(one)).text + ")")
		} else if v.form == formJoined {
			return r.fitJoined(v, t)
		}
		return r.fitLoop(v, t)
	case formSecret:
		return textValue(r.secret(v.text, t))
	}
	switch {
	case v.truth != "" && (t == typesys.Bool || t.Kind() == typesys.KindDynamic):
		v.text, v.long = v.truth, ""
	case v.isResource && takesText(t):
		v.text = v.asText()
	}
	return v
}

// takesText reports whether a type takes texts, and no resources.
func takesText(t typesys.Type) bool {
	if t.Kind() == typesys.KindUnion {
		return slices.ContainsFunc(t.Elems(), takesText) && !slices.ContainsFunc(t.Elems(), func(e typesys.Type) bool { return typesys.Strip(e).Kind() == typesys.KindObject })
	}
	t = typesys.Strip(t)
	return t.Kind() == typesys.KindString || t.Kind() == typesys.KindID || t.Kind() == typesys.KindEnum
}

// secretConfig is a config that takes the place of a secret.
type secretConfig struct{ name, label string }

// secret declares a config for a secret, and returns its name.
func (r *reader) secret(name string, t typesys.Type) string {
	d := &declaration{typ: typesys.Dynamic}
	r.add("secret:"+strconv.Itoa(len(r.secrets)), name, d, "secret")
	label := map[typesys.Kind]string{typesys.KindString: "string", typesys.KindNumber: "number", typesys.KindInt: "int", typesys.KindBool: "bool"}[t.Kind()]
	r.secrets = append(r.secrets, secretConfig{d.name, label})
	return d.name
}

func (r *reader) fitSource(v value, t typesys.Type) value {
	if wrap := assetFunction(t); wrap != "" {
		if text, is := tree.PlainText(v.source); is || isTemplate(v.source) {
			if strings.HasPrefix(text, "http") {
				wrap = strings.Replace(wrap, "file", "remote", 1)
			}
			// A relative path of an asset begins in the directory of the program, as that of a module does.
			path := strings.TrimPrefix(r.text(v.source), `"${rootDirectory()}/`)
			if path != r.text(v.source) {
				path = `"./` + path
			}
			return textValue(wrap + "(" + path + ")")
		}
	}
	if !renames(t, 0) {
		return textValue(r.text(v.source))
	}
	switch e := tree.Unparen(v.source).(type) {
	case *hclsyntax.ObjectConsExpr:
		return r.fit(object(r.entries(e)), t)
	case *hclsyntax.TupleConsExpr:
		elems := lists.Map(e.Exprs, func(e hclsyntax.Expression) value { return value{form: formSource, source: e} })
		return r.fit(value{form: formList, elems: elems}, t)
	}
	return textValue(r.text(v.source))
}

func isTemplate(e hclsyntax.Expression) bool {
	_, is := e.(*hclsyntax.TemplateExpr)
	return is
}

// assetFunction returns the function that makes an asset or archive of a path, if a type takes nothing else.
func assetFunction(t typesys.Type) string {
	switch t {
	case typesys.Archive:
		return "fileArchive"
	case typesys.Asset:
		return "fileAsset"
	}
	wrap := ""
	for _, m := range t.Elems() {
		one := assetFunction(m)
		if one == "" || t.Kind() != typesys.KindUnion {
			return ""
		}
		wrap = max(wrap, one) // an asset, if it may be both
	}
	return wrap
}

// maxNesting limits how deep types are searched for objects.
const maxNesting = 8

// renames reports whether values of a type contain names from a schema.
func renames(t typesys.Type, depth int) bool {
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindObject:
		return true
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		return depth < maxNesting && renames(t.Elem(), depth+1)
	case typesys.KindUnion:
		for _, m := range t.Elems() {
			if depth < maxNesting && renames(m, depth+1) {
				return true
			}
		}
	}
	return false
}

// alternative returns the type itself, or the first member of a union that has one of the kinds.
func alternative(t typesys.Type, kinds ...typesys.Kind) typesys.Type {
	choices := []typesys.Type{t}
	if t.Kind() == typesys.KindUnion {
		choices = t.Elems()
	}
	for _, kind := range kinds {
		for _, c := range choices {
			if c = typesys.Strip(c); c.Kind() == kind {
				return c
			}
		}
	}
	return t
}

func (r *reader) fitObject(v value, t typesys.Type) value {
	switch t = alternative(t, typesys.KindObject, typesys.KindMap, typesys.KindList, typesys.KindSet); t.Kind() {
	case typesys.KindObject:
		v.members = r.members(v.members, t.Properties(), memberOf(t.Token()))
	case typesys.KindMap:
		v.members = r.each(v.members, t.Elem())
	case typesys.KindList, typesys.KindSet:
		return value{form: formList, elems: []value{r.fit(v, t.Elem())}}
	case typesys.KindDynamic:
		v.members = r.each(v.members, typesys.Dynamic)
	default:
		r.fail("the input takes no object")
	}
	return v
}

// each converts entries whose names the schema doesn't know.
func (r *reader) each(all []member, t typesys.Type) []member {
	fitted := make([]member, len(all))
	for i, m := range all {
		if fitted[i] = m; m.reason == "" {
			fitted[i] = r.fitted(m, typesys.Property{Name: m.name, Type: t})
		}
	}
	return fitted
}

func (r *reader) fitList(v value, t typesys.Type) value {
	switch t = alternative(t, typesys.KindList, typesys.KindSet, typesys.KindObject, typesys.KindMap); {
	case t.Kind() == typesys.KindList, t.Kind() == typesys.KindSet, t.Kind() == typesys.KindDynamic:
		elem := typesys.Dynamic
		if t.Kind() != typesys.KindDynamic {
			elem = t.Elem()
		}
		fitted := value{form: formList}
		fitted.elems = append(fitted.elems, lists.Map(v.elems, func(e value) value { return r.fit(e, elem) })...)
		return fitted
	case len(v.elems) == 1: // Terraform has lists of at most one element where bridged schemas have the element
		return r.fit(v.elems[0], t)
	case v.blocks:
		r.fail("the input takes one block, and there are several")
	case len(v.elems) == 0:
		return textValue("null")
	default:
		r.fail("the input takes no list")
	}
	return v
}

// fitLoop converts a dynamic block, in whose content its label or iterator stands for the current element.
func (r *reader) fitLoop(v value, t typesys.Type) value {
	if t = alternative(t, typesys.KindList, typesys.KindSet); t.Kind() != typesys.KindList && t.Kind() != typesys.KindSet {
		r.fail("the input takes no blocks")
		return v
	}
	variables, outer := iteratorName(v.name, "value"), r.iterators[v.name]
	var w writer
	w.WriteString(" in " + r.collection(v.source) + " : ")
	r.iterators[v.name], r.used[v.name+".key"] = true, false
	w.value(r.fit(object(v.members), t.Elem()))
	r.iterators[v.name] = outer
	if r.used[v.name+".key"] {
		variables = iteratorName(v.name, "key") + ", " + variables
	}
	return textValue("[for " + variables + w.String() + "]")
}

// fitJoined converts blocks of the same name, some of them dynamic.
func (r *reader) fitJoined(v value, t typesys.Type) value {
	parts := lists.Map(v.elems, func(part value) string { return r.fit(part, t).written() })
	return textValue(call("concat", "input = ["+strings.Join(parts, ", ")+"]"))
}

// entries returns the items of an object.
func (r *reader) entries(e *hclsyntax.ObjectConsExpr) []member {
	var all []member
	end := syntax.SpanOf(e).Start + 1
	for _, item := range e.Items {
		key, whole := syntax.SpanOf(item.KeyExpr), syntax.Span{Start: syntax.SpanOf(item.KeyExpr).Start, End: syntax.SpanOf(item.ValueExpr).End}
		behind, above := apart(r.source[end:key.Start])
		if len(all) > 0 {
			all[len(all)-1].behind = behind
		}
		m := member{
			above: above, source: []func() string{r.quote(whole)},
			value: value{form: formSource, source: item.ValueExpr},
		}
		if name, literal := tree.LiteralKey(item.KeyExpr); literal {
			m.name = name
		} else {
			m.name, m.key = r.source[key.Start:key.End], r.text(item.KeyExpr)
		}
		all, end = append(all, m), whole.End
	}
	r.tail(all, end, syntax.SpanOf(e).End-1)
	return all
}

// tail adds the comments behind the last entry.
func (r *reader) tail(all []member, from, to int) {
	if len(all) > 0 && from <= to {
		last := &all[len(all)-1]
		last.behind, last.below = apart(r.source[from:to])
	}
}

// comments returns the lines of the comments in a text that has nothing else but punctuation. Blank lines before and between them are kept as one.
func comments(text string) []string {
	var all []string
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ","))
		if line != "" || i > 0 && i < strings.Count(text, "\n") && (len(all) == 0 || all[len(all)-1] != "") {
			all = append(all, line)
		}
	}
	return all
}

// apart splits a text between two entries at the end of the line of the first one: a comment before that is about the first.
func apart(text string) (behind, above []string) {
	line, rest, found := strings.Cut(text, "\n")
	if !found {
		return nil, comments(text)
	}
	return comments(line), comments("\n" + rest)
}

// form is the outermost form of a value.
type form uint8

const (
	formText   form = iota // an expression of PCL
	formSource             // an expression of the source, not rewritten yet
	formObject
	formList
	formLoop   // objects, one for each element of a collection
	formJoined // all elements of several lists and loops
	formSecret // a value that is not written; the text is a name for a config
)

// value is a value on its way to PCL.
type value struct {
	form    form
	text    string               // formText
	long    string               // formText as a heredoc, which needs lines of its own; empty for none
	source  hclsyntax.Expression // formSource, or the collection of formLoop
	members []member             // formObject, or those of one object of formLoop
	name    string               // of the current element of formLoop
	elems   []value              // formList
	// blocks says that the list consists of blocks with one name. One block can also mean an object.
	blocks bool
	// isResource says that the text refers to a resource as a whole, which stands for its id where a text is wanted.
	isResource bool
	// truth is what the text is where a bool is wanted; empty if it is none.
	truth string
}

// member is an entry of an object or body.
type member struct {
	name   string   // as the source has it, or as PCL has it after the value was fitted
	key    string   // the key as an expression of PCL, if it is computed
	above  []string // comments and blank lines
	behind []string // comments on the same line
	below  []string // comments behind the last entry
	value  value
	// source are the texts of the entry, for a comment.
	source []func() string
	// reason says why the entry stays a comment. It is empty if the entry is converted.
	reason string
}

func textValue(text string) value { return value{text: strings.TrimSuffix(text, "\n")} }

func object(members []member) value { return value{form: formObject, members: members} }

// isAttribute reports whether the entry is an attribute in the source, and not a block.
func (m member) isAttribute() bool { return m.value.form == formSource }

// attributeName returns the name of an attribute, and nothing for a block.
func (m member) attributeName() string {
	if !m.isAttribute() {
		return ""
	}
	return m.name
}

// notConverted begins the comment above what has no counterpart.
const notConverted = "# Not converted: "

type writer struct{ strings.Builder }

// line writes a line.
func (w *writer) line(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

// comment writes lines of the source as a comment, below the reason.
func (w *writer) comment(reason string, sources ...string) {
	w.line(notConverted, reason, ".")
	for _, source := range sources {
		w.quoted(source)
	}
}

// quoted writes a part of the source as a comment.
func (w *writer) quoted(source string) {
	for line := range strings.Lines(dedented(source)) {
		w.line(strings.TrimRight("# "+strings.TrimRight(line, "\r\n"), " \t"))
	}
}

// dedented removes the indentation that all lines have in common.
func dedented(text string) string {
	margin := -1
	for line := range strings.Lines(text) {
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); strings.TrimSpace(line) != "" && (margin < 0 || indent < margin) {
			margin = indent
		}
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[min(max(margin, 0), len(line)-len(strings.TrimLeft(line, " \t"))):])
	}
	return b.String()
}

// comments writes comments.
func (w *writer) comments(lines []string) {
	for _, c := range lines {
		w.line(c)
	}
}

// body writes the entries of a block, each on its own lines.
func (w *writer) body(members []member) { w.WriteString(printer.Entries(printed(members))) }

func (w *writer) value(v value) { w.WriteString(v.written()) }

func printed(members []member) []printer.Entry {
	all := make([]printer.Entry, len(members))
	for i, m := range members {
		all[i] = printer.Entry{Above: m.above, Below: m.below}
		if m.reason != "" {
			var w writer
			w.comment(m.reason, lists.Map(m.source, func(source func() string) string { return source() })...)
			all[i].Below = append([]string{strings.TrimSuffix(w.String(), "\n")}, m.below...)
			continue
		}
		all[i].Key, all[i].Value, all[i].Behind = m.written(), m.value.written(), m.behind
		if m.value.long != "" {
			all[i].Value = m.value.long
		}
	}
	return all
}

// written returns the key.
func (m member) written() string {
	if m.key != "" {
		return m.key
	}
	return printer.Key(m.name)
}

func (v value) written() string {
	switch v.form {
	case formObject:
		return printer.Object(printed(v.members))
	case formList:
		elems := make([]printer.Entry, len(v.elems))
		for i, e := range v.elems {
			elems[i].Value = e.written()
		}
		return printer.List(elems)
	}
	return v.text
}

// formatted returns a text as the formatter lays it out.
func formatted(text string) string { return format.Text(syntax.Parse("converted.pp", text, nil)) }
