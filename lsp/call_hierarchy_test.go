// This file tests the hierarchy of components on the wire.

package lsp

import (
	"fmt"
	"testing"

	"go.lsp.dev/protocol"
)

// calledItem is an item of a call hierarchy.
func calledItem(uri string, at object) object {
	return object{"name": "w", "kind": 2, "uri": uri, "range": object{"start": at, "end": at}, "selectionRange": object{"start": at, "end": at}, "data": object{"dir": "/w"}}
}

// TestCallHierarchy: the head of a component leads to its program, the programs that use it, and those that it uses, open or not.
func TestCallHierarchy(t *testing.T) {
	t.Parallel()
	c := searching(t, object{})
	c.open("file:///w/app/main.pp", 1, "component c \"../lib\" {\n}\nserver = 1\ncomponent d \"../lib\" {\n}\n")
	prepare := func(line, character int) (items []protocol.CallHierarchyItem) {
		c.result("textDocument/prepareCallHierarchy", object{
			"textDocument": object{"uri": "file:///w/app/main.pp"}, "position": object{"line": line, "character": character},
		}, &items)
		return items
	}
	items := prepare(0, 12)
	if len(items) != 1 || items[0].Name != "lib" || items[0].URI != "file:///w/lib/in.pp" || *items[0].Detail != "w/lib" {
		t.Fatalf("got %+v", items)
	}
	if got := prepare(1, 0); len(got) != 0 {
		t.Errorf("a bracket is %+v", got)
	}
	var incoming []protocol.CallHierarchyIncomingCall
	c.result("callHierarchy/incomingCalls", object{"item": items[0]}, &incoming)
	if len(incoming) != 1 || incoming[0].From.Name != "app" || fmt.Sprint(incoming[0].FromRanges) != "[{{0 10} {0 11}} {{3 10} {3 11}}]" {
		t.Fatalf("got %+v", incoming)
	}
	var outgoing []protocol.CallHierarchyOutgoingCall
	c.result("callHierarchy/outgoingCalls", object{"item": incoming[0].From}, &outgoing)
	if len(outgoing) != 1 || outgoing[0].To.Name != "lib" || len(outgoing[0].FromRanges) != 2 {
		t.Errorf("got %+v", outgoing)
	}
	at := object{"line": 0, "character": 0}
	gone := calledItem("file:///gone/main.pp", at)
	gone["data"] = object{"dir": "/gone"}
	for _, method := range []string{"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"} {
		if m := c.call(method, object{"item": gone}); m.Error != nil || string(m.Result) != "[]" && string(m.Result) != "null" {
			t.Errorf("%s: %+v", method, m)
		}
	}
}

// TestCallHierarchyOfDeclarations: a resource leads to the declarations that use it, in all files of the program, and to those that it uses.
func TestCallHierarchyOfDeclarations(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-16")
	c.open("file:///w/main.pp", 1, "resource a \"random:index/randomPet:RandomPet\" {\n  prefix = size\n}\n")
	c.open("file:///w/more.pp", 1, "config size string {}\noutput \"a\" {\n  value = [a.id, a.prefix, size]\n}\n")
	var items []protocol.CallHierarchyItem
	c.result("textDocument/prepareCallHierarchy", object{"textDocument": object{"uri": "file:///w/more.pp"}, "position": object{"line": 2, "character": 12}}, &items)
	if len(items) != 1 || items[0].Name != "a" || items[0].Kind != protocol.SymbolKindClass || *items[0].Detail != "random:index/randomPet:RandomPet" || items[0].SelectionRange.Start.Character != 9 {
		t.Fatalf("got %+v", items)
	}
	var incoming []protocol.CallHierarchyIncomingCall
	c.result("callHierarchy/incomingCalls", object{"item": items[0]}, &incoming)
	if len(incoming) != 1 || incoming[0].From.Kind != protocol.SymbolKindConstant || fmt.Sprint(incoming[0].FromRanges) != "[{{2 11} {2 12}} {{2 17} {2 18}}]" {
		t.Fatalf("got %+v", incoming)
	}
	var outgoing []protocol.CallHierarchyOutgoingCall
	c.result("callHierarchy/outgoingCalls", object{"item": incoming[0].From}, &outgoing)
	if len(outgoing) != 2 || outgoing[0].To.Name != "a" || outgoing[1].To.Name != "size" || fmt.Sprint(outgoing[1].FromRanges) != "[{{2 27} {2 31}}]" {
		t.Errorf("got %+v", outgoing)
	}
	c.change("file:///w/main.pp", 2, partial(0, 0, 3, 0, ""))
	for _, method := range []string{"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"} {
		if m := c.call(method, object{"item": items[0]}); m.Error != nil || string(m.Result) != "[]" {
			t.Errorf("%s of a resource that is gone: %+v", method, m)
		}
	}
}
