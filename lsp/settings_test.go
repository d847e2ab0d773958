// This file tests settings of users and teams.

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

const wrongName = "output a {\n  value = wrong\n}\n"

// severities returns the severities of the last findings published for a version.
func (c *fakeClient) severities(uri string, version int) []protocol.DiagnosticSeverity {
	var all []protocol.DiagnosticSeverity
	for _, d := range c.published(uri, version).Diagnostics {
		all = append(all, d.Severity)
	}
	return all
}

// warned waits for a warning to the user.
func (c *fakeClient) warned(text string) {
	c.t.Helper()
	c.await("a warning about "+text, func(inbox []message) (message, bool) {
		i := slices.IndexFunc(inbox, func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), text)
		})
		if i < 0 {
			return message{}, false
		}
		return inbox[i], true
	})
}

// TestRulesFromTheStart: settings in initialize apply to the first findings.
func TestRulesFromTheStart(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.call("initialize", object{
		"capabilities":          object{},
		"initializationOptions": object{"schemas": object{"paths": []string{}}, "rules": object{"name.undefined": "hint", "no.code": "off", "attr.type": 7}},
	})
	c.notify("initialized", object{})
	c.warned("no.code")
	c.warned("attr.type")
	c.open(mainURI, 1, wrongName)
	if got := c.severities(mainURI, 1); !slices.Equal(got, []protocol.DiagnosticSeverity{protocol.DiagnosticSeverityHint}) {
		t.Errorf("got severities %v, want a hint", got)
	}
}

// TestRulesThatChange: findings follow the settings at once, inside or outside the section, and an empty set restores the declared severities.
func TestRulesThatChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, settings string
		want           int // the severity, 0 for no finding
	}{
		{"a section", `{"pcl":{"rules":{"name.*":"information"}}}`, 3},
		{"no section", `{"rules":{"name.undefined":"off"}}`, 0},
		{"a section without rules", `{"pcl":{"server":{"path":""}}}`, 1},
		{"null", `null`, 2},
		{"not an object", `[1]`, 2},
	} {
		client := connect(t).initialize("utf-8")
		client.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.undefined": "warning"}}}})
		client.open(mainURI, 1, wrongName)
		client.published(mainURI, 1)
		client.notify("workspace/didChangeConfiguration", object{"settings": json.RawMessage(c.settings)})
		client.await(c.name, func(inbox []message) (message, bool) {
			all := publishedIn(t, inbox, mainURI)
			last := all[len(all)-1].Diagnostics
			return message{}, len(last) == 0 && c.want == 0 || len(last) == 1 && int(last[0].Severity) == c.want
		})
	}
}

// TestSettingsFile: the decisions of a team apply in the editor, follow the file, and are weaker than the user's own settings. Mistakes in the file are
// findings in it.
func TestSettingsFile(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/p/.pcl-lsp.yaml": "rules:\n  name.undefined: warning\n  name.undefind: hint\n", "/p/main.pp": wrongName}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-8")
	c.open("file:///p/main.pp", 1, wrongName)
	if got := c.severities("file:///p/main.pp", 1); !slices.Equal(got, []protocol.DiagnosticSeverity{protocol.DiagnosticSeverityWarning}) {
		t.Errorf("got severities %v, want a warning", got)
	}
	const file = "file:///p/.pcl-lsp.yaml"
	c.await("a finding in the settings file", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, file)
		return message{}, len(all) > 0 && len(all[0].Diagnostics) == 1 && all[0].Diagnostics[0].Range.Start.Line == 2
	})
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": "hint"}}}})
	c.await("a hint", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, "file:///p/main.pp")
		last := all[len(all)-1].Diagnostics
		return message{}, len(last) == 1 && last[0].Severity == protocol.DiagnosticSeverityHint
	})
}

// TestPublicNames: the user is told about invalid patterns for inputs only.
func TestPublicNames(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"secrets": object{"publicNames": []string{"a b"}}}}})
	c.warned("pcl.secrets.publicNames")
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"secrets": object{"publicNames": "tags"}}}})
	c.warned("is not a list of patterns")
	for given, want := range map[string]bool{"null": true, `["tags", "!userName"]`: true, "": true, "[1]": false} {
		if _, err := publicNamesOf([]byte(given)); (err == nil) != want {
			t.Errorf("%s: got %v", given, err)
		}
	}
}

