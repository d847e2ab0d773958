package main

import (
	"encoding/json"
	"os"
	"testing"

	"golang.org/x/mod/semver"
)

// Every build has a semantic version, the next one where nothing else is known.
func TestVersionIsSemantic(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ stamped, revision, want string }{
		{"v0.2.0", "0123456789abcdef", "0.2.0"},
		{"v0.2.1-0.20261121120000-0123456789ab+dirty", "", "0.2.1-0.20261121120000-0123456789ab+dirty"},
		{"", "", nextVersion + "-dev"},
		{"(devel)", "0123456789abcdef", nextVersion + "-dev+0123456789ab"},
	} {
		if got := semantic(test.stamped, test.revision); got != test.want || !semver.IsValid("v"+got) {
			t.Errorf("%q, %q: got %s, want %s", test.stamped, test.revision, got, test.want)
		}
	}
	if v := buildVersion().Version; !semver.IsValid("v" + v) {
		t.Errorf("this build has the version %q", v)
	}
}

// The extension for VS Code is released with the program.
func TestExtensionHasNextVersion(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var extension struct{ Version string }
	if err := json.Unmarshal(text, &extension); err != nil || extension.Version != nextVersion {
		t.Errorf("the extension has the version %q, the next one is %s (%v)", extension.Version, nextVersion, err)
	}
}

// What is remembered by a version holds for one state of the source only.
func TestIsRelease(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		version version
		want    bool
	}{
		{version{Version: "0.2.0"}, true},
		{version{Version: "0.2.1-0.20261121120000-0123456789ab"}, true},
		{version{Version: "0.2.0", Modified: true}, false},
		{version{Version: "0.2.1-0.20261121120000-0123456789ab+dirty"}, false},
		{version{Version: semantic("(devel)", "")}, false},
		{version{Version: semantic("(devel)", "0123456789abcdef")}, false},
		{version{}, false},
	} {
		if got := test.version.isRelease(); got != test.want {
			t.Errorf("%+v: %t", test.version, got)
		}
	}
}
