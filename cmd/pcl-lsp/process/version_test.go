package process

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
		{"", "", NextVersion + "-dev"},
		{"(devel)", "0123456789abcdef", NextVersion + "-dev+0123456789ab"},
	} {
		if got := semantic(test.stamped, test.revision); got != test.want || !semver.IsValid("v"+got) {
			t.Errorf("%q, %q: got %s, want %s", test.stamped, test.revision, got, test.want)
		}
	}
	if v := Build().Version; !semver.IsValid("v" + v) {
		t.Errorf("this build has the version %q", v)
	}
}

// The extension for VS Code is released with the program.
func TestExtensionHasNextVersion(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var extension struct{ Version string }
	if err := json.Unmarshal(text, &extension); err != nil || extension.Version != NextVersion {
		t.Errorf("the extension has the version %q, the next one is %s (%v)", extension.Version, NextVersion, err)
	}
}

// What is remembered by a version holds for one state of the source only.
func TestIsRelease(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		version Version
		want    bool
	}{
		{Version{Version: "0.2.0"}, true},
		{Version{Version: "0.2.1-0.20261121120000-0123456789ab"}, true},
		{Version{Version: "0.2.0", Modified: true}, false},
		{Version{Version: "0.2.1-0.20261121120000-0123456789ab+dirty"}, false},
		{Version{Version: semantic("(devel)", "")}, false},
		{Version{Version: semantic("(devel)", "0123456789abcdef")}, false},
		{Version{}, false},
	} {
		if got := test.version.IsRelease(); got != test.want {
			t.Errorf("%+v: %t", test.version, got)
		}
	}
}
