package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestFileOfInputs: a file of inputs gets what a resource in a program gets, also while it is edited.
func TestFileOfInputs(t *testing.T) {
	t.Parallel()
	const text = "forceDestroy = maybe\n"
	f := fixture.LoadText(t, "schemas: cloudy\n-- bucket.pcl --\n"+text)
	c := onFixture(t, f, object{"textDocument": object{"publishDiagnostics": object{}, "codeAction": object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}}}}})
	file := uriText(fixture.Root + "/bucket.pcl")
	codes := func(version int) []string {
		t.Helper()
		var found []string
		for _, d := range c.published(file, version).Diagnostics {
			found = append(found, fmt.Sprint(d.Code))
		}
		slices.Sort(found)
		return found
	}
	c.open(file, 1, text)
	if got := codes(1); !slices.Equal(got, []string{"inputs.reference", "inputs.token"}) {
		t.Errorf("without a type: %v", got)
	}
	at := func(line, character int) object {
		return object{"textDocument": object{"uri": file}, "position": object{"line": line, "character": character}}
	}
	labels := func(line, character int) []string {
		var list struct{ Items []struct{ Label string } }
		c.result("textDocument/completion", at(line, character), &list)
		var found []string
		for _, item := range list.Items {
			found = append(found, item.Label)
		}
		return found
	}
	var actions []struct{ Title string }
	start := object{"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 0}}
	c.result("textDocument/codeAction", object{"textDocument": object{"uri": file}, "range": start, "context": object{"diagnostics": []object{}}}, &actions)
	if len(actions) == 0 || !strings.Contains(actions[0].Title, "# pcl:") {
		t.Errorf("actions: %v", actions)
	}
	c.change(file, 2, partial(0, 0, 0, 0, "# pcl: cloudy:storage:\n"))
	if got := labels(0, 22); !slices.Contains(got, "cloudy:storage:Bucket") {
		t.Errorf("types in the comment: %v", got)
	}
	c.change(file, 3, partial(0, 22, 0, 22, "Bucket \n"))
	if got := labels(0, 29); !slices.Contains(got, "patch") || !slices.Contains(got, "--stateless") {
		t.Errorf("words behind the type: %v", got)
	}
	if got := codes(3); !slices.Equal(got, []string{"inputs.reference"}) {
		t.Errorf("with a type: %v", got)
	}
	if got := labels(1, 0); !slices.Contains(got, "lifecycleRules") || slices.Contains(got, "resource") {
		t.Errorf("inputs: %v", got)
	}
	if got := labels(2, 18); !slices.Contains(got, "true") {
		t.Errorf("values: %v", got)
	}
	for _, place := range [][2]int{{0, 12}, {2, 3}} {
		var hover struct{ Contents struct{ Value string } }
		c.result("textDocument/hover", at(place[0], place[1]), &hover)
		if !strings.Contains(hover.Contents.Value, "cloudy") {
			t.Errorf("hover at %v: %q", place, hover.Contents.Value)
		}
	}
}
