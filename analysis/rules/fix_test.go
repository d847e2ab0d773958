package rules_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// bodyWriter writes random blocks: properties in one line or several, with and without commas and comments.
type bodyWriter struct {
	*rand.Rand
	end string
}

var entryNames = []string{"a", "b", "c", "d"}

func (w *bodyWriter) value(depth int, indent string) string {
	switch w.IntN(7 - 2*depth) {
	case 0:
		return `"text"`
	case 1:
		return "[1," + w.end + indent + "2]"
	case 2:
		return "<<EOT" + w.end + "  a   =   b" + w.end + "EOT" + w.end
	}
	if depth == 2 {
		return "1"
	}
	return w.object(depth, indent)
}

func (w *bodyWriter) object(depth int, indent string) string {
	names, inLines := w.names(), w.IntN(2) == 0
	var out strings.Builder
	out.WriteString("{")
	for i, name := range names {
		value := w.value(depth+1, indent+"  ")
		heredoc := strings.HasSuffix(value, "EOT"+w.end)
		switch {
		case inLines:
			fmt.Fprintf(&out, "%s%s%s = %s", w.end, indent, name, value)
			if !heredoc {
				out.WriteString([]string{"", ",", " # why", ", # why"}[w.IntN(4)])
			}
		case heredoc:
			fmt.Fprintf(&out, " %s = 2%s", name, []string{",", ""}[(i+1)/len(names)])
		default:
			fmt.Fprintf(&out, " %s = %s%s", name, value, []string{",", ""}[(i+1)/len(names)])
		}
	}
	if inLines {
		out.WriteString(w.end + strings.TrimPrefix(indent, "  "))
	}
	return out.String() + "}"
}

func (w *bodyWriter) names() []string {
	some := slices.Clone(entryNames)
	w.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	return some[:w.IntN(4)]
}

func (w *bodyWriter) block() string {
	if w.IntN(4) == 0 {
		return []string{"{}", "{ }", "{ a = 1 }", "{ a = { b = 1 } }", "{ /* c */ }", "{" + w.end + "}"}[w.IntN(6)]
	}
	text := "{" + w.end
	for _, name := range w.names() {
		value := w.value(0, "    ")
		text += "  " + name + " = " + strings.TrimSuffix(value, w.end) + w.end
	}
	if w.IntN(3) == 0 {
		text += w.end + "  options {" + w.end + "    protect = true" + w.end + "  }" + w.end
	}
	return text + "}"
}

// TestFixesDoWhatTheySay makes random fixes of random blocks: what a fix sets and removes is so afterwards, and nothing else is different. There is a fix unless a way
// leads through something that is no object.
func TestFixesDoWhatTheySay(t *testing.T) {
	t.Parallel()
	made := 0
	for seed := range 3_000 {
		random := rand.New(rand.NewPCG(uint64(seed), 50))
		w := &bodyWriter{random, []string{"\n", "\n", "\r\n"}[random.IntN(3)]}
		text := "resource r \"x:y:Z\" " + w.block() + w.end + w.end + "after = 1" + w.end
		want, ways := inputsOf(t, text), map[string]any{}
		possible := true
		var set, remove []string
		for range 1 + random.IntN(3) {
			way := entryNames[random.IntN(4)]
			for range random.IntN(3) {
				way += "." + entryNames[random.IntN(4)]
			}
			if slices.ContainsFunc(slices.Collect(maps.Keys(ways)), func(other string) bool {
				return strings.HasPrefix(way+".", other+".") || strings.HasPrefix(other+".", way+".")
			}) {
				continue
			}
			ways[way] = true
			if random.IntN(3) == 0 {
				remove = append(remove, fmt.Sprintf("%q", way))
				possible = change(want, strings.Split(way, "."), nil) && possible
			} else {
				set = append(set, fmt.Sprintf("%q = \"new\"", way))
				possible = change(want, strings.Split(way, "."), "new") && possible
			}
		}
		rule := fmt.Sprintf("rule \"r\" {\n  title = \"t\"\n  resource = \"*\"\n  require = resource.inputs.never\n  fix {\n    set = { %s }\n    remove = [%s]\n  }\n}\n", strings.Join(set, ", "), strings.Join(remove, ", "))
		file, found := rules.Parse("r.pcl-rules.hcl", rule)
		if len(found) > 0 {
			t.Fatalf("%v\n%s", found, rule)
		}
		rs, _ := rules.NewSet(file)
		p := analysistest.Make(t, &txtar.Archive{Files: []txtar.File{{Name: "main.pp", Data: []byte(text)}}}).Program
		verdicts := judged(t, rs, p)
		if len(verdicts) != 1 || verdicts[0].Result != rules.Fail {
			t.Fatalf("seed %d: %v\n%s", seed, verdicts, text)
		}
		if verdicts[0].Fix == nil {
			if possible {
				t.Fatalf("seed %d: no fix\n%s\n%s", seed, rule, text)
			}
			continue
		}
		made++
		fixed := verdicts[0].Fix.Apply(text)
		got := inputsOf(t, fixed)
		if !possible || !reflect.DeepEqual(got, want) || w.end == "\r\n" && strings.Count(fixed, "\n") != strings.Count(fixed, "\r\n") {
			t.Fatalf("seed %d: got %v, want %v\n%s\n%s\nafter\n%s", seed, got, want, rule, text, fixed)
		}
	}
	if made < 1_000 {
		t.Errorf("only %d fixes", made)
	}
}

// change sets or removes a property; false if something on the way is no object.
func change(in map[string]any, way []string, to any) bool {
	name := way[0]
	if len(way) == 1 {
		if in[name] = to; to == nil {
			delete(in, name)
		}
		return true
	}
	inner, isObject := in[name].(map[string]any)
	switch {
	case in[name] == nil && to == nil:
		return true
	case in[name] == nil:
		inner = map[string]any{}
		in[name] = inner
	case !isObject:
		return false
	}
	return change(inner, way[1:], to)
}

// inputsOf are the inputs of the resource, as plain data.
func inputsOf(t *testing.T, text string) map[string]any {
	t.Helper()
	f, problems := hclsyntax.ParseConfig([]byte(text), "main.pp", hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatalf("%v\n%s", problems, text)
	}
	all := map[string]any{}
	for name, a := range f.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes {
		v, _ := a.Expr.Value(nil)
		all[name] = plain(v)
	}
	return all
}
