// This file tests that a day of typing leaves nothing behind.

package lsp

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// typedLines are the lines that the test edits again and again. <n> is a new number each time, so every text, number, name, type, shape and finding is
// new to the server.
var typedLines = []string{
	`text = "text<n>"`,
	`number = <n>`,
	`fraction = <n>.0625`,
	`shape = { key<n> = "value", "text<n>" = [<n>, true] }`,
	`several = ["a<n>", "b<n>", <n>, { deep = { deeper<n> = null } }]`,
	`template = "before ${text} ${number + <n>} after<n>"`,
	`choice = number == <n> ? "yes<n>" : shape`,
	`loop = { for k, v in [1, 2] : "k${k}-<n>" => v + <n> }`,
	`called = invoke("cloudy:compute/getImage:getImage", { family = "family<n>", wrong<n> = 1 })`,
	`module = invoke("cloudy:compute<n>/getImage:getImage", {})`,
	`unknown = [missing<n>, absent<n>, lost<n>, gone<n>, away<n>, nowhere<n>, elsewhere<n>]`,
	`member = shape.member<n>`,
	`json = toJSON({ list = [shape, "<n>"] })`,
	`range = "${notimplemented("range<n>")}"`,
	`local<n> = "named"`,
	`broken = "never ends <n>`,
}

// typedProgram is a program with these lines and blocks that use them.
func typedProgram(n int) string {
	lines := make([]string, len(typedLines))
	for i := range lines {
		lines[i] = typedLine(i, n)
	}
	return strings.Join(lines, "\n") + "\n" + `
resource web "cloudy:compute/instance:Instance" {
  imageId = text
  size    = number
  tags    = shape
}

output all {
  value = [text, number, fraction, shape, several, template, choice, loop, called, module, unknown, member, json, range]
}
`
}

func typedLine(i, n int) string { return strings.ReplaceAll(typedLines[i], "<n>", strconv.Itoa(n)) }

// TestTypingLeavesNothingBehind: after thousands of edits with new content and requests in between, the server holds what it held after some hundreds.
// Bounded caches make this inexact: those of relations, and the index of readers before it is rebuilt.
//
// The test does not run in parallel, since it would measure the memory of other tests.
func TestTypingLeavesNothingBehind(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	const allowed = 2 << 20 // some 150 bytes for each of the lines typed
	c := connect(t, withSchemas(t)).initialize("utf-16")
	n := 1_000_000 // of the same length ever after
	c.open(mainURI, n, typedProgram(n))
	typing := func(rounds int) int {
		for range rounds {
			n++
			c.typeAnew(n)
		}
		return liveHeap()
	}
	before := typing(50)
	for range 6 {
		held := typing(150)
		if held-before > allowed {
			t.Fatalf("%d bytes are held after some typing, and %d more in version %d; want at most %d more", before, held-before, n, allowed)
		}
	}
}

// liveHeap returns how many bytes are in use.
func liveHeap() int {
	runtime.GC()
	runtime.GC() // what the first one found to be unused may have kept something else
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return int(now.HeapAlloc)
}

// typeAnew edits every line of typedProgram, waits for the findings, and sends requests about one of the lines.
func (c *fakeClient) typeAnew(n int) {
	c.t.Helper()
	var changes []object
	for i := range typedLines {
		changes = append(changes, partial(i, 0, i, len(typedLine(i, n-1)), typedLine(i, n)))
	}
	c.change(mainURI, n, changes...)
	c.published(mainURI, n)
	methods := []string{"textDocument/hover", "textDocument/completion", "textDocument/definition"}
	asked := n % len(typedLines)
	c.call(methods[n%len(methods)], object{
		"textDocument": object{"uri": mainURI},
		"position":     object{"line": asked, "character": len(typedLine(asked, n)) - 2},
	})
	c.forget()
}

// forget drops all messages so far.
func (c *fakeClient) forget() {
	c.note(func() { c.inbox, c.answers = nil, map[int]message{}; clear(c.asked) })
	rightMessages.Clear()
}
