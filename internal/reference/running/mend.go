package running

import (
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
)

// This file finds what [changes.Unmixed] needs to know.

// isMixed reports whether the evaluator panicked because not all instances of a range are known.
func (d *deployment) isMixed() bool {
	return strings.HasPrefix(d.panicked, "inconsistent list element types")
}

// isNumber reports whether the range of a resource is a number.
func (d *deployment) isNumber(name string) bool {
	program, _, err := d.bind()
	return err == nil && hasNumber(program, name)
}

func hasNumber(program *pcl.Program, name string) bool {
	return slices.ContainsFunc(program.Nodes, func(n pcl.Node) bool {
		switch n := n.(type) {
		case *pcl.Component:
			return hasNumber(n.Program, name)
		case *pcl.Resource:
			return n.Name() == name && model.NumberType.ConversionFrom(model.ResolveOutputs(n.Options.Range.Type())) != model.NoConversion
		}
		return false
	})
}
