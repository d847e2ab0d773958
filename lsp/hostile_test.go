// This file tests texts that try to bring down the server: very deep, very long and very many. Every request is answered, each problem is reported once,
// and the items beside it stay checked.

package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// beside is an item with one mistake after a hostile one.
const beside = "\noutput beside {\n  value = nowhere\n}\n"

// deepTexts returns the constructs that nest, with this depth.
func deepTexts(n int) map[string]string {
	around := func(open, inside, end string) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
	}
	return map[string]string{
		"parentheses":           "a = " + around("(", "1", ")"),
		"parentheses, open":     "a = " + strings.Repeat("(", n),
		"brackets":              "a = " + around("[", "", "]"),
		"brackets, open":        "a = " + strings.Repeat("[", n),
		"objects":               "a = " + around("{ k = ", "1", " }"),
		"calls":                 "a = " + around("toJSON(", "1", ")"),
		"indexes":               "a = " + around("b[", "0", "]"),
		"templates":             "a = " + around(`"${`, "1", `}"`),
		"templates, open":       "a = " + strings.Repeat(`"${`, n),
		"heredocs":              "a = " + strings.Repeat("<<E\n${", n/10) + "1" + strings.Repeat("}\nE\n", n/10),
		"directives":            `a = "` + around("%{ if true }", "x", "%{ endif }") + `"`,
		"for expressions":       "a = " + around("[for b in ", "[1]", " : b]"),
		"negations":             "a = " + strings.Repeat("!", n) + "true",
		"minus signs":           "a = " + strings.Repeat("-", n) + "1",
		"conditionals":          "a = " + strings.Repeat("true ? 1 : ", n) + "2",
		"conditionals, nested":  "a = " + around("true ? ", "1", " : 2"),
		"full splats":           "a = [1]" + strings.Repeat("[*]", n),
		"attribute splats":      "a = [1]" + strings.Repeat(".*", n),
		"additions":             "a = 1" + strings.Repeat(" + 1", n),
		"conjunctions":          "a = true" + strings.Repeat(" && true", n),
		"comparisons":           "a = 1" + strings.Repeat(" < 1", n),
		"index steps":           "a = b" + strings.Repeat("[c]", n),
		"blocks":                around("a {\n", "", "}\n"),
		"blocks, open":          strings.Repeat("a {\n", n),
		"blocks of a resource":  "resource r \"kit:Name\" {\n" + around("options {\n", "", "}\n") + "}\n",
		"objects of a resource": "resource r \"kit:Name\" {\n  name = " + around("{ k = ", "1", " }") + "\n}\n",
	}
}

// TestDeepTextsAreAnswered: whatever nests, the item has one finding, mistakes beside it are reported, and every request in it and after it is answered.
func TestDeepTextsAreAnswered(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	for name, text := range deepTexts(testsize.AnsweredDepth) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, withSchemas(t)).initialize("utf-16")
			whole := "config before string {\n}\n" + text + beside
			c.open(mainURI, 1, whole)
			wantDeepOnce(t, c, 1)
			c.wantAllAnswered(mainURI, whole, 25+len(text)/2, len(whole)-4)
			c.change(mainURI, 2, partial(2, 0, 2, 1, "x"))
			c.wantAllAnswered(mainURI, "", 0)
		})
	}
}

func wantDeepOnce(t *testing.T, c *fakeClient, version int) {
	t.Helper()
	deep, name := 0, 0
	all := c.published(mainURI, version).Diagnostics
	for _, d := range all {
		switch fmt.Sprint(d.Code) {
		case "syntax.depth":
			deep++
		case "name.undefined":
			name++
		}
	}
	if deep != 1 || name < 1 {
		t.Errorf("%d findings of depth and %d of names, want one and one: %.2000v", deep, name, all)
	}
}

// wantAllAnswered sends every request at some places of a document.
func (c *fakeClient) wantAllAnswered(uri, text string, offsets ...int) {
	c.t.Helper()
	var ids []int
	var methods []string
	for _, offset := range offsets {
		for _, r := range stormRequests(uri, modelPosition(text, min(offset, len(text)), "utf-16")) {
			if c.t.Failed() {
				return
			}
			ids, methods = append(ids, c.start(r.method, r.params)), append(methods, r.method)
		}
	}
	for i, id := range ids {
		m := c.answer(id)
		if code := m.errorCode(); code != 0 && !isRefusal(methods[i], code) {
			c.t.Errorf("%s failed: %d %.500s", methods[i], code, said(m))
		}
		if m.Error == nil {
			if wrong := wrongRange(m.Result); wrong != "" {
				c.t.Errorf("%s: %s", methods[i], wrong)
			}
		}
	}
}
