package running

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// ran is what becomes of a program without packages.
func ran(t *testing.T, text string, values config.Map) Outcome {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Run(Program{Dir: dir, Packages: packages.New(), Project: "proj", Config: values})
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		text, message string
	}{
		{"a = [1, 2][1 + 0]\noutput b {\n  value = a\n}\n", ""},
		{"a = 1\noutput b {\n  value = [1, 2][a + 1]\n}\n", "Invalid index"},
		{"config n int { }\noutput b {\n  value = n + 1\n}\n", ""},
		{"config missing int { }\n", `missing required configuration value "missing"`},
	} {
		got := ran(t, c.text, config.Map{config.MustMakeKey("proj", "n"): config.NewValue("41")})
		switch {
		case c.message == "" && got != (Outcome{}):
			t.Errorf("%s fails: %+v", c.text, got)
		case c.message != "" && (got.Stage != Preview || !got.Evaluation || !strings.Contains(got.Message, c.message)):
			t.Errorf("%s got %+v, want %q", c.text, got, c.message)
		}
	}
}
