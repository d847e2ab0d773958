// This file tests folding and selection ranges on the wire, with each capability absent
// and present.

package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// wireFold is a folding range as JSON.
type wireFold struct {
	StartLine, EndLine           int
	StartCharacter, EndCharacter *int
	Kind, CollapsedText          string
}

const foldingProgram = "# a\n# b\nx = [\n  \"é\", {\n    b = 1\n  }]\nt = <<E\nline\nE\n"

func (c *fakeClient) folds() string {
	c.t.Helper()
	var folds []wireFold
	c.result("textDocument/foldingRange", object{"textDocument": object{"uri": mainURI}}, &folds)
	var all []string
	for _, f := range folds {
		text := fmt.Sprintf("%d-%d", f.StartLine, f.EndLine)
		if f.StartCharacter != nil && f.EndCharacter != nil {
			text = fmt.Sprintf("%d:%d-%d:%d", f.StartLine, *f.StartCharacter, f.EndLine, *f.EndCharacter)
		}
		all = append(all, strings.TrimSpace(text+" "+f.Kind+" "+f.CollapsedText))
	}
	return strings.Join(all, ", ")
}

func TestFoldingCapabilities(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		caps object
		want string
	}{
		"nothing":    {object{}, "0:3-1:3 comment, 2:5-5:3, 3:8-5:2, 6:7-8:0"},
		"whole line": {object{"lineFoldingOnly": true}, "0-1 comment, 2-4, 3-4, 6-7"},
		"limit":      {object{"lineFoldingOnly": true, "rangeLimit": 2}, "0-1 comment, 2-4"},
		"no kinds":   {object{"lineFoldingOnly": true, "rangeLimit": 1, "foldingRangeKind": object{"valueSet": []string{}}}, "0-1"},
		"kinds":      {object{"lineFoldingOnly": true, "rangeLimit": 1, "foldingRangeKind": object{"valueSet": []string{"comment"}}}, "0-1 comment"},
		"texts":      {object{"lineFoldingOnly": true, "foldingRange": object{"collapsedText": true}}, "0-1 comment, 2-4, 3-4, 6-7  1 line"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t).initializeWith(object{"textDocument": object{"foldingRange": test.caps}})
			c.open(mainURI, 1, foldingProgram)
			if got := c.folds(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// wireSelection is a selection range as JSON.
type wireSelection struct {
	Range  wireRange
	Parent *wireSelection
}

// Each position has its own selections, in the negotiated encoding.
func TestSelectionRanges(t *testing.T) {
	t.Parallel()
	for encoding, want := range map[string]string{
		"utf-8":  "0:12-0:13 0:7-0:13 0:6-0:14 0:5-0:14 0:4-0:15 0:0-0:15 0:0-1:0 0:0-2:0; 1:4-1:5 1:0-1:5 1:0-2:0 0:0-2:0",
		"utf-16": "0:11-0:12 0:7-0:12 0:6-0:13 0:5-0:13 0:4-0:14 0:0-0:14 0:0-1:0 0:0-2:0; 1:4-1:5 1:0-1:5 1:0-2:0 0:0-2:0",
	} {
		c := connect(t).initialize(encoding)
		c.open(mainURI, 1, "x = [1, \"é\" , z]\ny = 2\n")
		c.change(mainURI, 2, object{"text": "x = [ {é = z}]\ny = 2\n"})
		at := 11
		if encoding == "utf-8" {
			at = 12
		}
		var found []wireSelection
		c.result("textDocument/selectionRange", object{"textDocument": object{"uri": mainURI}, "positions": []object{
			{"line": 0, "character": at}, {"line": 1, "character": 4},
		}}, &found)
		var all []string
		for _, s := range found {
			var chain []string
			for at := &s; at != nil; at = at.Parent {
				chain = append(chain, at.Range.String())
			}
			all = append(all, strings.Join(chain, " "))
		}
		if got := strings.Join(all, "; "); got != want {
			t.Errorf("%s: got %s, want %s", encoding, got, want)
		}
	}
}

// Documents outside of programs have nothing to fold or select.
func TestReadingElsewhere(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	for method, params := range map[string]object{
		"textDocument/foldingRange":   {},
		"textDocument/selectionRange": {"positions": []object{{"line": 0, "character": 0}}},
	} {
		params["textDocument"] = object{"uri": "file:///nowhere/a.pp"}
		if got := c.call(method, params); got.Error != nil || string(got.Result) != "null" && string(got.Result) != "[]" {
			t.Errorf("%s: %+v %s", method, got.Error, got.Result)
		}
	}
}
