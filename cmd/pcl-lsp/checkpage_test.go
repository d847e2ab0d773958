package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

var pageParts = regexp.MustCompile(`(?s)^<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" ` +
	`content="default-src 'none'; style-src 'sha256-([^']+)'; base-uri 'none'; form-action 'none'">\n.*<style>(.*)</style>`)

// Whatever names and lines of programs contain, a page has only its own elements, runs and loads nothing,
// and its style is the one that it allows.
func TestCheckPage(t *testing.T) {
	t.Parallel()
	elements := strings.Fields("html head meta title style body h1 h2 p input label main details summary table tr th td a section article span pre mark ul li")
	check := func(name, dir string) {
		text := runIn(t, dir, words("check --format html")).stdout
		parts := pageParts.FindStringSubmatch(text)
		if parts == nil {
			t.Fatalf("%s: got\n%s", name, text)
		}
		if sum := sha256.Sum256([]byte(parts[2])); base64.StdEncoding.EncodeToString(sum[:]) != parts[1] {
			t.Errorf("%s: the page does not allow its style", name)
		}
		d := xml.NewDecoder(strings.NewReader(text))
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v in\n%s", name, err, text)
			}
			if start, is := token.(xml.StartElement); is {
				for _, a := range start.Attr {
					if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "https://github.com/pcl-lsp/pcl-lsp/") || !slices.Contains(strings.Fields("lang charset http-equiv content name type id checked for class href"), a.Name.Local) {
						t.Errorf("%s: %s has %s=%q", name, start.Name.Local, a.Name.Local, a.Value)
					}
				}
				if !slices.Contains(elements, start.Name.Local) {
					t.Errorf("%s: an element %s", name, start.Name.Local)
				}
			}
		}
	}
	eachReported(t, check)
	check("evil", unpacked(t, fixture.LoadText(t, "-- <script>alert(1)<!--/main.pp --\na = nope /* </pre><script>alert(2)</script> */\n\"<img src=x onerror=alert(3)>\" = b\n")))
}

// The marked part of a line is what the finding is about, and severities without findings have no
// filter.
func TestCheckPageMarks(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- p/main.pp --\nünused = \"漢字<\"\noutput out {\n  value = nope\n}\n"))
	got := runIn(t, dir, words("check --format html p")).stdout
	for _, want := range []string{
		`<pre><span class="place">1</span> <mark>ünused</mark> = &#34;漢字&lt;&#34;</pre>`,
		`<pre><span class="place">3</span>   value = <mark>nope</mark></pre>`,
		`<input type="checkbox" id="error" checked> <label for="error">1 error</label>`,
		`<article class="hint">`,
		"<title>pcl-lsp: 1 error, 1 hint in 1 file (1 file checked)</title>",
		"<li>Fix: Declare config `nope`</li>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, `id="warning"`) || strings.Contains(got, "<script") {
		t.Errorf("got\n%s", got)
	}
}
