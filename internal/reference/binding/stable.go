package binding

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file finds what differs between answers of the binder to the same question.

// Stable binds a program several times. The record has what is always so; if the status varies, the errors that always occur decide about it.
func Stable(dir string, loader schema.ReferenceLoader, lenient bool) (r asking.Record, unstable []string) {
	const times = 40
	r, varies := Bind(dir, loader, lenient), map[string]bool{}
	for range times {
		next := Bind(dir, loader, lenient)
		if next.Status != r.Status {
			varies["status: varies"] = true
		}
		r.Diagnostics = always(r.Diagnostics, next.Diagnostics, varies, func(d asking.Diagnostic) string { return "diagnostic only sometimes: " + d.Summary })
		r.Nodes = always(r.Nodes, next.Nodes, varies, func(n dump.Node) string { return "node: " + n.Name })
		r.Expressions = always(r.Expressions, next.Expressions, varies, func(x dump.Expression) string {
			return fmt.Sprintf("type at %s:%d-%d %s: varies", x.File, x.Range[0], x.Range[1], x.Kind)
		})
	}
	if varies["status: varies"] {
		r.Status = asking.OK
		if slices.ContainsFunc(r.Diagnostics, asking.Diagnostic.IsError) {
			r.Status = asking.Error
		}
	}
	return r, slices.Sorted(maps.Keys(varies))
}

// always are the elements that two lists have. It notes the names of others.
func always[T any](all, next []T, varies map[string]bool, name func(T) string) []T {
	text := func(x T) string { t, _ := json.Marshal(x); return string(t) }
	known := map[string]int{}
	for i, list := range [][]T{all, next} {
		for _, x := range list {
			known[text(x)] |= 1 << i
		}
	}
	others := func(x T) bool {
		both := known[text(x)] == 3
		if !both {
			varies[name(x)] = true
		}
		return !both
	}
	for _, x := range next {
		others(x)
	}
	return slices.DeleteFunc(all, others)
}
