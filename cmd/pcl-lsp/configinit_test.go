package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// The file that is written has no mistakes, changes no report, and stays when it is written again.
func TestConfigInit(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- p/main.pp --\nunused = 1\nBad = nope\n-- team/.pcl-lsp.yaml --\nrules: {unused.*: off}\n-- team/p/main.pp --\na = 1\n"))
	before := runIn(t, dir, words("check p"))
	printed := runIn(t, dir, words("config init --print p"))
	if _, err := os.Stat(filepath.Join(dir, "p", ".pcl-lsp.yaml")); err == nil || printed.code != exitClean || printed.stderr != "" {
		t.Fatalf("--print: got %+v, and %v", printed, err)
	}
	if got := runIn(t, dir, words("config init p")); got.code != exitClean || got.stdout != "" || got.stderr != "pcl-lsp: wrote p/.pcl-lsp.yaml\n" {
		t.Fatalf("got %+v", got)
	}
	text, err := os.ReadFile(filepath.Join(dir, "p", ".pcl-lsp.yaml"))
	if err != nil || string(text) != printed.stdout {
		t.Errorf("the file is not what is printed: %v\n%s", err, text)
	}
	if got := runIn(t, dir, words("config verify p")); got.code != exitClean {
		t.Errorf("got %+v", got)
	}
	if after := runIn(t, dir, words("check p")); after != before {
		t.Errorf("got %+v, before %+v", after, before)
	}
	if show := runIn(t, dir, words("config show p")); strings.Contains(show.stdout, ".pcl-lsp.yaml") {
		t.Errorf("settings in effect: %s", show.stdout)
	}
	for line, want := range map[string]string{
		"config init p":         "p/.pcl-lsp.yaml exists; edit it, or see --print",
		"config init nowhere":   "cannot write nowhere/.pcl-lsp.yaml: no such file or directory",
		"config init p/main.pp": "cannot write p/main.pp/.pcl-lsp.yaml: not a directory",
	} {
		if got := runIn(t, dir, words(line)); got.code != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("pcl-lsp %s: got %+v, want %s", line, got, want)
		}
	}
	if got := runIn(t, dir, words("config init team/p")); got.code != exitClean || !strings.HasSuffix(got.stderr, "pcl-lsp: team/.pcl-lsp.yaml does not apply in team/p anymore; copy the settings that should\n") {
		t.Errorf("got %+v", got)
	}
}
