package lint

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/zclconf/go-cty/cty"
)

// This file reports mistakes in access policies. To the input that takes a policy it is a text, so a run finds out only when AWS refuses it.

// policyPart checks an object that is a policy, a statement, or the principals of one.
func policyPart(p Pass, e *hclsyntax.ObjectConsExpr) {
	part := policy.PartOf(p.Info.ExpectedOf(e))
	if part == nil {
		return
	}
	keys := make([]string, len(e.Items)) // empty for computed ones
	isPart := false
	for i, item := range e.Items {
		keys[i], _ = tree.LiteralKey(item.KeyExpr)
		isPart = isPart || part.Property(keys[i]) != nil
	}
	if !isPart {
		return // nothing in it looks like a policy: it is unfinished, or something else
	}
	complete := true
	for i, item := range e.Items {
		key := keys[i]
		if property := part.Property(key); property != nil {
			policyText(p, property, item.ValueExpr)
			if part.Token == policy.StatementToken && policy.TakesActions(key) {
				policyActions(p, item.ValueExpr)
			}
			continue
		}
		complete = false
		names := policyKeys(part)
		if key != "" && !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, key) }) { // AWS may accept another case
			p.ReportInstead(codes.PolicyKey, tree.Span(item.KeyExpr.Range()), "`"+key+"` is no key of "+partNames[part.Token], typesys.Near(key, names))
		}
	}
	if complete && part.Token == policy.StatementToken {
		policyStatement(p, e, keys)
	}
}

// partNames are the words for the parts of a policy.
var partNames = map[string]string{policy.DocumentToken: "a policy", policy.StatementToken: "a statement", policy.PrincipalToken: "principals"}

func policyKeys(part *schema.ObjectType) (names []string) {
	names = append(names, lists.Map(part.Properties(), func(p *schema.Property) string { return p.Name })...)
	return names
}

// policyText checks a literal text that must be one of a few.
func policyText(p Pass, property *schema.Property, e hclsyntax.Expression) {
	text, ok := tree.PlainText(e)
	enum := typesys.Strip(typesys.PlainShape(property.Plain))
	if !ok || enum.Kind() != typesys.KindEnum || slices.ContainsFunc(enum.Values(), func(v cty.Value) bool { return v.AsString() == text }) {
		return
	}
	var texts, quoted []string
	for _, v := range enum.Values() {
		texts, quoted = append(texts, v.AsString()), append(quoted, "`"+strconv.Quote(v.AsString())+"`")
	}
	meant := typesys.Near(text, texts)
	if meant != "" {
		meant = strconv.Quote(meant)
	}
	p.ReportInstead(codes.PolicyValue, tree.Span(e.Range()), "`"+property.Name+"` takes "+strings.Join(quoted, " or "), meant)
}

// policyStatement reports what a statement lacks. All its keys are known, but some may be duplicates, of which a finding tells.
func policyStatement(p Pass, e *hclsyntax.ObjectConsExpr, keys []string) {
	hasEffect, hasAction := slices.Contains(keys, "Effect"), slices.Contains(keys, "Action") || slices.Contains(keys, "NotAction")
	if hasEffect && hasAction || len(members(e)) < len(keys) {
		return
	}
	if !hasEffect {
		p.Report(codes.PolicyIncomplete, tree.Span(e.OpenRange), "a statement needs `Effect`")
	}
	if !hasAction {
		p.Report(codes.PolicyIncomplete, tree.Span(e.OpenRange), "a statement needs `Action` or `NotAction`")
	}
}

// policyActions reports literal actions that no service has. The list of actions has an age, so this is only a hint.
func policyActions(p Pass, e hclsyntax.Expression) {
	for _, x := range oneOrMore(e) {
		text, ok := tree.PlainText(x)
		service, pattern, isAction := strings.Cut(text, ":")
		if !ok || !isAction || strings.ContainsAny(service, "*?$") || strings.Contains(pattern, "$") || policy.Matches(service, pattern) {
			continue
		}
		span := tree.Span(x.Range())
		switch {
		case policy.Actions(service) == nil:
			p.ReportInstead(codes.PolicyAction, span, "no known service has the prefix `"+service+"`", quotedAction(typesys.Near(service, policy.Services()), pattern))
		case strings.ContainsAny(pattern, "*?"):
			p.Report(codes.PolicyAction, span, "no known action of `"+service+"` matches `"+pattern+"`")
		default:
			p.ReportInstead(codes.PolicyAction, span, "`"+service+"` has no known action `"+pattern+"`", quotedAction(service, typesys.Near(pattern, policy.Actions(service))))
		}
	}
}

