package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// TestDocument: the types of a policy can be read, and each key is described.
func TestDocument(t *testing.T) {
	t.Parallel()
	document := policy.PartOf(policy.Document())
	if document == nil || document.Token != policy.DocumentToken {
		t.Fatalf("the type is %v", document)
	}
	parts := []*schema.ObjectType{document, policy.PartOf(document.Property("Statement").Plain)}
	parts = append(parts, policy.PartOf(parts[1].Property("Principal").Plain))
	for i, token := range []string{policy.DocumentToken, policy.StatementToken, policy.PrincipalToken} {
		part := parts[i]
		if part == nil || part.Token != token || len(part.Problems()) > 0 {
			t.Fatalf("%s is %+v", token, part)
		}
		for _, p := range part.Properties() {
			if p.Description == "" {
				t.Errorf("%s.%s is not described", token, p.Name)
			}
		}
	}
}

// TestMayBeIn: every name of an input with a policy is noticed.
func TestMayBeIn(t *testing.T) {
	t.Parallel()
	for name := range policy.Inputs {
		if !policy.MayBeIn("{ " + name + " = 1 }") {
			t.Errorf("%s is overlooked", name)
		}
	}
	if policy.MayBeIn("{ name = 1 }") || !policy.MayBeIn(`{ "p\u006flicy" = 1 }`) {
		t.Error("plain or escaped names are misjudged")
	}
}

// TestActions: services and their actions are sorted words, and well-known ones are there.
func TestActions(t *testing.T) {
	t.Parallel()
	services := policy.Services()
	if len(services) < 400 || !slices.IsSorted(services) || !slices.Contains(services, "s3") || !slices.Contains(services, "sts") {
		t.Fatalf("%d services: %.200v", len(services), services)
	}
	total := 0
	for _, service := range services {
		names := policy.Actions(service)
		total += len(names)
		if len(names) == 0 || !slices.IsSorted(names) || strings.ToLower(service) != service {
			t.Errorf("%s has %v", service, names)
		}
	}
	if names := policy.Actions("s33"); names != nil {
		t.Errorf("a service that does not exist has %v", names)
	}
	if total < 20_000 {
		t.Errorf("there are only %d actions", total)
	}
	for _, test := range []struct {
		service, pattern string
		want             bool
	}{
		{"s3", "GetObject", true}, {"s3", "getobject", true}, {"S3", "Get*", true}, {"s3", "*", true}, {"s3", "GetO?ject", true}, {"s3", "*Tagging", true},
		{"s3", "GetObjects", false}, {"s3", "", false}, {"s3", "G[e]tObject", false}, {"s33", "GetObject", false}, {"s3", `Get\*`, false},
	} {
		if got := policy.Matches(test.service, test.pattern); got != test.want {
			t.Errorf("%s:%s matches: %v", test.service, test.pattern, got)
		}
	}
}
