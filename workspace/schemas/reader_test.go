package schemas_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// An editor says where things are from the user's home, and how to allow a plugin there. A command line names paths in full, and its flags.
func TestReader(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{"user/.pulumi/plugins/resource-pp-v1.5.0/" + executable("pp"): "", "user2/readme.txt": ""})
	user := filepath.Join(dir, "user")
	for _, test := range []struct {
		name, plugin string
		reader       schemas.Reader
		want         string
	}{
		{"a plugin in an editor", "pp", schemas.Reader{Home: user, Editor: true}, "(~/.pulumi/plugins/resource-pp-v1.5.0) but was not asked for the schema: allow plugins in the editor"},
		{"a plugin on a command line", "pp", schemas.Reader{}, "(" + user + "/.pulumi/plugins/resource-pp-v1.5.0) but was not asked for the schema: allow it with --allow-plugins or the setting"},
		{"places in an editor", "none", schemas.Reader{Home: user, Editor: true}, "no schema of none in " + user + "2, ~/.pulumi"},
	} {
		options := schemas.Options{Paths: []string{user + "2"}, Home: filepath.Join(user, ".pulumi"), Reader: test.reader}
		_, missing := schemas.New(options).Package(schema.Ref{Name: test.plugin})
		if got := filepath.ToSlash(missing.Reason); !strings.Contains(got, filepath.ToSlash(test.want)) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
