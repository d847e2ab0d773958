package complete

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// skeletons are the texts that a block keyword inserts, with and without placeholders.
var skeletons = map[string]struct{ plain, snippet string }{
	"resource":  {`resource `, "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n}"},
	"config":    {`config `, "config ${1:name} ${2:string} {\n  $0\n}"},
	"output":    {`output `, "output ${1:name} {\n  value = $0\n}"},
	"component": {`component `, "component ${1:name} \"${2:./directory}\" {\n  $0\n}"},
	"read":      {`read `, "read ${1:name} \"${2:package:module:Type}\" {\n  id = $0\n}"},
	"hook":      {`hook `, "hook ${1:resource} \"${2:name}\" {\n  command = [$0]\n}"},
	"package":   {`package {`, "package {\n  baseProviderName    = \"${1:name}\"\n  baseProviderVersion = \"${2:1.0.0}\"\n}"},
	"pulumi":    {`pulumi {`, "pulumi {\n  requiredVersionRange = \"${1:>=3.0.0}\"\n}"},
}

// seldom lists options that only providers or few programs need.
var seldom = map[string]bool{"envVarMappings": true, "pluginDownloadURL": true, "replacementTrigger": true}

// usualOptions lists the most used options, most common first.
var usualOptions = []string{"range", "dependsOn", "provider", "parent", "ignoreChanges", "protect", "providers", "deletedWith", "aliases", "customTimeouts", "retainOnDelete"}

// resourceOptions lists the options whose values are resources.
var resourceOptions = map[string]bool{
	"parent": true, "provider": true, "providers": true, "dependsOn": true, "deletedWith": true, "replaceWith": true,
}

// common lists the most used functions, most common first.
var common = []string{"invoke", "toJSON", "join", "element", "stack", "project", "length", "lookup", "fileAsset", "readFile", "secret", "split", "toBase64"}

func hasOptions(k syntax.Kind) bool {
	return k == syntax.KindResource || k == syntax.KindRead || k == syntax.KindComponent
}

func hasPropertyPaths(k syntax.Kind) bool { return k == syntax.KindResource || k == syntax.KindRead }
