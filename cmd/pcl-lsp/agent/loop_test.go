package agent_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
)

// This file is an agent without a model: it writes programs from a list of wishes, and knows nothing but what the tools answer. It
// makes a mistake that models make, names in snake_case, and gets over it.

// wish is a resource that a program shall have.
type wish struct {
	name, words string
	with        []string // optional inputs, as somebody would write them who knows another tool
}

func TestAgentWritesPrograms(t *testing.T) {
	t.Parallel()
	total := 0
	for _, task := range []struct {
		pkg    string
		wishes []wish
	}{
		{"random", []wish{{"pet", "random pet", []string{"separator"}}, {"password", "random password", []string{"min_lower"}}, {"suffix", "random string", nil}}},
		{"aws", []wish{{"assets", "s3 bucket", []string{"force_destroy"}}, {"page", "s3 bucket object", []string{"content_type"}}, {"alerts", "sns topic", []string{"display_name"}}, {"mails", "sns topic subscription", nil}}},
		{"kubernetes", []wish{{"apps", "core v1 namespace", []string{"metadata"}}, {"web", "apps v1 deployment", []string{"metadata", "spec"}}, {"front", "core v1 service", []string{"spec"}}}},
	} {
		t.Run(task.pkg, func(t *testing.T) {
			given := shared(t, task.pkg)
			dir := folder(t, nil)
			a := &author{client: connect(t, options(given), nil, dir), pkg: task.pkg}
			for _, w := range task.wishes {
				a.add(w)
			}
			rounds := a.repair()
			if found, text := ask[agent.Checked](a.client, "check", a.program()); !found.Clean {
				t.Errorf("after %d rounds:\n%s\n%s", rounds, a.text, text)
			}
			t.Logf("%d calls, %d tokens, %d lines, clean after %d repairs", a.calls, a.bytes/4, strings.Count(a.text, "\n"), rounds)
			t.Log("\n" + a.text)
			total += a.bytes / 4
		})
	}
	if total > 0 {
		t.Logf("%d tokens for all programs", total)
	}
}

// author writes one program.
type author struct {
	*client
	pkg, text string
}

// program are the arguments about the program as it is.
func (a *author) program() object {
	return object{"texts": []object{{"path": "main.pp", "text": a.text}}}
}

// add writes a block for a wish: the first type that the search finds, with its required inputs and the wanted ones.
func (a *author) add(w wish) {
	a.t.Helper()
	found, _ := ask[agent.SearchResult](a.client, "schema_search", object{"query": w.words, "package": a.pkg, "kind": "resource", "most": 5})
	at := slices.IndexFunc(found.Found, func(m agent.Member) bool { return !m.Deprecated })
	if at < 0 {
		a.t.Fatalf("nothing is found for %s", w.words)
	}
	token := found.Found[at].Token
	shown, _ := ask[agent.Shown](a.client, "schema_show", object{"token": token})
	a.text += fmt.Sprintf("resource %s %q {\n", w.name, token)
	for _, input := range slices.Sorted(maps.Keys(shown.Required)) {
		a.input(input, shown.Required[input])
	}
	for _, wanted := range w.with {
		a.input(wanted, anyOf(shown.Optional, camel(wanted)))
	}
	a.text += "}\n\n"
}

// input writes an input. For a text, it asks what fits there, and takes the identity of a resource that is there already.
func (a *author) input(name, typ string) {
	a.t.Helper()
	before := a.text
	a.text += "  " + name + " = "
	if base(typ) == "string" {
		line := strings.Count(a.text, "\n") + 1
		place := object{"at": fmt.Sprintf("main.pp:%d:%d", line, len("  "+name+" = ")+1), "what": "completion", "most": 3, "texts": []object{{"path": "main.pp", "text": a.text + "\n}\n"}}}
		offered, _ := ask[agent.Looked](a.client, "look", place)
		for _, item := range offered.Items {
			if text := insertOf(item); (strings.HasSuffix(text, ".id") || strings.HasSuffix(text, ".arn")) && strings.Contains(before, "resource "+strings.Split(text, ".")[0]+" ") {
				a.text += text + "\n"
				return
			}
		}
	}
	a.text += a.value(typ, "  ", 0) + "\n"
}

