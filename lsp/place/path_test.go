// This file tests the conversion of URIs.

package place

import (
	"testing"
)

func TestPath(t *testing.T) {
	t.Parallel()
	for spelled, want := range map[string]string{
		"file:///p/main.pp":               "/p/main.pp",
		"file:///p/a%20b.pp":              "/p/a b.pp",
		"file:///p/a b.pp":                "/p/a b.pp",
		"file:///p/caf%C3%A9%23%3F.pp":    "/p/café#?.pp",
		"file:///p/x/../main.pp":          "/p/main.pp",
		"file:///p//main.pp":              "/p/main.pp",
		"file:///C:/p/main.pp":            "c:/p/main.pp",
		"file:///c%3A/p/main.pp":          "c:/p/main.pp",
		"file://server/share/main.pp":     "file://server/share/main.pp",
		"file://localhost/p/main.pp":      "/p/main.pp",
		"untitled:Untitled-1":             "untitled:Untitled-1",
		"git:/p/main.pp?{\"ref\":\"~\"}":  "git:/p/main.pp?%7B%22ref%22%3A%22~%22%7D",
		"vscode-remote://wsl/p/main.pp":   "vscode-remote://wsl/p/main.pp",
		"file:///p/main.pp?query#section": "/p/main.pp",
	} {
		if got, err := Path(spelled); got != want || err != nil {
			t.Errorf("%s is the path %q (%v), want %q", spelled, got, err, want)
		}
	}
	if got, err := Path(""); err == nil {
		t.Errorf("an empty URI is the path %q, want an error", got)
	}
}