// TestTargets: the targets of the user apply to open programs, and unknown ones are reported.
func TestTargets(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open("file:///p/main.pp", 1, "output a {\n  value = try(stack(), 1)\n}\n")
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"targets": []string{"go"}}}})
	c.await("a finding for Go", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, "file:///p/main.pp")
		return message{}, len(all) > 0 && slices.ContainsFunc(all[len(all)-1].Diagnostics, func(d protocol.Diagnostic) bool { return fmt.Sprint(d.Code) == "target.unsupported" })
	})
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"targets": []string{"nodejs"}}}})
	c.warned("did you mean typescript?")
	if _, err := targetsOf([]byte(`"go"`)); err == nil {
		t.Error("a text is taken for a list")
	}
}

// TestSettingsThatAreWrong: invalid settings are reported once, by name, and the rest applies.
func TestSettingsThatAreWrong(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	given := object{"settings": object{"pcl": object{
		"diagnostic": object{"scope": "open"}, "inlayHints": object{"types": "yes"}, "stack": []int{1}, "rules": object{"name.undefined": "hint"},
	}}}
	c.notify("workspace/didChangeConfiguration", given)
	c.notify("workspace/didChangeConfiguration", given)
	c.open(mainURI, 1, wrongName)
	if got := c.severities(mainURI, 1); !slices.Equal(got, []protocol.DiagnosticSeverity{protocol.DiagnosticSeverityHint}) {
		t.Errorf("got severities %v, want a hint", got)
	}
	for _, text := range []string{"pcl.diagnostic; did you mean pcl.diagnostics?", "pcl.inlayHints.types: \\\"yes\\\" is neither", "pcl.stack: [1] is not a string"} {
		c.warned(text)
	}
	c.alive()
	told := 0
	for _, m := range c.received() {
		if m.Method == "window/showMessage" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the user was told %d times", told)
	}
}

// TestSettingsFileIsEdited: the editor's text of a settings file applies and has the findings. The saved text applies again when it is closed.
func TestSettingsFileIsEdited(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/p/.pcl-lsp.yaml": "rules: {name.undefined: warning}\n", "/p/main.pp": wrongName}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-16")
	c.open(mainURI, 1, wrongName)
	c.becomes(mainURI, protocol.DiagnosticSeverityWarning)
	const file = "file:///p/.pcl-lsp.yaml"
	c.open(file, 1, "rules: {name.undefined: warning}\n")
	c.change(file, 2, partial(0, 24, 0, 31, "hint"))
	c.becomes(mainURI, protocol.DiagnosticSeverityHint)
	c.change(file, 3, partial(0, 0, 0, 0, "# 𐐀\nmodes: x\n"))
	c.await("a finding in the edited text", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, file)
		return message{}, len(all) > 0 && len(all[len(all)-1].Diagnostics) == 1 && all[len(all)-1].Diagnostics[0].Range.Start.Line == 1
	})
	c.close(file)
	c.becomes(mainURI, protocol.DiagnosticSeverityWarning)
}

// TestSettingsFileIsOpened: the findings in a settings file stay when it is opened, and go away when their cause does, in whatever order documents are
// opened.
func TestSettingsFileIsOpened(t *testing.T) {
	t.Parallel()
	const file, wrong, right = "file:///p/.pcl-lsp.yaml", "modes: x\n", "mode: strict\n"
	for _, first := range []string{file, mainURI, ""} {
		synctest.Test(t, func(t *testing.T) {
			files := fixture.Files{"/p/.pcl-lsp.yaml": wrong, "/p/main.pp": wrongName, "/p/part/part.pp": wrongName}
			c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-16")
			has := func(when string, want int) {
				t.Helper()
				synctest.Wait()
				all := publishedIn(t, c.received(), file)
				if len(all) == 0 || len(all[len(all)-1].Diagnostics) != want {
					t.Errorf("%s first, %s: the client was sent %+v, want %d findings", first, when, all, want)
				}
			}
			if first == mainURI {
				c.open(mainURI, 1, wrongName)
				has("the file is not open", 1)
			}
			c.open(file, 1, wrong)
			has("the file is opened", 1)
			if first == file {
				c.open(mainURI, 1, wrongName)
				has("the program is opened", 1)
			}
			c.change(file, 2, object{"text": right})
			has("the file is right", 0)
			c.change(file, 3, object{"text": wrong})
			has("the file is wrong again", 1)
			c.close(file)
			if first == "" {
				has("nothing is open", 0)
			} else {
				has("the file is closed", 1)
			}
		})
	}
}
