package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// Every character of the first blocks, and some of the others, is in a message and in the
// name of a file. Who reads a form gets them back, and nothing that was written passes for
// something else.
func TestEveryCharacter(t *testing.T) {
	t.Parallel()
	r := &Report{}
	at := Position{1, 1, 1, 0}
	odd := []rune{0x2028, 0x2029, 0x202e, 0xfeff, 0xfffd, 0xfffe, '😀', unicode.MaxRune}
	for c := range rune(0x250) {
		odd = append(odd, c)
	}
	for _, c := range odd {
		if c == '/' {
			continue // which no name has
		}
		name := fmt.Sprintf("%cf%c.pp", c, c)
		r.Findings = append(r.Findings, Finding{
			Fingerprint: fmt.Sprint(c), Range: Range{at, at},
			File: name, InRepository: name, Code: "name.undefined", Severity: codes.Error, Message: name + " %0A::error::",
		})
	}
	written := map[string]string{}
	for _, form := range []string{"github", "gitlab", "sarif", "rdjson", "junit", "checkstyle"} {
		var b bytes.Buffer
		format, _ := FormatNamed(form)
		if err := format.Write(r, &b, Style{}); err != nil {
			t.Fatal(err)
		}
		written[form] = b.String()
	}
	names, messages := gitHubRead(t, written["github"])
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(written["gitlab"]), &issues); err != nil {
		t.Fatal(err)
	}
	shown := r.Shown()
	if len(names) != len(shown) || len(issues) != len(shown) {
		t.Fatalf("%d findings are %d commands and %d issues", len(shown), len(names), len(issues))
	}
	for i, f := range shown {
		if names[i] != still(f.File) || messages[i] != still(f.Message) { // a log is read by people too
			t.Errorf("github: %q, %q; want %q", names[i], messages[i], still(f.Message))
		}
		if issues[i].Location.Path != f.File || issues[i].Description != f.Message {
			t.Errorf("gitlab: %q, %q; want %q", issues[i].Location.Path, issues[i].Description, f.Message)
		}
	}
	for _, form := range []string{"sarif", "rdjson"} {
		if !json.Valid([]byte(written[form])) {
			t.Errorf("%s is no JSON", form)
		}
	}
	for _, form := range []string{"junit", "checkstyle"} {
		d := xml.NewDecoder(strings.NewReader(written[form]))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is no XML: %v", form, err)
			}
		}
	}
}

// gitHubRead reads commands as a job's runner does: one is a line, which ends in any way,
// and properties are between commas.
func gitHubRead(t *testing.T, text string) (names, messages []string) {
	t.Helper()
	restore := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' }) {
		parts := strings.SplitN(line, "::", 3)
		if len(parts) != 3 || parts[0] != "" {
			t.Fatalf("the line %q is no command", line)
		}
		name, isFile := strings.CutPrefix(strings.Split(parts[1], ",")[0], "error file=")
		if !isFile {
			t.Fatalf("the line %q names no file", line)
		}
		names = append(names, restore.Replace(name))
		messages = append(messages, strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n").Replace(parts[2]))
	}
	return names, messages
}
