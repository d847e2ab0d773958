package stackfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKeys: a config is named in the files of all stacks, with or without its
// project, and in the project file.
func TestKeys(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"Pulumi.dev.yaml":  "# zones\nconfig:\n  app:zones: [a]\n  other:zones: x\n  app:zonesToo: y\n",
		"Pulumi.prod.yaml": "config:\n  \"zones\":\n    secure: abc\n  'app:size': 1\n",
		"Pulumi.bad.yaml":  "config: [zones\n",
		"Pulumi.yaml":      "name: app\nconfig:\n  zones:\n    type: array\n",
	}
	for _, test := range []struct {
		file string
		want []string
		bad  bool
	}{
		{"Pulumi.dev.yaml", []string{"app:|zones|: ["}, false},
		{"Pulumi.prod.yaml", []string{`  "|zones|":`}, false},
		{"Pulumi.yaml", []string{"  |zones|:\n"}, false},
		{"Pulumi.bad.yaml", nil, true},
	} {
		found, err := Keys(test.file, files[test.file], "app", "zones")
		if (err != nil) != test.bad {
			t.Errorf("%s: got the error %v", test.file, err)
		}
		var got []string
		for _, k := range found {
			start, end := k.Span.Start, k.Span.End
			before := max(0, start-len(test.want[0])+len(test.want[0][strings.IndexByte(test.want[0], '|'):]))
			got = append(got, k.Text[before:start]+"|"+k.Text[start:end]+"|"+k.Text[end:min(len(k.Text), end+len(test.want[0])-strings.LastIndexByte(test.want[0], '|')-1)])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.file, diff)
		}
	}
}
