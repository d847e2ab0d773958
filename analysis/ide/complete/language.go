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

func hasOptions(k syntax.Kind) bool {
	return k == syntax.KindResource || k == syntax.KindRead || k == syntax.KindComponent
}

func hasPropertyPaths(k syntax.Kind) bool { return k == syntax.KindResource || k == syntax.KindRead }
