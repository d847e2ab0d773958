// Package policy declares the language of access policies, which AWS reads as JSON, as the types of a package schema. So the checker and the editor
// features treat the keys and values of a policy like the inputs of a resource.
//
// The language is described in the AWS Identity and Access Management user guide, "IAM JSON policy element reference".
package policy

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

//go:embed policy.json
var text string

var language = sync.OnceValue(func() *schema.Package {
	p, err := schema.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		panic("policy.json: " + err.Error())
	}
	return p
})

// Document returns the type of a whole policy. Its places accept outputs.
func Document() typesys.Type { return language().ObjectType(DocumentToken).Input() }

// The tokens of the parts.
const (
	DocumentToken  = "policy:index:Document"
	StatementToken = "policy:index:Statement"
	PrincipalToken = "policy:index:Principal"
)

// PartOf returns the part of a policy that a type stands for: the policy, a statement, or principals. It returns nil for other types. The type may be one of
// several, in any shape.
func PartOf(t typesys.Type) *schema.ObjectType {
	t = typesys.Strip(typesys.PlainShape(t))
	if o := schema.ObjectOf(t); o != nil && o.Package == language() {
		return o
	}
	if t.Kind() == typesys.KindUnion {
		for _, one := range t.Elems() {
			if o := PartOf(one); o != nil {
				return o
			}
		}
	}
	return nil
}

// TakesARN reports whether the values of a key of a policy are usually ARNs.
func TakesARN(key string) bool {
	return key == "Resource" || key == "NotResource" || key == "AWS" || key == "Federated"
}

// inputs are the names of inputs that take a policy, in the packages of AWS.
var inputs = map[string]bool{
	"accessPolicies": true, "accessPolicy": true, "assumeRolePolicy": true, "assumeRolePolicyDocument": true, "inlinePolicy": true, "keyPolicy": true,
	"policy": true, "policyDocument": true, "repositoryPolicyText": true, "resourcePolicy": true,
}

// MayBeIn reports whether the text of an expression may name an input that takes a policy. The name may be escaped.
func MayBeIn(text string) bool { return strings.Contains(text, "olic") || strings.Contains(text, `\`) }

// Takes reports whether a property of a resource, or of an object in its inputs, takes a policy. The token is that of the resource or the object type.
func Takes(token string, p *schema.Property) bool {
	if p == nil || !inputs[p.Name] {
		return false
	}
	pkg, _, _ := strings.Cut(token, ":")
	return (pkg == "aws" || pkg == "aws-native") && !strings.Contains(token, "ifecyclePolicy") // which has rules for images
}
