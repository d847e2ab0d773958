// Command kubernetes makes up manifests, and records the values that kubectl reads in them: kubectl uses sigs.k8s.io/yaml. It has a module of its own, so
// that nothing else depends on that reader.
//
//	go run . | gzip -9n > ../kubernetes-values.jsonl.gz
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"

	"sigs.k8s.io/yaml"
)

const manifests = 240

var (
	// words mean other things for a reader of YAML 1.1 than for one of YAML 1.2, or look as if they did.
	words = strings.Fields("y Y n N yes Yes YES no No NO on On ON off Off OFF true True TRUE false False FALSE null Null NULL ~ = tRue nULL yEs " +
		"017 0o17 0777 -017 08 0o8 0x1F 0X1F -0x1f 0b11 -0b1 0b2 1_000 0x_1 1__0 _1 1_ 1e3 1E3 1.5e3 1e-7 1e400 -.5e-3 .5 1. +1 -0 0.1 1.0 1:30 190:20:30 1:60 " +
		"12345678901234567890 9223372036854775807 -9223372036854775808 28446744073709551617 123456789012345678901234567890 100000000000000000000.0 0xFFFFFFFFFFFFFFFFFF " +
		"2001-01-01 2001-1-1 2001-01-01T00:00:00Z 12:30:45 NaN inf 1.2.3 v1 a-b -a .a 1a 0xZ +a ${x} %{y} $${z} a#b a:b")
	tagged = []string{`!!str 12`, `!!str yes`, `!!float 1`, `!!int "7"`, `!!bool "true"`, `!!binary aGVsbG8=`, `!!null ""`}
	quoted = []string{`"yes"`, `'on'`, `"012"`, `'1e3'`, `"\u00e9\t\x41"`, `'it''s'`, `"a\
          b"`, `""`, `"${x}"`, `"#"`, `'~'`, `"null"`, `"\\d"`, `"2001-01-01"`}
	bools   = []string{"y", "n", "yes", "no", "On", "OFF", "true", "False", "TRUE"}
	ints    = []string{"3", "017", "0o17", "0x1F", "1_000", "1e3", "-1", "08", "0b11", "+1", "1.0"}
	numbers = []string{"0.1", "1.5e3", ".5", "-.5e-3", "1.", "12345678901234567890", "-0", "1e-7"}
	texts   = []string{"plain", "two words", "a: b", "tab", "é", "1:30", "190:20:30", "2001-01-01", "1.2.3", "${x}", "tRue"}
	keys    = []string{"a", "b-c", "d.e", "y", "Off", "'no'", "1", "017", "null", `"x y"`, "1.5", "é"}
)

type generator struct {
	*rand.Rand
	anchors int
}

func pick[T any](g *generator, all []T) T { return all[g.IntN(len(all))] }

// any writes a value of any type behind a key or dash, with a line break at its end.
func (g *generator) any(indent string, depth int) string {
	switch n := g.IntN(12); {
	case n == 0 && depth > 0:
		var b strings.Builder
		b.WriteString("\n")
		for i, key := range g.someKeys() {
			b.WriteString(indent + key + ":" + g.any(indent+"  ", depth-1))
			if i == 0 && g.IntN(3) == 0 {
				b.WriteString(indent + "# a comment\twith a tab\n")
			}
		}
		return b.String()
	case n == 1 && depth > 0:
		var b strings.Builder
		b.WriteString("\n")
		for range 1 + g.IntN(3) {
			b.WriteString(indent + "-" + g.any(indent+"  ", depth-1))
		}
		return b.String()
	case n == 2:
		return " {" + pick(g, keys[:4]) + ": " + g.flow() + ", z: [" + g.flow() + ", " + g.flow() + "]}\n"
	case n == 3:
		return " " + pick(g, quoted) + "\n"
	case n == 4:
		return " " + pick(g, tagged) + "\n"
	case n == 5:
		return g.block(indent)
	case n == 6:
		return " " + pick(g, []string{"", "# nothing", "{}", "[]"}) + "\n"
	}
	return " " + pick(g, words) + pick(g, []string{"", "", "", " # why", "\t# why"}) + "\n"
}

func (g *generator) someKeys() (some []string) {
	for _, i := range g.Perm(len(keys))[:1+g.IntN(3)] {
		some = append(some, keys[i])
	}
	return some
}

func (g *generator) flow() string {
	if text := pick(g, words); !strings.ContainsAny(text, "{}:#%") {
		return text
	}
	return `"q"`
}

// block writes a block scalar.
func (g *generator) block(indent string) string {
	return " " + pick(g, []string{"|", "|-", "|+", ">", ">-"}) + "\n" + indent + "first $" + "{x}\n" + indent + "  second\n" + pick(g, []string{"", "\n"}) + indent + "yes\n" + pick(g, []string{"", "\n"})
}

