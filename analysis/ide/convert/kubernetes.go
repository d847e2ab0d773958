package convert

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file converts manifests of Kubernetes.

// manifestsIn returns the manifests of a document: itself, the items of a list, or the elements of one.
func manifestsIn(n *yaml.Node) []*yaml.Node {
	if all := elements(n); len(all) > 0 {
		return lists.Where(all, isManifest)
	}
	if !isManifest(n) {
		return nil
	}
	items := get(n, "items")
	if !strings.HasSuffix(scalar(get(n, "kind")), "List") || items == nil || items.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}
	}
	return lists.Where(elements(items), isManifest)
}

func isManifest(n *yaml.Node) bool {
	return scalar(get(n, "kind")) != "" && scalar(get(n, "apiVersion")) != ""
}

// manifest converts a manifest. It has no name but that of the resource, which others may share: those of other kinds, and in other namespaces.
func (d *documents) manifest(n *yaml.Node) {
	version, kind := scalar(get(n, "apiVersion")), scalar(get(n, "kind"))
	if !strings.Contains(version, "/") {
		version = "core/" + version
	}
	name := scalar(get(get(n, "metadata"), "name"))
	if name == "" {
		name = kind
	}
	found, reason := d.lookup("kubernetes:" + version + ":" + kind)
	if reason != "" {
		d.out.comment(reason, d.source.of(n, n))
		d.out.line()
		return
	}
	declared := &declaration{resource: found}
	d.add("kubernetes:"+strconv.Itoa(len(d.declarations)), name, declared, kind)
	given := d.value(n, nil)
	above := commentLines(n.HeadComment)
	if len(given.members) > 0 { // those of the document
		above = append(above, given.members[0].above...)
		given.members[0].above = nil
	}
	given.members = slices.DeleteFunc(given.members, func(m member) bool {
		return m.name == "apiVersion" || m.name == "kind" || m.name == "status" // what the cluster writes
	})
	d.write(block{keyword: resourceBlock, of: declared, above: above, inputs: given.members})
}
