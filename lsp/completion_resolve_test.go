// This file tests what completion lists leave for later, and what they state once for all items.

package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// wireItem is a completion item as JSON.
type wireItem struct {
	Label, TextEditText string
	Kind                int
	InsertTextFormat    int
	Documentation       *struct{ Kind, Value string }
	TextEdit            *struct {
		NewText string
		Range   wireRange
	}
	AdditionalTextEdits []struct {
		NewText string
		Range   wireRange
	}
	Command *struct{ Command string }
	Data    json.RawMessage
}

type wireList struct {
	IsIncomplete bool
	ItemDefaults *struct {
		EditRange        json.RawMessage
		InsertTextFormat int
		Data             json.RawMessage
	}
	Items []json.RawMessage
}

// item returns an item by its label, with the properties that the list states for all.
func (l wireList) item(t *testing.T, label string) (wireItem, json.RawMessage) {
	t.Helper()
	for _, raw := range l.Items {
		var item wireItem
		if err := json.Unmarshal(raw, &item); err != nil {
			t.Fatal(err)
		}
		if item.Label == label {
			return item, raw
		}
	}
	t.Fatalf("%s is not offered", label)
	return wireItem{}, nil
}

const declaring = `package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

resource site "kit:" {
}

resource net "cloudy:net/network:Network" {
  
}
`

func completionCapabilities(item, list object) object {
	return object{"textDocument": object{"completion": object{"completionItem": item, "completionList": list}}}
}

// listAt opens the program and requests the list after a text.
func listAt(c *fakeClient, behind string) wireList {
	c.t.Helper()
	c.open(mainURI, 1, declaring)
	var list wireList
	c.result("textDocument/completion", object{
		"textDocument": object{"uri": mainURI}, "position": modelPosition(declaring, strings.Index(declaring, behind)+len(behind), "utf-16"),
	}, &list)
	return list
}

// TestCompletionResolve: properties that the client can resolve later are the same as those that another client gets at once.
func TestCompletionResolve(t *testing.T) {
	t.Parallel()
	eager := connect(t, withSchemas(t))
	eager.call("initialize", object{"capabilities": object{}})
	at := "resource net \"cloudy:net/network:Network\" {\n  "
	told, _ := listAt(eager, at).item(t, "cidrBlock")
	if told.Documentation == nil || told.Data != nil {
		t.Fatalf("a client that cannot ask later is sent %+v", told)
	}
	for _, defaults := range [][]string{nil, {"data"}} {
		c := connect(t, withSchemas(t))
		c.call("initialize", object{"capabilities": completionCapabilities(
			object{"resolveSupport": object{"properties": []string{"documentation"}}}, object{"itemDefaults": defaults})})
		list := listAt(c, at)
		item, raw := list.item(t, "cidrBlock")
		if item.Documentation != nil {
			t.Errorf("documentation is sent to a client that can ask for it later")
		}
		params := object{}
		if err := json.Unmarshal(raw, &params); err != nil {
			t.Fatal(err)
		}
		if defaults != nil {
			if item.Data != nil || list.ItemDefaults == nil {
				t.Fatalf("the item has data %s although the list has it for all", item.Data)
			}
			params["data"] = list.ItemDefaults.Data
		}
		var resolved wireItem
		c.result("completionItem/resolve", params, &resolved)
		if resolved.Documentation == nil || *resolved.Documentation != *told.Documentation {
			t.Errorf("resolved to %+v, want %+v", resolved.Documentation, told.Documentation)
		}
	}
}

// TestCompletionResolveOfOthers: an item that does not exist or has no place comes back unchanged.
func TestCompletionResolveOfOthers(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-16")
	c.open(mainURI, 1, declaring)
	for _, data := range []any{nil, 7, object{"uri": "file:///nowhere.pp"}, object{"uri": mainURI, "line": 1000, "character": 1}, object{"uri": ""}} {
		params := object{"label": "cidrBlock"}
		if data != nil {
			params["data"] = data
		}
		var got object
		c.result("completionItem/resolve", params, &got)
		if got["label"] != "cidrBlock" || got["documentation"] != nil {
			t.Errorf("with data %v: got %v", data, got)
		}
	}
}

// TestCompletionDefaults: items do not repeat what the list states for all.
func TestCompletionDefaults(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t))
	c.call("initialize", object{"capabilities": completionCapabilities(
		object{"snippetSupport": true}, object{"itemDefaults": []string{"editRange", "insertTextFormat"}})})
	list := listAt(c, "resource net \"cloudy:net/network:Network\" {\n  ")
	if list.ItemDefaults == nil || list.ItemDefaults.EditRange == nil || list.ItemDefaults.InsertTextFormat != 2 {
		t.Fatalf("the list says %+v", list.ItemDefaults)
	}
	item, _ := list.item(t, "cidrBlock")
	if item.TextEdit != nil || item.TextEditText != `cidrBlock = ${1:""}` || item.InsertTextFormat != 0 {
		t.Errorf("got %+v", item)
	}
}

// TestCompletionOfStages: a part of a token opens the next list only if the client has the command for it. A whole token adds a missing package block.
func TestCompletionOfStages(t *testing.T) {
	t.Parallel()
	for _, commands := range [][]string{nil, {"editor.action.triggerSuggest"}} {
		for _, later := range []bool{false, true} {
			properties := []string{}
			if later {
				properties = append(properties, "additionalTextEdits")
			}
			c := connect(t, withSchemas(t)).initializeOffering(
				completionCapabilities(object{"resolveSupport": object{"properties": properties}}, object{}), commands...)
			module, _ := listAt(c, `resource net "`).item(t, "cloudy")
			if got := module.Command != nil; got != (commands != nil) {
				t.Errorf("with commands %v: has a command: %v", commands, got)
			}
			token, raw := listAt(c, `resource site "kit:`).item(t, "kit:Site")
			if later {
				if token.AdditionalTextEdits != nil {
					t.Errorf("edits are sent that the client can ask for later")
				}
				c.result("completionItem/resolve", raw, &token)
			}
			got := fmt.Sprint(token.AdditionalTextEdits)
			want := "[{package {\n  baseProviderName    = \"kit\"\n  baseProviderVersion = \"2.0.0\"\n}\n\n "
			if !strings.HasPrefix(got, want) || len(token.AdditionalTextEdits) != 1 {
				t.Errorf("the package block is added by %q, want it to begin with %q", got, want)
			}
		}
	}
}