func (g *generator) text(indent string) string {
	switch g.IntN(4) {
	case 0:
		return g.block(indent)
	case 1:
		return " " + pick(g, quoted) + "\n"
	case 2:
		return ` "` + strings.ReplaceAll(pick(g, words), `\`, `\\`) + "\"\n"
	}
	return " '" + pick(g, texts) + "'\n"
}

// anchored writes mappings that merge others, and aliases of them.
func (g *generator) anchored() string {
	a, b := fmt.Sprintf("a%d", g.anchors), fmt.Sprintf("b%d", g.anchors)
	g.anchors++
	text := "  base: &" + a + "\n    one:" + g.any("      ", 0) + "    two: 2\n  more: &" + b + "\n    <<: *" + a + "\n    two: " + pick(g, bools) + "\n    three: 3\n"
	return text + pick(g, []string{
		"  merged:\n    <<: *" + b + "\n    four: 4\n",
		"  merged:\n    four: 4\n    <<: [*" + b + ", *" + a + "]\n",
		"  merged: *" + b + "\n  list: [*" + a + ", *" + b + "]\n",
		"  merged:\n    <<: [{two: 22}, *" + a + "]\n    one: 1\n",
	})
}

// manifest writes one, with a name of its own.
func (g *generator) manifest(name string) string {
	var b strings.Builder
	head := func(version, kind string) {
		fmt.Fprintf(&b, "apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n", version, kind, name)
	}
	switch g.IntN(3) {
	case 0:
		head("v1", "ConfigMap")
		fmt.Fprintf(&b, "immutable: %s\ndata:\n", pick(g, bools))
		for _, key := range g.someKeys() {
			b.WriteString("  " + key + ":" + g.text("    "))
		}
	case 1:
		head("apps/v1", "Deployment")
		fmt.Fprintf(&b, "spec:\n  replicas: %s\n  paused: %s\n  ratio: %s\n", pick(g, ints), pick(g, bools), pick(g, numbers))
		fmt.Fprintf(&b, "  ports:\n  - port: %s\n    open: %s # %s\n  - {port: %s, open: %s}\n", pick(g, ints), pick(g, bools), pick(g, words), pick(g, ints), pick(g, bools))
		b.WriteString("  command:\n  -" + g.text("    ") + "  -" + g.text("    ") + "  extra:" + g.any("    ", 2))
	default:
		head("stable.example.com/v1", "CronTab")
		b.WriteString("spec:\n")
		for _, key := range g.someKeys() {
			b.WriteString("  " + key + ":" + g.any("    ", 2))
		}
		if g.IntN(2) == 0 {
			b.WriteString(g.anchored())
		}
	}
	return b.String()
}

// documents writes one manifest, several, or a list.
func (g *generator) documents(n int) string {
	if g.IntN(5) == 0 {
		var b strings.Builder
		b.WriteString("apiVersion: v1\nkind: List\nitems:\n")
		for i := range 1 + g.IntN(3) {
			item := g.manifest(fmt.Sprintf("m%d-%d", n, i))
			b.WriteString("- " + strings.ReplaceAll(strings.TrimSuffix(item, "\n"), "\n", "\n  ") + "\n")
		}
		return b.String()
	}
	var all []string
	for i := range 1 + g.IntN(3) {
		all = append(all, g.manifest(fmt.Sprintf("m%d-%d", n, i)))
	}
	text := strings.Join(all, pick(g, []string{"---\n", "---\n# nothing\n---\n", "--- # next\n", "...\n---\n", "---\n---\n"}))
	return pick(g, []string{"", "", "---\n", "# about\n\n", "%YAML 1.1\n---\n"}) + text + pick(g, []string{"", "---\n", "# end\n", "...\n"})
}

// split separates the documents of a text, as kubectl does.
func split(text string) []string {
	var all []string
	var one strings.Builder
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "---"):
			all = append(all, one.String())
			one.Reset()
		case line != "...\n" && line != "%YAML 1.1\n":
			one.WriteString(line)
		}
	}
	return append(all, one.String())
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for n, seed := 0, uint64(0); n < manifests; seed++ {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
		text := g.documents(n)
		values, err := read(text)
		if err != nil { // no manifest that kubectl would take
			continue
		}
		if err := out.Encode(map[string]any{"text": text, "values": values}); err != nil {
			log.Fatal(err)
		}
		n++
	}
}

func read(text string) (all []map[string]any, err error) {
	for _, document := range split(text) {
		converted, err := yaml.YAMLToJSON([]byte(document))
		if err != nil {
			return nil, err
		}
		var one map[string]any
		decoder := json.NewDecoder(bytes.NewReader(converted))
		decoder.UseNumber()
		if err := decoder.Decode(&one); err != nil {
			return nil, err
		}
		if items, is := one["items"].([]any); is {
			for _, item := range items {
				all = append(all, item.(map[string]any))
			}
		} else if one != nil {
			all = append(all, one)
		}
	}
	return all, nil
}
