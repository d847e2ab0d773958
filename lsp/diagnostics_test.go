// This file tests published findings, from a document to the wire.

package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// show formats a finding.
func show(d protocol.Diagnostic) string {
	r := d.Range
	return fmt.Sprintf("%d:%d-%d:%d %v %v", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, d.Severity, d.Code)
}

func TestFindings(t *testing.T) {
	t.Parallel()
	for encoding, want := range map[string]string{
		"utf-8":  "1:13-1:18 1 name.undefined",
		"utf-16": "1:10-1:15 1 name.undefined",
		"utf-32": "1:9-1:14 1 name.undefined",
	} {
		c := connect(t).initialize(encoding)
		c.open(mainURI, 7, "# é😀\n/*é😀*/ x = wrong\n")
		// The name moves: the same finding elsewhere.
		c.change(mainURI, 8, object{"text": "# é😀\ny=[\"😀é\", wrong]\noutput o {\n  value = y\n}\n"})
		published := c.published(mainURI, 8)
		if len(published.Diagnostics) != 1 || show(published.Diagnostics[0]) != want {
			t.Fatalf("%s: published %+v, want %s", encoding, published.Diagnostics, want)
		}
		d := published.Diagnostics[0]
		if source, _ := d.Source.Get(); source != "pcl-lsp" || d.Message == protocol.String("") {
			t.Errorf("source %q, message %q", source, d.Message)
		}
		c.change(mainURI, 9, object{"text": "y = 1\noutput o {\n  value = y\n}\n"})
		if published := c.published(mainURI, 9); len(published.Diagnostics) != 0 {
			t.Errorf("after the repair: %+v", published.Diagnostics)
		}
	}
}

// TestFindingsOfOtherFiles: a change in one file changes findings in another. Closing a file that is not on disk clears its findings.
func TestFindingsOfOtherFiles(t *testing.T) {
	t.Parallel()
	const otherURI = "file:///p/other.pp"
	c := connect(t).initializeWith(object{
		"textDocument": object{"publishDiagnostics": object{"relatedInformation": true}},
	})
	c.open(mainURI, 1, "x = 1\n")
	c.open(otherURI, 1, "x = 2\noutput o {\n  value = x\n}\n")
	published := c.published(otherURI, 1)
	if len(published.Diagnostics) != 1 || show(published.Diagnostics[0]) != "0:0-0:1 1 name.duplicate" {
		t.Fatalf("published %+v, want one duplicate", published.Diagnostics)
	}
	related := published.Diagnostics[0].RelatedInformation
	if len(related) != 1 || related[0].Location.URI != mainURI || related[0].Message == "" {
		t.Errorf("related information is %+v, want the place in %s", related, mainURI)
	}
	c.change(mainURI, 2, object{"text": "z = 1\n"})
	c.await("cleared findings in the other file", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, otherURI)
		return message{}, len(all[len(all)-1].Diagnostics) == 0
	})
	c.change(mainURI, 3, object{"text": "z = wrong\n"})
	c.published(mainURI, 3)
	c.close(mainURI)
	c.await("cleared findings of the closed file", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, mainURI)
		last := all[len(all)-1]
		_, versioned := last.Version.Get()
		return message{}, len(last.Diagnostics) == 0 && !versioned
	})
}

// TestRelatedInformationOnlyIfAnnounced, as all optional members.
func TestRelatedInformationOnlyIfAnnounced(t *testing.T) {
	t.Parallel()
	c := connect(t).initializeWith(object{})
	c.open(mainURI, 1, "x = 1\nx = 2\npackage \"old\" {\n  baseProviderName = \"old\"\n}\n")
	for _, d := range c.published(mainURI, 1).Diagnostics {
		if d.RelatedInformation != nil || d.Tags.Len() > 0 || d.CodeDescription.Href != "" {
			t.Errorf("sent %+v to a client that announced nothing", d)
		}
	}
}

// TestTags: deprecated members are tagged for clients that show tags.
func TestTags(t *testing.T) {
	t.Parallel()
	c := connect(t).initializeWith(object{
		"textDocument": object{"publishDiagnostics": object{"tagSupport": object{"valueSet": []int{1, 2}}}},
	})
	c.open(mainURI, 1, "package \"old\" {\n  baseProviderName = \"old\"\n}\n")
	tagged := 0
	for _, d := range c.published(mainURI, 1).Diagnostics {
		tagged += d.Tags.Len()
	}
	if tagged != 1 {
		t.Errorf("%d findings are tagged, want the label", tagged)
	}
}

