package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// FuzzSettings reads any text as a settings file: what is wrong is said in a place of the
// text, and the program has its findings.
func FuzzSettings(f *testing.F) {
	f.Add("rules: {name.undefined: off, unused.*: [x]}\nstack: dev\nmode: vars,props\n")
	f.Add("schemas:\n  paths: [./a, *b]\nsecrets: &x\n  publicNames: [\"!a\", b c]\nmore: *x\n")
	f.Add("include: [a, b/**]\nexclude: [\"[\", \"!x\", \"**/*_gen.pp\"]\noverrides: [{paths: [.], rules: {name.*: off}, mode: lenient}, {mode: x}, 7]\nfailOn: nobody\n")
	f.Add("rules: [\n")
	f.Add("\t\x00𐐀: |\n  x\n")
	f.Fuzz(func(t *testing.T, text string) {
		snapshot := open(fixture.Files{"/w/.pcl-lsp.yaml": text, "/w/a.pp": "output a {\n  value = x\n}\n"}).Snapshot()
		for _, fault := range snapshot.SettingsFaults("/w") {
			if fault.Message == "" || fault.Span.Start < 0 || fault.Span.End < fault.Span.Start || fault.Span.End > len(text) {
				t.Errorf("%q: %+v", text, fault)
			}
		}
		severity(t, snapshot, "/w")
	})
}
