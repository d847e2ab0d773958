package convert_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file compares the values of converted manifests with those that kubectl reads, which testdata/convert/kubernetes recorded.

// manifestSchema has a resource with texts, one with all kinds of values, and a custom one.
const manifestSchema = `-- main.pp --
-- schemas/kubernetes.json --
{"name": "kubernetes", "version": "4.0.0",
 "types": {
  "kubernetes:meta/v1:ObjectMeta": {"type": "object", "properties": {"name": {"type": "string"}}},
  "kubernetes:apps/v1:Port": {"type": "object", "properties": {"port": {"type": "integer"}, "open": {"type": "boolean"}}},
  "kubernetes:apps/v1:DeploymentSpec": {"type": "object", "properties": {
   "replicas": {"type": "integer"}, "paused": {"type": "boolean"}, "ratio": {"type": "number"}, "extra": {"$ref": "pulumi.json#/Any"},
   "ports": {"type": "array", "items": {"$ref": "#/types/kubernetes:apps/v1:Port"}}, "command": {"type": "array", "items": {"type": "string"}}}}},
 "resources": {
  "kubernetes:core/v1:ConfigMap": {"inputProperties": {"metadata": {"$ref": "#/types/kubernetes:meta/v1:ObjectMeta"},
   "immutable": {"type": "boolean"}, "data": {"type": "object", "additionalProperties": {"type": "string"}}}},
  "kubernetes:apps/v1:Deployment": {"inputProperties": {"metadata": {"$ref": "#/types/kubernetes:meta/v1:ObjectMeta"},
   "spec": {"$ref": "#/types/kubernetes:apps/v1:DeploymentSpec"}}},
  "kubernetes:stable.example.com/v1:CronTab": {"inputProperties": {"metadata": {"$ref": "#/types/kubernetes:meta/v1:ObjectMeta"},
   "spec": {"$ref": "pulumi.json#/Any"}}}}}
`

func TestKubernetesValues(t *testing.T) {
	t.Parallel()
	file, err := os.Open(filepath.Join(analysistest.Repository(t), "testdata", "convert", "kubernetes-values.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	empty := analysistest.LoadText(t, manifestSchema).Program
	texts, manifests := 0, 0
	for all := json.NewDecoder(unpacked); ; texts++ {
		var recorded struct {
			Text   string
			Values []map[string]any
		}
		if err := all.Decode(&recorded); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		converted := convert.Text(t.Context(), empty, recorded.Text)
		got := registered(t, empty.With(syntax.Parse(analysistest.Root+"/main.pp", converted.Text, nil)))
		for _, want := range recorded.Values {
			name := want["metadata"].(map[string]any)["name"].(string)
			delete(want, "apiVersion")
			delete(want, "kind")
			if manifests++; !reflect.DeepEqual(withoutNulls(want), withoutNulls(got[name])) {
				t.Errorf("%s is\n%v, not\n%v, in\n%s\nwhich was\n%s", name, got[name], want, converted.Text, recorded.Text)
			}
		}
		if converted.Left > 0 || len(got) != len(recorded.Values) {
			t.Errorf("%d parts and %d manifests of %s are left:\n%s", converted.Left, len(recorded.Values)-len(got), recorded.Text, converted.Text)
		}
	}
	if t.Logf("%d texts with %d manifests", texts, manifests); texts < 200 {
		t.Errorf("only %d texts", texts)
	}
}

// registered returns the inputs of the resources of a program, by the names in their metadata.
func registered(t *testing.T, p *analysis.Program) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for r, err := range eval.Follow(t.Context(), p, eval.Host{}, &eval.Ran{}) {
		if err != nil {
			t.Fatal(err)
		}
		inputs := map[string]cty.Value{}
		for name, a := range r.Inputs() {
			if inputs[name], err = r.Value(a); err != nil {
				t.Fatal(err)
			}
		}
		text, err := ctyjson.SimpleJSONValue{Value: cty.ObjectVal(eval.FitInputs(inputs, r.Schema.Inputs))}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var read map[string]any
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		all[read["metadata"].(map[string]any)["name"].(string)] = read
	}
	return all
}

// withoutNulls leaves entries out that are null, which is the same as no entry.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := map[string]any{}
		for key, inner := range v {
			if inner != nil {
				all[key] = withoutNulls(inner)
			}
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i, inner := range v {
			all[i] = withoutNulls(inner)
		}
		return all
	}
	return v
}