// value makes up a value of a type as schema_show writes it.
func (a *author) value(typ, indent string, depth int) string {
	typ = base(typ)
	inner := func() string { return typ[strings.IndexByte(typ, '(')+1 : len(typ)-1] }
	switch {
	case strings.HasPrefix(typ, "enum("), strings.HasPrefix(typ, `"`):
		return regexp.MustCompile(`"[^"]*"|[0-9]+`).FindString(typ)
	case strings.HasPrefix(typ, "list("), strings.HasPrefix(typ, "set("):
		return "[" + a.value(inner(), indent, depth+1) + "]"
	case strings.HasPrefix(typ, "map("):
		return "{ app = " + a.value(inner(), indent, depth+1) + " }"
	case typ == "string":
		return `"example"`
	case typ == "int", typ == "number":
		return "2"
	case typ == "bool":
		return "true"
	case strings.Contains(typ, ":"):
		return a.object(typ, indent, depth)
	}
	return `"example"`
}

// object makes up an object: what it requires, and one more where nothing is.
func (a *author) object(token, indent string, depth int) string {
	shown, _ := ask[agent.Shown](a.client, "schema_show", object{"token": token, "package": a.pkg, "tokens": 300})
	members := shown.Required
	if shown.Kind == "enum" {
		return shown.Values[0]
	}
	if len(members) == 0 && depth == 0 {
		for _, name := range []string{"name", "labels", "ports", "content"} {
			if typ, ok := shown.Optional[name]; ok {
				members = map[string]string{name: typ}
				break
			}
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(members)) {
		fmt.Fprintf(&out, "%s  %s = %s\n", indent, name, a.value(members[name], indent+"  ", depth+1))
	}
	return "{\n" + out.String() + indent + "}"
}

// repair does what check and fix say until the program is clean, and returns how many rounds that took.
func (a *author) repair() int {
	for round := range 10 {
		found, _ := ask[agent.Checked](a.client, "check", a.program())
		if found.Clean {
			formatted, _ := ask[agent.Edited](a.client, "format", a.program())
			a.apply(formatted)
			return round
		}
		arguments := a.program()
		arguments["all"] = true
		fixed, _ := ask[agent.Fixed](a.client, "fix", arguments)
		if fixed.Fixed > 0 {
			a.apply(fixed.Edited)
			continue
		}
		a.rewrite(append(found.Errors, found.Warnings...)[0])
	}
	return 10
}

// rewrite replaces the value at a finding by the first one that fits there.
func (a *author) rewrite(f agent.Finding) {
	var file string
	var line, column int
	if _, err := fmt.Sscanf(strings.ReplaceAll(f.At, ":", " "), "%s %d %d", &file, &line, &column); err != nil {
		a.t.Fatal(f, err)
	}
	lines := strings.SplitAfter(a.text, "\n")
	offered, _ := ask[agent.Looked](a.client, "look", object{"what": "completion", "at": f.At, "most": 5, "texts": a.program()["texts"]})
	for _, item := range offered.Items {
		if text := insertOf(item); text != offered.Replaces && !strings.HasSuffix(text, "(") {
			lines[line-1] = strings.Replace(lines[line-1], offered.Replaces, text, 1)
			a.text = strings.Join(lines, "")
			return
		}
	}
	a.text = strings.Join(slices.Delete(lines, line-1, line), "") // an input that nothing fits is left out
}

func (a *author) apply(e agent.Edited) {
	for _, c := range e.Changes {
		a.text = applied(a.text, c.Edits)
	}
}

// base is the type in what schema_show says of a property.
func base(typ string) string {
	typ, _, _ = strings.Cut(typ, "  #")
	first, _, isUnion := strings.Cut(typ, " | ")
	if isUnion && !strings.Contains(first, "(") {
		return strings.TrimSpace(first)
	}
	return strings.TrimSpace(typ)
}

func insertOf(i agent.CompletionItem) string {
	if i.Insert != "" {
		return i.Insert
	}
	return i.Label
}

// camel is a name in camelCase.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// anyOf is the type of an optional input, or a text if it has no room in the answer.
func anyOf(types map[string]string, name string) string {
	if typ, ok := types[name]; ok {
		return typ
	}
	return "string"
}
