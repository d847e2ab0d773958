package analysis

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file compares a config with what the selected stack has for it. (PCL
// specification, pcl-diagnostics.md, B.9.)

// storedFault is what is wrong with the value that the selected stack has for a config;
// the zero value is nothing.
type storedFault struct {
	code   codes.Code
	file   string
	reason string // of a value that does not fit
}

// storedFault finds out about the value of a config in the selected stack.
func (r *recorder) storedFault(it *syntax.Item, facts configFacts) storedFault {
	key, secret, declared := LogicalName(it), isSecretConfig(it.Block), typesys.PlainShape(facts.declared)
	ask := func(stack *Stack) storedFault {
		if stack.File() == "" {
			return storedFault{}
		}
		file := path.Base(stack.File())
		v, ok := stack.value(key)
		switch {
		case !ok && facts.required:
			return storedFault{code: codes.ConfigStackMissing, file: file}
		case !ok || v.Secure:
			return storedFault{}
		case secret:
			return storedFault{code: codes.ConfigStackPlainSecret, file: file}
		}
		if _, _, problem := constraint.Parse(v.Text, declared); problem != nil {
			return storedFault{codes.ConfigStackValue, file, problem.Error()}
		}
		return storedFault{}
	}
	found := ask(r.p.world.Stack)
	r.note(aboutStack, key, func(now *run) bool { return ask(now.p.world.Stack) == found })
	return found
}

// storedValue reports what is wrong with the value of a config in the selected stack.
func (c *checker) storedValue(it *syntax.Item, facts configFacts) {
	switch found := c.recorder.storedFault(it, facts); found.code {
	case codes.ConfigStackMissing:
		c.find(found.code, it.NameSpan, "`"+it.Name+"` has no default and no value in "+found.file+"; a run with this stack fails")
	case codes.ConfigStackPlainSecret:
		c.find(found.code, it.NameSpan, "`"+it.Name+"` is secret, but "+found.file+" stores it as plain text; set it with `pulumi config set --secret`")
	case codes.ConfigStackValue:
		c.find(found.code, it.NameSpan, "the value in "+found.file+" does not fit: "+found.reason)
	}
}
