package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges what resources are told that is allowed and seldom wise: what makes
// them lose data, leaves data in the clear, or lets everybody in. Only what is written
// out is judged; a config is a decision of whoever sets it.

// setting is a value of an input that weakens something, wherever the input is.
type setting struct {
	value   cty.Value
	code    codes.Code
	message string
}

const (
	inTheClear  = "this stores or sends data in the clear"
	unguarded   = "this lets a single mistake delete the data"
	forAnybody  = "this opens it to everybody on the Internet"
	blockLifted = "this lets a bucket be opened to everybody"
)

// weakening are the settings by the name of the input.
var weakening = map[string][]setting{
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

// weakened judges the value of an input, and of what is written out inside of it.
func (c *checker) weakened(name string, e hclsyntax.Expression) {
	for _, s := range weakening[name] {
		if tree.Literal(e).RawEquals(s.value) && !(name == "acl" && c.isWebsite()) {
			c.find(s.code, tree.Span(e.Range()), s.message)
		}
	}
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			if key, ok := tree.LiteralKey(item.KeyExpr); ok {
				c.weakened(key, item.ValueExpr)
			}
		}
	case *hclsyntax.TupleConsExpr:
		for _, x := range e.Exprs {
			if _, object := tree.Unparen(x).(*hclsyntax.ObjectConsExpr); object {
				c.weakened("", x)
			}
		}
	}
}

// isWebsite reports a bucket that is a website, which is for everybody.
func (c *checker) isWebsite() bool { return c.e.Syntax.Block.Body.Attributes["website"] != nil }

// stateful are the types that hold data which nothing brings back, by package and by
// module: a token has the module up to the first slash.
var stateful = map[string][]string{
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

// inputGuards are the inputs by which a program says what becomes of data.
var inputGuards = []string{"deletionProtection", "deletionProtectionEnabled", "deletionPolicy", "enablePurgeProtection"}

// kept reports a resource with data that nothing keeps from being deleted.
func (c *checker) kept(it *syntax.Item) {
	if !c.p.world.OptIns.Has(codes.ResourceUnprotected) || !isStateful(it.Labels[1].Value) || len(tree.OptionAttributes(it, guardOptions)) > 0 {
		return
	}
	for _, name := range inputGuards {
		if it.Block.Body.Attributes[name] != nil {
			return
		}
	}
	c.find(codes.ResourceUnprotected, it.Labels[1].Span, "this holds data, and nothing keeps it from being deleted; add the option `protect` or `retainOnDelete`")
}

func isStateful(text string) bool {
	token, ok := schema.ParseToken(text)
	if !ok {
		return false
	}
	module, _, _ := strings.Cut(token.Module, "/")
	return slices.Contains(stateful[token.Package+":"+module], token.Member)
}
