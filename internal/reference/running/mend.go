package running

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/zclconf/go-cty/cty"
)

// This file goes around a fault of the evaluator: it panics when the instances of a range of numbers or of a list are not all known, as in
// the preview of one that grows. It makes no list of a map, so the same program does not panic if the range is a map, and a local is the list.

// isMixed reports whether the evaluator panicked in this way.
func (d *deployment) isMixed() bool { return strings.HasPrefix(d.panicked, "inconsistent list element types") }

// instance is the name of an instance of a range.
var instance = regexp.MustCompile(`^(.*)-[0-9]+$`)

// mended writes the program to another directory, with another range for the resource that was registered last. It returns the name of the
// resource; empty if there is nothing to change.
func (d *deployment) mended(dir string) (name string, err error) {
	last := instance.FindStringSubmatch(lastName(d.seen.registered[len(d.seen.registered)-1].URN))
	if last == nil {
		return "", nil
	}
	count := 0
	for _, r := range d.seen.registered {
		if m := instance.FindStringSubmatch(lastName(r.URN)); m != nil && m[1] == last[1] {
			count++
		}
	}
	err = filepath.WalkDir(d.Dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Ext(file) == ".pp" {
			found, mended := d.mend(string(text), last[1], count)
			if found != "" {
				name, text = found, []byte(mended)
			}
		}
		rel, err := filepath.Rel(d.Dir, file)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o755) // hooks run scripts
	})
	return name, err
}

func lastName(urn string) string { return urn[strings.LastIndex(urn, "::")+2:] }

// mend changes the range of the resource in a file whose instances have a name before the number, of which there are some. That name may
// begin with those of components.
func (d *deployment) mend(text, instances string, count int) (name, mended string) {
	file, _ := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		options := slices.IndexFunc(b.Body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == "options" })
		if b.Type != "resource" || len(b.Labels) == 0 || options < 0 || b.Body.Blocks[options].Body.Attributes["range"] == nil {
			continue
		}
		logical, attribute := b.Labels[0], ""
		if named := b.Body.Attributes["__logicalName"]; named != nil {
			if value, _ := named.Expr.Value(nil); value.Type() == cty.String {
				logical = value.AsString()
			}
		} else {
			attribute = fmt.Sprintf("\n  __logicalName = %q", logical)
		}
		if instances != logical && !strings.HasSuffix(instances, "-"+logical) {
			continue
		}
		name = b.Labels[0]
		over := b.Body.Blocks[options].Body.Attributes["range"].Expr.Range()
		label, brace := b.LabelRanges[0], b.OpenBraceRange.End.Byte
		all := name + "_instances"
		return name, fmt.Sprintf("%s = [for each in %s : each]\n\n", name, all) + text[:label.Start.Byte] + all + text[label.End.Byte:brace] + attribute +
			text[brace:over.Start.Byte] + asMap(text[over.Start.Byte:over.End.Byte], d.isNumber(name), count) + text[over.End.Byte:]
	}
	return "", ""
}

// asMap is a range as a map with the same keys.
func asMap(over string, isNumber bool, count int) string {
	if !isNumber {
		return fmt.Sprintf("{ for i, v in %s : \"${i}\" => v }", over)
	}
	var numbered []string
	for i := range count {
		numbered = append(numbered, fmt.Sprintf("\"%d\" = %d", i, i))
	}
	return "{ " + strings.Join(numbered, ", ") + " }"
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
