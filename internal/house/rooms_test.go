package house

import "strings"

// This file says which package may import which.

// room is what one package may import, or with a final slash in its name, every package below a directory.
type room struct {
	name string
	// inside are packages of this module; a final * stands for anything.
	inside []string
	// outside are packages of other modules.
	outside []string
}

// rooms are the allowed imports. The first row that matches a package counts. The standard library is allowed, except for what is reserved below.
var rooms = []room{
	{"cmd/pcl-lsp", []string{"cmd/pcl-lsp/process", "cmd/pcl-lsp/agent", "cmd/pcl-lsp/ask", "cmd/pcl-lsp/recheck", "cmd/pcl-lsp/checking", "cmd/pcl-lsp/recheck/revision", "cmd/pcl-lsp/report", "cmd/pcl-lsp/schemaflags", "cmd/pcl-lsp/transport", "lsp", "workspace", "workspace/disk", "workspace/fault", "workspace/replace", "workspace/schemas", "workspace/settings", "analysis", "analysis/codes", "analysis/targets", "analysis/eval", "analysis/fences", "analysis/ide/*", "analysis/impact", "analysis/plan", "analysis/rules", "analysis/state", "analysis/syntax", "analysis/value", "typesys", "typesys/schema", "typesys/schemadiff", "typesys/lazy", "typesys/lists", "typesys/prose", "analysis/language"}, []string{"*"}},
	{"cmd/pcl-lsp/agent", []string{"cmd/pcl-lsp/report", "cmd/pcl-lsp/ask", "cmd/pcl-lsp/checking", "workspace", "workspace/await", "workspace/disk", "workspace/fault", "workspace/replace", "analysis", "analysis/codes", "analysis/ide/*", "analysis/state", "analysis/syntax", "typesys", "typesys/schema", "typesys/lists", "typesys/prose"}, []string{"github.com/modelcontextprotocol/go-sdk/*", "github.com/google/jsonschema-go/jsonschema", "github.com/aymanbagabas/go-udiff", "github.com/zclconf/go-cty/cty"}},
	{"cmd/pcl-lsp/ask", []string{"analysis/rules", "cmd/pcl-lsp/checking", "cmd/pcl-lsp/report", "analysis/syntax", "workspace", "workspace/replace", "analysis", "analysis/codes", "analysis/eval", "analysis/ide/change", "analysis/ide/planview", "analysis/ide/upgrade", "analysis/impact", "analysis/plan", "analysis/state", "typesys", "typesys/schema", "typesys/schemadiff", "workspace/disk", "typesys/prose", "analysis/ide/convert", "typesys/lists"}, []string{"github.com/bmatcuk/doublestar/v4"}},
	{"cmd/pcl-lsp/checking", []string{"analysis/ide/change", "typesys/prose", "cmd/pcl-lsp/recheck", "cmd/pcl-lsp/recheck/revision", "cmd/pcl-lsp/report", "workspace", "workspace/disk", "workspace/replace", "analysis", "analysis/codes", "analysis/eval", "analysis/ide/fix", "analysis/ide/planview", "analysis/plan", "analysis/state", "analysis/syntax", "analysis/value", "typesys/lazy", "typesys/lists"}, []string{"github.com/aymanbagabas/go-udiff", "github.com/fsnotify/fsnotify"}},
	{"cmd/pcl-lsp/process", []string{"analysis/language", "analysis/syntax/evict", "lsp", "typesys/lists"}, []string{"golang.org/x/mod/semver", "golang.org/x/sys/unix"}},
	{"cmd/pcl-lsp/recheck/revision", nil, []string{"github.com/aymanbagabas/go-udiff"}},
	{"cmd/pcl-lsp/schemaflags", []string{"workspace", "workspace/disk", "workspace/plugins", "workspace/schemas", "typesys/schema", "analysis/language", "typesys/lazy"}, []string{"github.com/spf13/pflag"}},
	{"cmd/pcl-lsp/recheck", []string{"workspace", "workspace/disk", "workspace/replace"}, []string{"github.com/go-json-experiment/json"}},
	{"cmd/pcl-lsp/report", []string{"analysis/ide/hover", "analysis/ide/outline", "typesys", "typesys/schema", "analysis", "analysis/eval", "analysis/ide/change", "analysis/ide/markdown", "analysis/ide/planview", "analysis/ide/upgrade", "analysis/impact", "analysis/codes", "analysis/rules", "analysis/syntax", "typesys/lazy", "typesys/schemadiff", "typesys/lists", "typesys/prose"}, []string{"*"}},
	{"cmd/pcl-lsp/transport", []string{"workspace/disk"}, []string{"github.com/Microsoft/go-winio", "github.com/modelcontextprotocol/go-sdk/mcp", "golang.org/x/sys/unix"}},
	{"editors/web/wasm", []string{"lsp", "workspace", "workspace/disk"}, nil},
	{"lsp", []string{"lsp/place", "lsp/publish", "lsp/wire", "workspace", "workspace/await", "workspace/fault", "workspace/settings", "analysis", "analysis/codes", "analysis/targets", "analysis/ide/*", "analysis/plan", "analysis/state", "analysis/syntax", "typesys/lists"}, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"lsp/place", []string{"workspace", "analysis/syntax"}, []string{"go.lsp.dev/*"}},
	{"lsp/publish", []string{"lsp/place", "workspace", "workspace/await", "workspace/disk", "analysis", "analysis/codes", "analysis/syntax", "typesys/lists"}, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"lsp/wire", []string{"workspace/await"}, []string{"go.lsp.dev/*", "github.com/go-json-experiment/json*"}},
	{"workspace", []string{"workspace/await", "workspace/disk", "workspace/fault", "workspace/schemas", "workspace/settings", "workspace/stackfile", "analysis", "analysis/codes", "analysis/fences", "analysis/impact", "analysis/rules", "analysis/targets", "analysis/state", "analysis/syntax", "typesys/schema", "typesys/schemadiff", "typesys/urn", "analysis/language", "typesys/lazy", "typesys/lists", "typesys/versions"}, []string{"github.com/bmatcuk/doublestar/v4", "go.yaml.in/yaml/v3"}},
	{"workspace/disk", nil, []string{"golang.org/x/text/unicode/norm"}},
	{"workspace/await", []string{"workspace/fault"}, nil},
	{"workspace/fault", []string{"workspace/replace"}, nil},
	{"workspace/schemas", []string{"typesys/schema", "workspace/await", "workspace/disk", "workspace/fault", "workspace/replace", "typesys/lazy", "typesys/lists"}, []string{"golang.org/x/mod/semver"}},
	{"workspace/stackfile", []string{"typesys/lists", "workspace/disk", "analysis", "analysis/codes", "analysis/syntax", "typesys", "typesys/constraint", "typesys/lazy"}, []string{"go.yaml.in/yaml/v3"}},
	{"workspace/plugins", []string{"typesys/schema", "workspace/await", "workspace/replace", "typesys/lazy"}, []string{"golang.org/x/mod/semver"}},
	{"internal/testprovider", nil, nil},
	{"internal/policyactions", []string{"internal/attempt"}, nil},
	{"internal/circular", []string{"analysis/language", "typesys"}, nil},
	{"workspace/replace", []string{"typesys/lazy", "typesys/lists"}, nil},
	{"workspace/settings", []string{"workspace/disk", "analysis", "analysis/codes", "analysis/targets", "analysis/syntax", "typesys", "typesys/lazy", "typesys/lists", "analysis/language"}, []string{"github.com/bmatcuk/doublestar/v4", "go.yaml.in/yaml/v3"}},
	{"internal/grammar", nil, []string{"github.com/tree-sitter/go-tree-sitter"}},
	{"internal/workload", nil, nil},
	{"internal/manual", []string{"internal/attempt", "analysis/codes", "analysis/fences"}, []string{"golang.org/x/tools/txtar"}},
	{"internal/recorder", []string{"typesys/lists", "internal/asking", "internal/attempt", "internal/changes", "internal/manual", "internal/randomprogram", "internal/refactorings", "workspace", "workspace/schemas", "analysis/codes", "analysis/dump"}, []string{"github.com/hashicorp/hcl/v2*", "golang.org/x/tools/txtar"}},
	{"internal/asking", []string{"analysis/dump"}, []string{"golang.org/x/sync/errgroup"}},
	{"internal/changes", []string{"internal/attempt", "internal/fixture", "workspace", "workspace/schemas", "analysis/codes"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"internal/refactorings", []string{"internal/analysistest", "internal/attempt", "internal/changes", "analysis", "analysis/codes", "analysis/eval", "analysis/ide/change", "analysis/ide/preserve", "analysis/ide/refactor", "analysis/ide/rename", "analysis/plan", "analysis/syntax"}, []string{"golang.org/x/tools/txtar"}},
	{"internal/randomprogram", []string{"workspace/schemas", "analysis", "analysis/ide/printer", "analysis/syntax", "analysis/typeexpr", "typesys", "typesys/schema"}, []string{"golang.org/x/tools/txtar"}},
	{"internal/fixture", []string{"internal/analysistest", "workspace", "workspace/disk", "workspace/schemas", "analysis", "analysis/codes", "analysis/syntax", "typesys", "typesys/schema"}, []string{"golang.org/x/tools/txtar", "github.com/google/go-cmp/cmp", "github.com/hashicorp/hcl/v2/hclsyntax"}},
	{"analysis/value", []string{"typesys", "typesys/constraint", "typesys/lists"}, []string{"github.com/zclconf/go-cty/*"}},
	{"analysis/fences", nil, nil},
	{"analysis/language", []string{"analysis/codes", "analysis/value", "typesys", "typesys/lists", "typesys/prose", "typesys/lazy"}, []string{"github.com/zclconf/go-cty/*"}},
	{"analysis", []string{"analysis/check", "analysis/checked", "analysis/clash", "analysis/diagnostic", "analysis/dump", "analysis/lenient", "analysis/lint", "analysis/options", "analysis/packageblock", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/tree", "analysis/taint", "analysis/typeexpr", "typesys/schema", "typesys/versions", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/program", []string{"typesys/lists", "analysis/syntax", "analysis/syntax/evict"}, nil},
	{"analysis/diagnostic", []string{"typesys/lists", "analysis/codes", "analysis/language", "analysis/options", "analysis/program", "analysis/syntax", "analysis/syntax/tree", "typesys/prose", "typesys/schema"}, nil},
	{"analysis/lenient", []string{"analysis/codes", "analysis/diagnostic", "analysis/options", "analysis/syntax", "analysis/syntax/tree", "typesys", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/packageblock", []string{"analysis/codes", "analysis/diagnostic", "analysis/syntax", "analysis/syntax/tree", "typesys/schema", "typesys/versions"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/check", []string{"analysis/codes", "analysis/diagnostic", "analysis/evaluate", "analysis/language", "analysis/lenient", "analysis/options", "analysis/packageblock", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/evict", "analysis/syntax/tree", "analysis/targets", "analysis/typeexpr", "analysis/value", "typesys", "typesys/asset", "typesys/duration", "typesys/lazy", "typesys/lists", "typesys/policy", "typesys/proppath", "typesys/prose", "typesys/schema", "typesys/urn", "typesys/versions"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*"}},
	{"analysis/checked", []string{"analysis/check", "analysis/codes", "analysis/diagnostic", "analysis/language", "analysis/lenient", "analysis/options", "analysis/packageblock", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/evict", "analysis/syntax/tree", "analysis/targets", "typesys", "typesys/lists", "typesys/prose", "typesys/schema", "typesys/versions"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/taint", []string{"analysis/check", "analysis/checked", "analysis/codes", "analysis/diagnostic", "analysis/language", "analysis/options", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/evict", "analysis/syntax/tree", "analysis/value", "typesys", "typesys/lists", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/clash", []string{"analysis/check", "analysis/checked", "analysis/codes", "analysis/diagnostic", "analysis/language", "analysis/options", "analysis/program", "analysis/syntax", "typesys/lists", "typesys/prose", "typesys/schema"}, nil},
	{"analysis/typeexpr", []string{"analysis/codes", "analysis/syntax", "analysis/syntax/parse", "analysis/syntax/tree", "typesys", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/dump", []string{"typesys/lists", "analysis/check", "analysis/checked", "analysis/codes", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/tree", "analysis/taint", "typesys"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/lint", []string{"analysis/check", "analysis/checked", "analysis/codes", "analysis/diagnostic", "analysis/language", "analysis/program", "analysis/sensitive", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/tree", "analysis/targets", "analysis/value", "typesys", "typesys/lazy", "typesys/lists", "typesys/policy", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/codes", []string{"typesys/lists"}, nil},
	{"analysis/options", []string{"analysis/syntax", "analysis/syntax/tree", "typesys", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/targets", []string{"typesys", "typesys/lists"}, nil},
	{"analysis/sensitive", []string{"analysis/language", "analysis/syntax", "analysis/syntax/tree", "typesys/lazy", "typesys/lists", "typesys/prose", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax", []string{"analysis/codes", "analysis/syntax/lex", "analysis/syntax/node", "analysis/syntax/parse", "analysis/syntax/evict", "analysis/syntax/split", "analysis/language", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/fastparse", []string{"analysis/syntax/lex"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/lex", nil, nil},
	{"analysis/syntax/cursor", []string{"analysis/language", "analysis/syntax/lex"}, nil},
	{"analysis/syntax/tree", []string{"analysis/syntax", "analysis/syntax/node", "typesys", "analysis/language"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/parse", []string{"analysis/codes", "analysis/syntax/fastparse", "analysis/syntax/lex", "analysis/syntax/split", "analysis/syntax/node", "typesys/lazy"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/syntax/evict", nil, nil},
	{"analysis/syntax/node", []string{"analysis/syntax/lex", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/syntax/split", []string{"analysis/syntax/lex"}, nil},
	{"internal/analysistest", []string{"analysis", "analysis/codes", "analysis/language", "analysis/syntax", "analysis/syntax/evict", "typesys/schema"}, []string{"golang.org/x/tools/txtar", "github.com/google/go-cmp/cmp", "github.com/hashicorp/hcl/v2/hclsyntax"}},
	{"analysis/state", []string{"analysis/value", "typesys/urn"}, []string{"github.com/zclconf/go-cty/cty", "github.com/go-json-experiment/json/jsontext"}},
	{"analysis/plan", []string{"analysis", "analysis/eval", "analysis/language", "analysis/state", "analysis/syntax", "analysis/value", "typesys", "typesys/proppath", "typesys/schema", "typesys/urn", "analysis/syntax/tree", "typesys/lists"}, []string{"github.com/go-json-experiment/json/jsontext", "github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*"}},
	{"analysis/rules", []string{"analysis", "analysis/codes", "analysis/eval", "analysis/evaluate", "analysis/ide/change", "analysis/language", "analysis/syntax", "analysis/value", "typesys", "typesys/schema", "typesys/lists", "typesys/prose", "analysis/syntax/tree"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/evaluate", []string{"analysis/language", "analysis/syntax/tree", "analysis/value", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/eval", []string{"analysis", "analysis/evaluate", "analysis/syntax", "analysis/syntax/tree", "typesys", "typesys/constraint", "typesys/schema", "typesys/urn", "analysis/language", "analysis/value", "typesys/prose", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*"}},
	{"internal/bench", []string{"cmd/pcl-lsp/schemaflags", "workspace", "workspace/schemas", "internal/attempt", "internal/frame", "internal/workload", "analysis", "typesys/schema"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/spf13/cobra", "golang.org/x/text/*"}},
	{"analysis/ide/change", []string{"analysis", "analysis/codes", "analysis/ide/printer", "analysis/language", "analysis/syntax", "analysis/syntax/tree", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/ide/convert", []string{"analysis", "analysis/ide/change", "analysis/ide/format", "analysis/ide/printer", "analysis/syntax", "analysis/syntax/node", "analysis/syntax/tree", "typesys", "typesys/schema", "analysis/language", "typesys/lists", "analysis/state", "typesys/urn", "typesys/proppath"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty", "go.yaml.in/yaml/v3"}},
	{"analysis/ide/hover", []string{"analysis", "analysis/codes", "analysis/eval", "analysis/plan", "analysis/ide/change", "analysis/ide/markdown", "analysis/ide/planview", "analysis/ide/printer", "analysis/ide/probe", "analysis/syntax", "analysis/syntax/tree", "analysis/syntax/*", "typesys", "typesys/constraint", "typesys/policy", "typesys/schema", "typesys/urn", "analysis/language", "analysis/value", "typesys/lazy", "typesys/lists", "typesys/prose"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*", "github.com/sahilm/fuzzy"}},
	{"analysis/ide/markdown", []string{"typesys/lazy", "typesys/lists"}, nil},
	{"analysis/ide/planview", []string{"analysis", "analysis/codes", "analysis/eval", "analysis/ide/markdown", "analysis/ide/printer", "analysis/language", "analysis/plan", "analysis/state", "analysis/syntax", "analysis/syntax/tree", "analysis/value", "typesys/lists", "typesys/prose", "typesys/urn"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/ide/printer", []string{"typesys", "typesys/lists"}, []string{"github.com/zclconf/go-cty/cty"}},
	{"analysis/ide/probe", []string{"analysis", "analysis/syntax", "analysis/syntax/cursor", "analysis/syntax/node", "typesys", "analysis/language", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty"}},
	{"analysis/ide/rename", []string{"analysis", "analysis/codes", "analysis/ide/change", "analysis/ide/preserve", "analysis/ide/navigate", "analysis/ide/printer", "analysis/syntax", "analysis/language", "typesys/lists", "typesys/prose"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/ide/preserve", []string{"analysis", "analysis/codes", "analysis/eval", "analysis/ide/change", "analysis/ide/printer", "analysis/language", "analysis/plan", "analysis/syntax", "analysis/value", "typesys", "typesys/urn", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*"}},
	{"analysis/ide/rulefile", []string{"analysis", "analysis/ide/complete", "analysis/ide/hover", "analysis/ide/markdown", "analysis/ide/probe", "analysis/language", "analysis/rules", "analysis/syntax", "analysis/syntax/cursor", "analysis/syntax/lex", "typesys", "typesys/schema", "typesys/lists"}, nil},
	{"analysis/ide/refactor", []string{"analysis", "analysis/codes", "analysis/plan", "analysis/ide/change", "analysis/ide/preserve", "analysis/ide/format", "analysis/ide/printer", "analysis/syntax", "analysis/syntax/node", "typesys", "analysis/language", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/cty", "go.yaml.in/yaml/v3"}},
	{"analysis/ide/upgrade", []string{"analysis", "analysis/codes", "analysis/ide/change", "analysis/ide/complete", "analysis/ide/fix", "analysis/ide/format", "analysis/ide/preserve", "analysis/ide/printer", "analysis/impact", "analysis/language", "analysis/syntax", "typesys", "typesys/schema", "typesys/schemadiff", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*", "golang.org/x/mod/semver"}},
	{"analysis/impact", []string{"analysis", "analysis/codes", "analysis/syntax", "analysis/syntax/node", "typesys", "typesys/schema", "typesys/schemadiff", "typesys/lists"}, []string{"github.com/hashicorp/hcl/v2*"}},
	{"analysis/ide/", []string{"analysis/fences", "analysis", "analysis/codes", "analysis/eval", "analysis/plan", "analysis/ide/change", "analysis/ide/preserve", "analysis/ide/markdown", "analysis/ide/printer", "analysis/ide/probe", "analysis/syntax", "analysis/syntax/*", "typesys", "typesys/constraint", "typesys/policy", "typesys/schema", "typesys/urn", "analysis/language", "analysis/value", "typesys/lazy", "typesys/lists", "typesys/prose", "analysis/options"}, []string{"github.com/hashicorp/hcl/v2*", "github.com/zclconf/go-cty/*", "github.com/sahilm/fuzzy"}},
	{"typesys/policy", []string{"typesys", "typesys/schema"}, nil},
	{"typesys/proppath", []string{"typesys", "typesys/lists"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/urn", []string{"typesys/lists", "typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/asset", []string{"typesys"}, []string{"github.com/zclconf/go-cty/*"}},
	{"typesys/constraint", []string{"typesys", "typesys/lists"}, []string{"github.com/zclconf/go-cty/*", "github.com/go-json-experiment/json*"}},
	{"typesys/schema", []string{"typesys", "typesys/lazy", "typesys/lists"}, []string{"github.com/zclconf/go-cty/*", "github.com/go-json-experiment/json*", "golang.org/x/mod/semver"}},
	{"typesys/schemadiff", []string{"typesys", "typesys/schema", "typesys/lazy", "typesys/lists"}, []string{"github.com/zclconf/go-cty/cty", "github.com/agext/levenshtein"}},
	{"internal/schemachanges", []string{"internal/attempt"}, nil}, // tests only
	{"internal/testsize", nil, nil},
	{"internal/attempt", nil, nil},
	{"internal/leak", nil, nil},
	{"internal/edits", nil, nil},
	{"internal/frame", nil, nil},
	{"internal/cost", []string{"internal/testsize"}, []string{"go.yaml.in/yaml/v3", "golang.org/x/tools/txtar"}},
	{"internal/faults", nil, []string{"golang.org/x/sys/unix"}},
	{"internal/madeup", nil, nil},    // tests only
	{"internal/flowrules", nil, nil}, // tests only
	{"internal/notation", []string{"typesys"}, []string{"github.com/zclconf/go-cty/cty"}},
	{"internal/house", nil, nil}, // tests only
	{"typesys/lazy", nil, nil},
	{"typesys/lists", nil, nil},
	{"typesys/duration", nil, nil},
	{"typesys/versions", []string{"typesys/lazy"}, []string{"github.com/blang/semver/v4"}},
	{"typesys/prose", nil, nil},
	{"typesys", []string{"typesys/lazy", "typesys/lists", "typesys/prose"}, []string{"github.com/zclconf/go-cty/*"}},
}

// roomOf is the row of a package.
func roomOf(name string) (room, bool) {
	for _, r := range rooms {
		if r.name == name || strings.HasSuffix(r.name, "/") && strings.HasPrefix(name, r.name) {
			return r, true
		}
	}
	return room{}, false
}

// reserved are packages of the standard library that only some rooms may use.
var reserved = map[string][]string{
	"os": {"cmd/pcl-lsp", "editors/web/wasm", "internal", "workspace"}, "net": {"cmd/pcl-lsp", "internal", "workspace"}, "net/http": {"cmd/pcl-lsp", "internal", "workspace"},
	"os/exec": {"cmd/pcl-lsp", "internal", "workspace"}, "time": {"cmd/pcl-lsp", "editors/web/wasm", "internal", "workspace", "lsp", "typesys/duration"},
}