// quotedAction returns the text of an action, or nothing if a part is missing.
func quotedAction(service, name string) string {
	if service == "" || name == "" {
		return ""
	}
	return strconv.Quote(service + ":" + name)
}

// stateful lists resource types that hold data which cannot be recreated, by package and
// module. The module is the part of the token before the first slash.
var stateful = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"aws:rds": {"Instance", "Cluster", "GlobalCluster"}, "aws:dynamodb": {"Table", "GlobalTable"}, "aws:s3": {"Bucket", "BucketV2"}, "aws:efs": {"FileSystem"},
		"aws:ebs": {"Volume"}, "aws:kms": {"Key"}, "aws:docdb": {"Cluster"}, "aws:neptune": {"Cluster"}, "aws:redshift": {"Cluster"}, "aws:elasticsearch": {"Domain"},
		"aws:opensearch": {"Domain"}, "aws:cognito": {"UserPool"}, "aws:fsx": {"LustreFileSystem", "OntapFileSystem", "WindowsFileSystem", "OpenZfsFileSystem"},
		"aws:elasticache": {"ReplicationGroup"}, "aws:memorydb": {"Cluster"}, "aws:backup": {"Vault"}, "aws:ecr": {"Repository"},
		"aws-native:rds": {"DBInstance", "DBCluster"}, "aws-native:dynamodb": {"Table"}, "aws-native:s3": {"Bucket"}, "aws-native:efs": {"FileSystem"}, "aws-native:kms": {"Key"},
		"gcp:sql": {"DatabaseInstance", "Database"}, "gcp:storage": {"Bucket"}, "gcp:spanner": {"Instance", "Database"}, "gcp:bigquery": {"Dataset", "Table"},
		"gcp:bigtable": {"Instance", "Table"}, "gcp:kms": {"KeyRing", "CryptoKey"}, "gcp:filestore": {"Instance"}, "gcp:compute": {"Disk"}, "gcp:redis": {"Instance"},
		"azure-native:storage": {"StorageAccount"}, "azure-native:sql": {"Server", "Database"}, "azure-native:documentdb": {"DatabaseAccount"}, "azure-native:keyvault": {"Vault"},
		"azure-native:dbforpostgresql": {"Server"}, "azure-native:dbformysql": {"Server"}, "azure-native:compute": {"Disk"}, "azure-native:cache": {"Redis"},
		"azure:storage": {"Account"}, "azure:mssql": {"Server", "Database"}, "azure:cosmosdb": {"Account"}, "azure:keyvault": {"KeyVault"}, "azure:postgresql": {"Server", "FlexibleServer"},
		"digitalocean:index": {"DatabaseCluster", "Volume", "SpacesBucket"}, "cloudflare:index": {"R2Bucket", "D1Database", "WorkersKvNamespace"},
		"kubernetes:core": {"PersistentVolumeClaim", "PersistentVolume"},
	}
})

// inputGuards are inputs that decide what happens to the data of a resource.
var inputGuards = []string{"deletionProtection", "deletionProtectionEnabled", "deletionPolicy", "enablePurgeProtection"}

// unprotectedData reports resources that hold data and are not protected from deletion.
func unprotectedData(p Pass, block *hclsyntax.Block) {
	it := p.Item
	if !syntax.Same(block, it.Block()) || it.Kind != syntax.KindResource || it.Inputs != nil || len(it.Labels) != 2 || !isStateful(it.Labels[1].Value) || len(tree.OptionAttributes(it, guardOptions())) > 0 {
		return
	}
	if slices.ContainsFunc(inputGuards, func(name string) bool { return it.Block().Body.Attributes[name] != nil }) {
		return
	}
	p.Report(codes.ResourceUnprotected, it.Labels[1].Span, "this resource holds data and is not protected from deletion; add the option `protect` or `retainOnDelete`")
}

func isStateful(text string) bool {
	token, ok := schema.ParseToken(text)
	if !ok {
		return false
	}
	module, _, _ := strings.Cut(token.Module, "/")
	return slices.Contains(stateful()[token.Package+":"+module], token.Member)
}
