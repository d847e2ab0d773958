package fix_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
)

const untypedConfigs = `-- .pcl-lsp.yaml --
rules:
  config.untyped: hint
-- main.pp --
config owner {
}

config seats any {
  default = 3
}

config tags any {
  default = {}
}

config zones {
  default = ["a", "b"]
}

config size {
  default = 8
}

config either {
}

config shown {
}

config nothing {
  default = {}
}

config text {
}

resource store "cloudy:storage:Bucket" {
  name         = owner
  tags         = tags
  forceDestroy = either
}

resource key "kit:index:Password" {
  length  = either
}

resource other "kit:index:Password" {
  length = size
}

output all {
  value = [shown, nothing, zones, seats, "a${text}"]
}
`

// A config gets the type that all its uses ask for, and that of its default. Nothing is proposed if the uses differ or say
// nothing, nor the type of an object without members.
func TestConfigTypes(t *testing.T) {
	t.Parallel()
	p := exampleOf(t, untypedConfigs).Programs(t)[0]
	got := map[string][]string{}
	for _, d := range findings(t, p) {
		if d.Code != codes.ConfigUntyped {
			continue
		}
		it, _ := p.ItemAt(d.Path, d.Span.Start)
		got[it.Name] = nil
		for _, one := range fix.For(context.Background(), p, findings(t, p)) {
			if one.Diagnostic.Path == d.Path && one.Diagnostic.Span == d.Span && one.Diagnostic.Code == d.Code {
				got[it.Name] = append(got[it.Name], one.Title)
			}
		}
	}
	want := map[string][]string{
		"owner": {"Write `config owner string`"}, "seats": {"Write `config seats int`"},
		"tags": {"Write `config tags \"map(string)\"`"}, "zones": {"Write `config zones \"list(string)\"`"},
		"size": {"Write `config size int`"}, "either": nil, "shown": nil, "nothing": nil, "text": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
