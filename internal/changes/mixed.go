package changes

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
	"github.com/zclconf/go-cty/cty"
)

// This file goes around a fault of the evaluator: it panics when the instances of a range of numbers or of a list are not all known, as in
// the preview of one that grows. It makes no list of a map, so the same program does not panic if the range is a map, and a local is the list.

// instance is the name of an instance of a range.
var instance = regexp.MustCompile(`^(.*)-[0-9]+$`)

// Unmixed writes the program of a directory to another one, with another range for the resource that was registered last: its range becomes
// a map. It returns the name of the resource; empty if there is nothing to change. A function says whether a range is a number.
func Unmixed(from, to string, registered []Registered, isNumber func(name string) bool) (name string, err error) {
	count, instances := 0, ""
	for _, r := range slices.Backward(registered) {
		m := instance.FindStringSubmatch(r.URN[strings.LastIndex(r.URN, "::")+2:])
		switch {
		case m == nil && count == 0:
			return "", nil
		case m != nil && (count == 0 || m[1] == instances):
			count, instances = count+1, m[1]
		}
	}
	err = filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Ext(file) == ".pp" {
			if found, next := unmixed(string(text), instances, count, isNumber); found != "" {
				name, text = found, []byte(next)
			}
		}
		return write(filepath.Join(to, strings.TrimPrefix(file, from)), string(text))
	})
	return name, err
}

// unmixed changes the range of the resource in a file whose instances have a name before the number, of which there are some. That name may
// begin with those of components.
func unmixed(text, instances string, count int, isNumber func(name string) bool) (name, next string) {
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
			text[brace:over.Start.Byte] + asMap(text[over.Start.Byte:over.End.Byte], isNumber(name), count) + text[over.End.Byte:]
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
