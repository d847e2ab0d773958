package eval_test

import (
	"context"
	"slices"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
)

// A run yields each registration after those that its inputs and options need, and never evaluates again what it has
// evaluated. Later expressions read the outputs that the loop sets. The loop may end early.
func TestFollow(t *testing.T) {
	t.Parallel()
	p := program(t, `
resource last "a:b:C" {
  size = first.size
  options { dependsOn = [middle] }
}
resource first "a:b:C" { size = 3 }
resource middle "a:b:C" {}
`, nil)
	host := eval.Host{Stack: "dev", Project: "shop", AsWritten: true}
	for most, want := range map[int][]string{0: {"middle", "first", "last"}, 2: {"middle", "first"}} {
		ran, names := &eval.Ran{}, []string(nil)
		for r, err := range eval.Follow(t.Context(), p, host, ran) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, r.Name)
			before := len(ran.Registrations)
			sizes := map[string]cty.Value{}
			for name, a := range r.Inputs() {
				if v, err := r.Value(a); err == nil {
					sizes[name] = v
				}
			}
			if r.Name == "last" && !sizes["size"].RawEquals(cty.NumberIntVal(4)) {
				t.Errorf("the output of first is %#v", sizes["size"])
			}
			if len(ran.Registrations) != before {
				t.Error("a value was computed in the loop")
			}
			r.Outputs = eval.Outputs{Known: map[string]cty.Value{"size": cty.NumberIntVal(4)}}
			if len(names) == most {
				break
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("at most %d: got %v, want %v", most, names, want)
		}
	}
}

// A canceled run begins no further declaration, however small each is.
func TestCancelledRun(t *testing.T) {
	t.Parallel()
	p := program(t, "resource a \"a:b:C\" {}\nresource b \"a:b:C\" {}\nresource c \"a:b:C\" {}\n", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ran, ended := &eval.Ran{}, error(nil)
	for r, err := range eval.Follow(ctx, p, eval.Host{Stack: "dev", Project: "shop"}, ran) {
		if ended = err; r != nil {
			cancel()
		}
	}
	if len(ran.Registrations) != 1 || ended != context.Canceled {
		t.Errorf("registers %d resources, error %v", len(ran.Registrations), ended)
	}
}

// A run goes on after a block without a body: it is not known what that registers.
func TestBrokenBlocks(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"read", "resource", "component"} {
		p := program(t, kind+" broken \"a:b:C\"\n\nresource whole \"a:b:C\" {}\n", nil)
		ran, err := eval.Run(t.Context(), p, eval.Host{Stack: "dev", Project: "shop", AsWritten: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(ran.Registrations) != 1 || len(ran.Open) != 1 || ran.Open[0].Name != "broken" {
			t.Errorf("%s: registers %v, open are %v", kind, ran.Registrations, ran.Open)
		}
	}
}

// Since 3.274, a range may be secret: the number of its instances is not. Before, it stops the run.
func TestSecretRange(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]int{"3.260.0": 0, "3.276.0": 2} {
		p := program(t, "pulumi { requiredVersionRange = \"="+version+"\" }\nresource both \"a:b:C\" {\n  options { range = secret([1, 2]) }\n}\n", nil)
		ran, err := eval.Run(t.Context(), p, eval.Host{Stack: "dev", Project: "shop", AsWritten: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(ran.Registrations) != want || len(ran.Failures) != min(1, 2-want) {
			t.Errorf("%s: registers %v, fails %v", version, ran.Registrations, ran.Failures)
		}
	}
}
