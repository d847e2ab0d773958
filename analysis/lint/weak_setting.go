package lint

import (
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reports inputs that weaken a resource: they turn off encryption or protection
// against deletion, or open the resource to everybody. Only literals are reported: the value
// of a config is the decision of whoever sets it.

// setting is a value of an input that weakens a resource of any type.
type setting struct {
	value   cty.Value
	code    codes.Code
	message string
}

const (
	inTheClear  = "this stores or sends data unencrypted"
	unguarded   = "this turns off the protection of the data against deletion"
	forAnybody  = "this opens it to everybody on the Internet"
	blockLifted = "this allows the bucket to be opened to everybody"
)

// weakening holds the settings by the name of the input.
var weakening = sync.OnceValue(func() map[string][]setting {
	return map[string][]setting{
		"encrypted":                {{cty.False, codes.SecurityUnencrypted, inTheClear}},
		"storageEncrypted":         {{cty.False, codes.SecurityUnencrypted, inTheClear}},
		"atRestEncryptionEnabled":  {{cty.False, codes.SecurityUnencrypted, inTheClear}},
		"transitEncryptionEnabled": {{cty.False, codes.SecurityUnencrypted, inTheClear}},
		"encryptionAtHost":         {{cty.False, codes.SecurityUnencrypted, inTheClear}},
		"enableHttpsTrafficOnly":   {{cty.False, codes.SecurityUnencrypted, inTheClear}},

		"deletionProtection":        {{cty.False, codes.ResourceUnguarded, unguarded}},
		"deletionProtectionEnabled": {{cty.False, codes.ResourceUnguarded, unguarded}},
		"enableDeletionProtection":  {{cty.False, codes.ResourceUnguarded, unguarded}},
		"enablePurgeProtection":     {{cty.False, codes.ResourceUnguarded, unguarded}},

		"publiclyAccessible":    {{cty.True, codes.SecurityPublic, forAnybody}},
		"allowBlobPublicAccess": {{cty.True, codes.SecurityPublic, forAnybody}},
		"acl":                   {{cty.StringVal("public-read-write"), codes.SecurityPublic, forAnybody}, {cty.StringVal("public-read"), codes.SecurityPublic, forAnybody}},
		"blockPublicAcls":       {{cty.False, codes.SecurityPublic, blockLifted}},
		"blockPublicPolicy":     {{cty.False, codes.SecurityPublic, blockLifted}},
		"ignorePublicAcls":      {{cty.False, codes.SecurityPublic, blockLifted}},
		"restrictPublicBuckets": {{cty.False, codes.SecurityPublic, blockLifted}},
	}
})

// weakSettings reports inputs that weaken a resource.
func weakSettings(p Pass, a *hclsyntax.Attribute) {
	if p.Item.Kind == syntax.KindResource || p.Item.Kind == syntax.KindRead {
		weakened(p, a, a.Name, a.Expr)
	}
}

// isInput reports whether an attribute is an input of a resource or read.
func (p Pass) isInput(a *hclsyntax.Attribute) bool {
	if p.Item.Kind != syntax.KindResource && p.Item.Kind != syntax.KindRead || len(p.Item.Labels) != 2 {
		return false
	}
	top := p.Item.Block().Body.Attributes[a.Name]
	return top != nil && top.SrcRange == a.SrcRange && p.Info.Checked(a.Expr)
}

// weakened reports weak settings in the value of an attribute, at any depth, if that is an input.
func weakened(p Pass, a *hclsyntax.Attribute, name string, e hclsyntax.Expression) {
	for _, s := range weakening()[name] {
		if tree.Literal(e).RawEquals(s.value) && p.isInput(a) && !(name == "acl" && isWebsite(p)) {
			p.Report(s.code, tree.Span(e.Range()), s.message)
		}
	}
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			if key, ok := tree.LiteralKey(item.KeyExpr); ok {
				weakened(p, a, key, item.ValueExpr)
			}
		}
	case *hclsyntax.TupleConsExpr:
		for _, x := range e.Exprs {
			if _, object := tree.Unparen(x).(*hclsyntax.ObjectConsExpr); object {
				weakened(p, a, "", x)
			}
		}
	}
}

// isWebsite reports whether a bucket is a website, which is public on purpose.
func isWebsite(p Pass) bool { return p.Item.Block().Body.Attributes["website"] != nil }
