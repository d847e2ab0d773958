package lint

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

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