// TestCodeDescription: clients that follow links are told where a code is explained.
func TestCodeDescription(t *testing.T) {
	t.Parallel()
	c := connect(t).initializeWith(object{
		"textDocument": object{"publishDiagnostics": object{"codeDescriptionSupport": true}},
	})
	c.open(mainURI, 1, "output x {\n  value = wrong\n}\n")
	const want = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/findings.md#nameundefined"
	published := c.published(mainURI, 1).Diagnostics
	if len(published) != 1 || published[0].CodeDescription.Href != want {
		t.Errorf("published %+v, want one with the link %s", published, want)
	}
}

// TestSpellingOfURIs: findings come back under the URI that the client uses.
func TestSpellingOfURIs(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	const odd = "file:///p/a+b(1)@c é.pp"
	c.open(odd, 1, "output x {\n  value = wrong\n}\n")
	if got := c.published(odd, 1); len(got.Diagnostics) != 1 {
		t.Errorf("published %+v, want one finding", got)
	}
}

// TestPuppetStaysUntouched: files of Puppet and of other languages have the same extension. The server reports nothing about them and offers no edits.
func TestPuppetStaysUntouched(t *testing.T) {
	t.Parallel()
	const puppet = "node 'web' {\n  package { 'nginx':\n      ensure => installed,\n  }\n  include nginx\n}\n"
	const mod, shared = "mod \"m\" {\n    title = \"M\"\n}\n", "variable \"x\" {\n    type = string\n}\n"
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: fixture.Files{
			"/w/main.pp": wrongName, "/w/site.pp": puppet, "/w/manifests/site.pp": puppet, "/w/mod/mod.pp": mod, "/w/mod/sub/site.pp": shared,
		}})
	})
	c.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	c.notify("initialized", object{})
	for version, language := range []string{"puppet", "pcl"} {
		for uri, text := range map[string]string{
			"file:///w/site.pp": puppet, "file:///w/manifests/site.pp": puppet, "file:///w/mod/mod.pp": mod, "file:///w/mod/sub/site.pp": shared,
		} {
			document := object{"uri": uri, "languageId": language, "version": version, "text": text}
			c.notify("textDocument/didOpen", object{"textDocument": document})
			c.change(uri, version+10, object{"text": text + "# more\n"})
			options := object{"tabSize": 2, "insertSpaces": true}
			start := object{"line": 0, "character": 0}
			for method, more := range map[string]object{
				"textDocument/formatting":       {"options": options},
				"textDocument/onTypeFormatting": {"options": options, "position": start, "ch": "\n"},
				"textDocument/codeAction":       {"range": object{"start": start, "end": object{"line": 4, "character": 0}}, "context": object{"diagnostics": []object{}}},
			} {
				more["textDocument"] = object{"uri": uri}
				if m := c.call(method, more); m.Error != nil || (string(m.Result) != "null" && string(m.Result) != "[]") {
					t.Errorf("%s of %s, opened as %s: %s %v", method, uri, language, m.Result, m.Error)
				}
			}
			c.close(uri)
		}
	}
	c.open("file:///w/main.pp", 1, wrongName)
	c.published("file:///w/main.pp", 1)
	for _, m := range c.received() {
		if m.Method == "textDocument/publishDiagnostics" && !strings.Contains(string(m.Params), "main.pp") && !strings.Contains(string(m.Params), `"diagnostics":[]`) {
			t.Errorf("findings in another language: %s", m.Params)
		}
	}
}

// TestFindingsFollowDocuments: findings come in the order of versions.
func TestFindingsFollowDocuments(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, "")
	c.published(mainURI, 1)
	for version := 2; version <= 200; version++ {
		c.change(mainURI, version, object{"text": fmt.Sprint(version)})
	}
	c.published(mainURI, 200)
	last := int32(0)
	for _, p := range publishedIn(t, c.received(), mainURI) {
		v, _ := p.Version.Get()
		if v <= last {
			t.Errorf("findings of version %d came after those of version %d", v, last)
		}
		last = v
	}
}
