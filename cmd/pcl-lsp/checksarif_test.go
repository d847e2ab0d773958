package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const leakingProgram = `schemas: zoo
-- main.pp --
config password string {
  secret = true
}
middle = "pw: ${password}"
token = "ghp_Qw3rTy7uIoP9aSdF2gHjK5lZxC8vBnM4eRtY"
resource cat "zoo:index:Empty" {
}
resource dogs "zoo:index:Empty" {
  options {
    range = length(cat.id)
  }
}
output plain {
  value = unsecret(middle)
}
`

// securityLog is what code scanning reads of a log.
type securityLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID         string
					Properties struct {
						Tags []string
						Risk string `json:"security-severity"`
					}
				}
			}
		}
		Results []struct {
			RuleID    string
			CodeFlows []struct {
				ThreadFlows []struct {
					Locations []struct {
						Location struct {
							PhysicalLocation struct {
								Region struct{ StartLine, StartColumn int }
							}
							Message struct{ Text string }
						}
					}
				}
			}
		}
	}
}

// Risks are scores, and what is a risk has the tag that code scanning looks for. The way of a secret
// leads from where it comes from to the finding.
func TestSARIFSecurity(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, leakingProgram))
	text := runIn(t, dir, words("check --format sarif")).stdout
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(analysistest.Repository(t), "testdata", "formats", "schemas", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	valid(t, compiled, text)
	var log securityLog
	decode(t, "sarif", text, &log)
	risks := map[string]string{}
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		risks[r.ID] = r.Properties.Risk
		if slices.Contains(r.Properties.Tags, "security") != (r.Properties.Risk != "") {
			t.Errorf("%s has the tags %v and the risk %q", r.ID, r.Properties.Tags, r.Properties.Risk)
		}
	}
	if diff := cmp.Diff(map[string]string{"hardcoded.token": "8.0", "secret.unsecret": "5.5", "unknown.range": "", "unused.local": ""}, risks); diff != "" {
		t.Error(diff)
	}
	var flows []string
	for _, r := range log.Runs[0].Results {
		for _, f := range r.CodeFlows {
			line := r.RuleID + ":"
			for _, at := range f.ThreadFlows[0].Locations {
				line += " " + strings.Repeat("|", at.Location.PhysicalLocation.Region.StartLine) + at.Location.Message.Text
			}
			flows = append(flows, line)
		}
	}
	if diff := cmp.Diff([]string{
		"unknown.range: ||||||because the outputs of `cat` are known only after it is created " +
			"||||||||||this range may be unknown during a preview, which then omits the resource: the outputs of `cat` are known only after it is created",
		"secret.unsecret: |because config `password` has `secret = true` ||||because `middle` passes it on " +
			"||||||||||||||this shows a secret to everyone; if that is intended, say why in a comment on this line or the line above",
	}, flows); diff != "" {
		t.Error(diff)
	}
}

// The validator of the makers of SARIF has no warning, by its rules for the format and for GitHub. It runs
// if the variable names it: see `make sarif`.
func TestSARIFMultitool(t *testing.T) {
	t.Parallel()
	validator := os.Getenv("SARIF_MULTITOOL")
	if validator == "" {
		t.Skip("SARIF_MULTITOOL does not name the validator")
	}
	check := func(name, dir string) {
		file := filepath.Join(t.TempDir(), "log.sarif")
		if err := os.WriteFile(file, []byte(runIn(t, dir, words("check --format sarif")).stdout), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(validator, "validate", file, "--rule-kind", "Sarif;Gh;Ghas").CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning SARIF") || strings.Contains(string(out), "error SARIF") || !strings.Contains(string(out), "successfully") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	eachReported(t, check)
	check("secrets", unpacked(t, fixture.LoadText(t, leakingProgram)))
}
