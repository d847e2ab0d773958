// This file tests the hierarchy of types on the wire.

package lsp

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// typeItem is an item of a type hierarchy: a type, or the union of its property.
func typeItem(uri string, at object, token, property string) object {
	return object{"name": "t", "kind": 23, "uri": uri, "range": object{"start": at, "end": at}, "selectionRange": object{"start": at, "end": at},
		"data": object{"package": "cloudy", "version": "1.4.0", "kind": "type", "token": token, "property": property}}
}

// typesOf returns the types that a request leads to.
func (c *fakeClient) typesOf(method string, params object) (items []protocol.TypeHierarchyItem) {
	c.t.Helper()
	c.result(method, params, &items)
	return items
}

func namesOf(items []protocol.TypeHierarchyItem) string {
	var names []string
	for _, i := range items {
		names = append(names, fmt.Sprintf("%s %d", i.Name, i.Kind))
	}
	return strings.Join(names, ", ")
}

const actionProgram = `resource lb "cloudy:net/loadBalancer:LoadBalancer" {
  defaultAction = { kind = "fixed" }
}
`

// A property leads down to its types, and a type up to all properties that accept it; each is shown in the document of its schema.
func TestTypeHierarchy(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeWith(object{"workspace": object{"textDocumentContent": object{}}})
	c.open(mainURI, 1, actionProgram)
	prepare := func(line, character int) []protocol.TypeHierarchyItem {
		return c.typesOf("textDocument/prepareTypeHierarchy", object{
			"textDocument": object{"uri": mainURI}, "position": object{"line": line, "character": character},
		})
	}
	shownIn := func(i protocol.TypeHierarchyItem) string {
		return lineOf(c.content("workspace/textDocumentContent", string(i.URI)), i.SelectionRange.Start.Line)
	}
	union := prepare(1, 4)
	if namesOf(union) != "LoadBalancer.defaultAction 11" || *union[0].Detail != "cloudy:net:LoadBalancer, by kind" {
		t.Fatalf("got %+v", union)
	}
	if got := shownIn(union[0]); !strings.HasPrefix(got, "defaultAction = ") {
		t.Errorf("the union is in %q", got)
	}
	below := c.typesOf("typeHierarchy/subtypes", object{"item": union[0]})
	if got := namesOf(below); got != "FixedAction 23, ForwardAction 23, RedirectAction 23" {
		t.Fatalf("got %s", got)
	}
	if got := shownIn(below[0]); got != "type cloudy:net:FixedAction {" {
		t.Errorf("the type is in %q", got)
	}
	above := c.typesOf("typeHierarchy/supertypes", object{"item": below[0]})
	if got := namesOf(above); got != "LoadBalancer.defaultAction 11, ListenerRule.action 11" {
		t.Errorf("got %s", got)
	}
	if got := prepare(1, 28); namesOf(got) != "FixedAction 23" {
		t.Errorf("got %+v", got)
	}
	resource := prepare(0, 10)
	if namesOf(resource) != "LoadBalancer 5" {
		t.Fatalf("got %+v", resource)
	}
	for _, method := range []string{"typeHierarchy/supertypes", "typeHierarchy/subtypes"} {
		if m := c.call(method, object{"item": resource[0]}); string(m.Result) != "[]" {
			t.Errorf("%s: %+v", method, m)
		}
	}
	if got := prepare(2, 1); len(got) != 0 {
		t.Errorf("the end of a block is %+v", got)
	}
}

// A type that is gone or never existed has no supertypes or subtypes.
func TestTypeHierarchyOfNothing(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeWith(object{"workspace": object{"textDocumentContent": object{}}})
	c.open(mainURI, 1, actionProgram)
	at := object{"line": 0, "character": 0}
	withoutData := typeItem(mainURI, at, "", "")
	delete(withoutData, "data")
	for _, item := range []object{
		typeItem(mainURI, at, "cloudy:net/Gone:Gone", ""), typeItem(mainURI, at, "cloudy:net/ListenerRule:ListenerRule", "hosts"), withoutData,
	} {
		for _, method := range []string{"typeHierarchy/supertypes", "typeHierarchy/subtypes"} {
			if m := c.call(method, object{"item": item}); m.Error != nil || string(m.Result) != "[]" {
				t.Errorf("%s: %+v", method, m)
			}
		}
	}
}

// A client that shows no documents of the server gets none.
func TestTypeHierarchyWithoutDocuments(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-8")
	c.open(mainURI, 1, actionProgram)
	if got := c.typesOf("textDocument/prepareTypeHierarchy", object{"textDocument": object{"uri": mainURI}, "position": object{"line": 1, "character": 4}}); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

// A schema that is replaced between two requests is not an error: its types have no supertypes until the new schema is read.
func TestTypeHierarchyOfReplacedSchema(t *testing.T) {
	t.Parallel()
	schema, err := os.ReadFile("../testdata/schemas/cloudy-1.4.0.json")
	if err != nil {
		t.Fatal(err)
	}
	r := reload(t, map[string]string{"w/Pulumi.yaml": "name: w\nruntime: pcl\n", "w/main.pp": actionProgram, "w/schemas/cloudy-1.4.0.json": string(schema)},
		object{"workspace": object{"textDocumentContent": object{}}})
	r.openFile("w/main.pp")
	r.await("the schema", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, r.uri("w/main.pp"))
		return message{}, len(all) > 0 && len(all[len(all)-1].Diagnostics) > 0 // what is left out, which only the schema knows
	})
	item := object{"item": typeItem(r.uri("w/main.pp"), object{"line": 0, "character": 0}, "cloudy:net/FixedAction:FixedAction", "")}
	if m := r.call("typeHierarchy/supertypes", item); m.Error != nil || string(m.Result) == "[]" {
		t.Fatalf("before: %+v", m)
	}
	r.put(t, "w/schemas/cloudy-1.4.0.json", strings.Replace(string(schema), `"1.4.0"`, `"1.5.0"`, 1)+"\n")
	if m := r.call("typeHierarchy/supertypes", item); m.Error != nil || string(m.Result) != "[]" {
		t.Errorf("after: %+v", m)
	}
}
